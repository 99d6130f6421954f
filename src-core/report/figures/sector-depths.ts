import type { BreakDepth, Sector, SectorBreak } from '../../model/breaks.ts';
import { fixed } from '../texts/format.ts';
import type { Texts } from '../texts/texts.ts';
import { LETTER, PALETTE } from './palette.ts';
import { label } from './svg.ts';

/** Columns of the small table, each for one sector or for both of its sides. */
const COLUMNS = [
  { key: 'sector.crown', sectors: ['crown'] },
  { key: 'sector.shoulders', sectors: ['leftShoulder', 'rightShoulder'] },
  { key: 'sector.walls', sectors: ['leftWall', 'rightWall'] },
  { key: 'sector.floor', sectors: ['floor'] },
] as const satisfies readonly { readonly key: string; readonly sectors: readonly Sector[] }[];

/** Width of the row names, mm. */
const NAMES = 17;
const LINE_HEIGHT = 3.1;
export const DEPTHS_HEIGHT = 3 * LINE_HEIGHT;

/**
 * Table of the greatest depths of over- and underbreak by sector, m, with their side; in brackets if no point
 * measured the wall there.
 *
 * @param y baseline of the headings, mm
 */
export function sectorDepths(
  sectors: readonly SectorBreak[],
  y: number,
  width: number,
  texts: Texts,
): string[] {
  const cell = (width - NAMES) / COLUMNS.length;
  const at = (column: number): number => NAMES + (column + 0.5) * cell;
  const style = { fill: PALETTE.quiet, 'text-anchor': 'middle' };
  const rows = [
    { name: texts['sector.over'], pick: (sector: SectorBreak) => sector.deepestOver },
    { name: texts['sector.under'], pick: (sector: SectorBreak) => sector.deepestUnder },
  ];
  return [
    ...COLUMNS.map(({ key }, c) => label(at(c), y, texts[key], LETTER.small, style)),
    ...rows.flatMap(({ name, pick }, r) => {
      const foot = y + LINE_HEIGHT * (r + 1);
      return [
        label(1, foot, name, LETTER.small, { fill: PALETTE.quiet }),
        ...COLUMNS.map(({ sectors: wanted }, c) => {
          const depths = sectors
            .filter(({ sector }) => wanted.some((one) => one === sector))
            .flatMap((sector) => pick(sector) ?? []);
          return label(at(c), foot, depthText(depths, wanted.length > 1, texts), LETTER.small, {
            ...style,
            fill: PALETTE.ink,
          });
        }),
      ];
    }),
  ];
}

/** Text of the greatest depth; a dash if there is none. */
function depthText(depths: readonly BreakDepth[], hasSides: boolean, texts: Texts): string {
  if (depths.length === 0) return fixed(Number.NaN, 2);
  const { depth, left, measured } = depths.reduce((a, b) => (b.depth > a.depth ? b : a));
  const side = hasSides ? ` ${texts[left > 0 ? 'sector.left' : 'sector.right']}` : '';
  const value = `${fixed(depth, 2)}${side}`;
  return measured ? value : `(${value})`;
}
