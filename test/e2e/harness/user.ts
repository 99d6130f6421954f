import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { WindowOptions } from './window.ts';

/** A folder of a user of our own, with `work` for files and `config` for what the program remembers. */
export function userFolder({ folder, preferences }: WindowOptions): string {
  if (folder !== null) return folder;
  const built = mkdtempSync(join(inject('scratch'), 'user-'));
  mkdirSync(join(built, 'work'));
  mkdirSync(join(built, 'config'));
  const stored = {
    format: 'socavon-window',
    version: 1,
    preferences: { language: 'es', theme: 'dark', scale: 1, ...preferences },
    recent: [],
    frame: null,
  };
  writeFileSync(join(built, 'config', 'window.json'), JSON.stringify(stored));
  return built;
}

/** Of a program that this user starts. */
export function userEnv(folder: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    SOCAVON_CONFIG: join(folder, 'config'),
    SOCAVON_LOG: join(folder, 'socavon.log'),
    SOCAVON_CACHE: join(folder, 'cache'),
    TZ: 'America/Lima',
  };
}
