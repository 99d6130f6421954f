import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';

/**
 * The packages that the bundles import, and those that these need; what the window uses is bundled with it.
 *
 * @param root with `node_modules`
 * @param bundles the folder `out/main`
 * @returns their folders; nested ones are within them
 */
export function neededPackages(root: string, bundles: string): string[] {
  return withDependencies(root, importedPackages(bundles));
}

/** Folders of packages and of all that they depend on, installed under `node_modules` of a folder, sorted. */
export function withDependencies(root: string, names: Iterable<string>): string[] {
  const needed = new Set<string>();
  const need = (name: string): void => {
    const folder = join(root, 'node_modules', name);
    if (needed.has(folder) || !existsSync(folder)) return;
    needed.add(folder);
    const { dependencies, optionalDependencies } = JSON.parse(
      readFileSync(join(folder, 'package.json'), 'utf8'),
    );
    for (const next of Object.keys({ ...dependencies, ...optionalDependencies })) need(next);
  };
  for (const name of names) need(name);
  return [...needed].sort();
}

function importedPackages(bundles: string): Set<string> {
  const names = readdirSync(bundles, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.js'),
  );
  const imported = new Set<string>();
  for (const name of names) {
    const text = readFileSync(join(bundles, name), 'utf8');
    for (const [, specifier] of text.matchAll(/\b(?:from|import|import\()\s*["']([^"'.][^"']*)["']/g)) {
      if (isBuiltin(specifier) || specifier === 'electron') continue;
      const parts = specifier.split('/');
      imported.add(parts.slice(0, specifier.startsWith('@') ? 2 : 1).join('/'));
    }
  }
  return imported;
}
