import { FILE_FORMATS, type FormatPlace } from './file-formats.ts';

/** Tables and matrices of numbers have this ending too, which says nothing of what they are. */
const PLAIN = 'txt';

/** Endings, without dots, of the formats that a place of the command line reads, in the order of their table. */
export function endingsRead(place: FormatPlace): string[] {
  const formats = FILE_FORMATS.filter(({ read }) => read.includes(place));
  // The ending of a COPC is that of a LAZ.
  const endings = formats.flatMap((format) => format.endings.map((ending) => ending.split('.').at(-1)!));
  return [...new Set(endings)];
}

/** File name extensions of axis files. */
export const AXIS_EXTENSIONS: readonly string[] = [...endingsRead('run --axis'), PLAIN];

/** File name extensions of closed solids. */
export const SOLID_EXTENSIONS: readonly string[] = endingsRead('chamber --against');

/** File name extensions of design files that are sections; a solid is one along an axis, on the command line alone. */
export const DESIGN_EXTENSIONS: readonly string[] = ['json', 'dxf', 'str'];

/** File name extensions of clouds. */
export const CLOUD_EXTENSIONS: readonly string[] = [...endingsRead('register'), PLAIN, 'csv'];

/** File name extensions of trajectories. */
export const TRAJECTORY_EXTENSIONS: readonly string[] = [...endingsRead('run --trajectory'), PLAIN, 'csv'];
