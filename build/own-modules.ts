import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What runs in a process or thread of its own: the names that the sources give to `ownModule`, which is why it takes
 * them written out only.
 *
 * @param folder of the sources that may call it
 */
export function ownModules(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => [...readFileSync(join(folder, name), 'utf8').matchAll(/\bownModule\('([^']+)'\)/g)])
    .map(([, name]) => name);
  return [...new Set(names)].sort();
}
