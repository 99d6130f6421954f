import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

/**
 * A folder of the real captures and foreign simulations, which a clone does not have.
 *
 * @throws Error that says where it was looked for
 */
export function sharedData(...path: string[]): string {
  const shared = process.env.SOCAVON_SHARED ?? resolve(import.meta.dirname, '../../../shared');
  const folder = join(shared, 'data', ...path);
  if (!existsSync(folder))
    throw new Error(`There is no ${folder}; set SOCAVON_SHARED to the folder that holds data/.`);
  return folder;
}
