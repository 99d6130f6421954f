import { join } from 'node:path';

/** Default path of the sample project, so that it opens with one click. @param home the user's home folder */
export function samplePath(home: string): string {
  return join(home, 'ejemplo.socavon');
}
