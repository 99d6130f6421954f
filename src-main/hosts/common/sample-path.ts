import { join } from 'node:path';
import type { Preferences } from '../../../src-core/contract/host-requests.ts';

const NAMES: Record<Preferences['language'], string> = { es: 'ejemplo.socavon', en: 'sample.socavon' };

/** Path of the sample project, so that it opens with one click. @param home the user's home folder */
export function samplePath(home: string, language: Preferences['language']): string {
  return join(home, NAMES[language]);
}

/** Paths that the sample project may have, in every language. */
export function samplePaths(home: string): string[] {
  return Object.values(NAMES).map((name) => join(home, name));
}
