#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { resolve } from 'node:path';
import { cacheFolder } from '../../files/cache-folder.ts';
import { makeFolder } from '../../files/make-folder.ts';

// Before any other module is loaded: compiled code is kept in the user's cache, so that the next start takes a third of
// the time. Threads and child processes find it by the environment. Without a cache that can be written it is compiled anew.
const compiled = resolve(cacheFolder(), 'compiled');
if (isFolder(compiled) && enableCompileCache(compiled).directory !== undefined)
  process.env.NODE_COMPILE_CACHE ??= compiled;

await import('./start.ts');

function isFolder(path: string): boolean {
  try {
    makeFolder(path);
    return true;
  } catch {
    return false;
  }
}
