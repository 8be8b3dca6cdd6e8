/* Runs scripts in the core of Lua with its string, table and mathematics libraries. An error ends the program, because
 * Lua is built without longjmp. */
#include "lauxlib.h"
#include "lua.h"
#include "lualib.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *allocate(void *data, void *block, size_t old, size_t size) {
  (void)data;
  (void)old;
  if (size)
    return realloc(block, size);
  free(block);
  return NULL;
}

static int print(lua_State *L) {
  for (int i = 1; i <= lua_gettop(L); i++) {
    printf("%s%s", i > 1 ? "\t" : "", luaL_tolstring(L, i, NULL));
    lua_pop(L, 1);
  }
  printf("\n");
  return 0;
}

static const char script[] =
    "local function fib(n) if n < 2 then return n end return fib(n - 1) + fib(n - 2) end\n"
    "print('fib', fib(12))\n"
    "local t = {}\n"
    "for i = 1, 20 do t[i] = (i * 7) % 13 end\n"
    "table.sort(t, function(a, b) return a > b end)\n"
    "print(table.concat(t, ','))\n"
    "local words = {}\n"
    "for w in string.gmatch('the quick brown fox', '%a+') do words[#words + 1] = w:upper():reverse() end\n"
    "print(table.concat(words, ' '), #words)\n"
    "print(string.format('%5.2f|%d|%s|%x', 3.14159, 42, 'x', 255), 7 // 2, 7 % -3, 2^10, 1 << 40)\n"
    "local mt = setmetatable({}, {__index = function(_, k) return k .. '!' end, __call = function(_, x) return x * 2 end})\n"
    "print(mt.hello, mt(21))\n"
    "print(('a,b,,c'):gsub(',', ';'), ('x'):rep(3, '-'), #'abc', tostring(nil), 10 == 10.0)\n"
    "local s = 0\n"
    "for k, v in pairs({1, 2, 3, x = 4}) do s = s + v end\n"
    "print(s, select('#', 1, nil, 3), (function(...) return select(2, ...) end)(1, 2, 3))\n"
    "goto done\n"
    "print('not here')\n"
    "::done::\n"
    "print(string.pack('<i4', 100):byte(1, -1))\n";

int main(void) {
  lua_State *L = lua_newstate(allocate, NULL);
  luaL_requiref(L, "_G", luaopen_base, 1);
  luaL_requiref(L, "string", luaopen_string, 1);
  luaL_requiref(L, "table", luaopen_table, 1);
  lua_settop(L, 0);
  lua_pushcfunction(L, print);
  lua_setglobal(L, "print");
  int rc = luaL_loadbufferx(L, script, strlen(script), "=script", "t");
  printf("load %d\n", rc);
  if (rc == 0)
    lua_call(L, 0, 0);
  else
    printf("%s\n", lua_tostring(L, -1));
  printf("%d KiB\n", lua_gc(L, LUA_GCCOUNT) > 0);
  lua_close(L);
  return 0;
}
