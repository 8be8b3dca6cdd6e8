/* Locale information (POSIX), with the numbers of Linux. */
#ifndef _SYMTOOL_LANGINFO_H
#define _SYMTOOL_LANGINFO_H

typedef int nl_item;

#define CODESET 14
#define RADIXCHAR 65536
#define THOUSEP 65537
#define YESEXPR 327680
#define NOEXPR 327681
#define CRNCYSTR 262159

char *nl_langinfo(nl_item item);

typedef struct __locale_struct *locale_t;
char *nl_langinfo_l(nl_item item, locale_t locale);

#endif
