import { isAbsolute, relative, sep } from 'node:path';

/** True if a path is a folder or inside it, by name only: the caller resolves links first. */
export function isInside(folder: string, path: string): boolean {
  const step = relative(folder, path);
  return step !== '..' && !step.startsWith(`..${sep}`) && !isAbsolute(step);
}
