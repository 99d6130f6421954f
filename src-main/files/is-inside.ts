import { isAbsolute, relative, sep } from 'node:path';

/** Whether a path is a folder or lies in it, by their names: links are for the caller to follow first. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
