import { isAbsolute, relative, sep } from 'node:path';

/** True if a path is a folder or inside it, by name only: the caller resolves links first. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
