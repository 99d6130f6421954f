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

/** Endings of files that are read in compressed form, each with its dot. */
const PACKED = FILE_FORMATS.filter(({ content, read }) => content === 'archive' && read.includes('run'))
  .flatMap(({ endings }) => endings)
  .map((ending) => `.${ending}`);

/** The name of a file without the ending of its compression. */
export function unpackedName(name: string): string {
  const packed = PACKED.find((ending) => name.toLowerCase().endsWith(ending));
  return packed === undefined ? name : name.slice(0, -packed.length);
}

/** Whether the name of a file, compressed or not, is that of a recording, or of raw donuts, whose endings others have too. */
export function captureKind(name: string): 'capture' | 'donuts' | null {
  const ending = unpackedName(name).toLowerCase().split('.').slice(1).at(-1);
  const format = FILE_FORMATS.find(
    ({ content, read, endings }) =>
      content === 'capture' && read.includes('run') && endings.some((known) => known === ending),
  );
  return format === undefined ? null : format.id === 'donut' ? 'donuts' : 'capture';
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
