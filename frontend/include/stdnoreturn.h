/* noreturn (C11 7.23). */
#ifndef _SYMTOOL_STDNORETURN_H
#define _SYMTOOL_STDNORETURN_H

#define noreturn _Noreturn

#endif
