import { join } from 'node:path';

/** Where the sample goes, so that it opens with one click. @param home folder in which the person's files are */
export function samplePath(home: string): string {
  return join(home, 'ejemplo.socavon');
}
