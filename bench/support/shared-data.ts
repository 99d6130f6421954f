import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

/**
 * A folder of the real captures and foreign simulations, which a clone does not have.
 *
 * @throws Error that says where it was looked for
 */
export function sharedData(...path: string[]): string {
  const folder = sharedDataFolder(...path);
  if (!existsSync(folder))
    throw new Error(`There is no ${folder}; set SOCAVON_SHARED to the folder that holds data/.`);
  return folder;
}

/** Where such a folder lies if it is there. */
export function sharedDataFolder(...path: string[]): string {
  const shared = process.env.SOCAVON_SHARED ?? resolve(import.meta.dirname, '../../../shared');
  return join(shared, 'data', ...path);
}
