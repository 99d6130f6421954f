import { z } from 'zod';
import { type Message, message } from '../messages/message.ts';
import { SocavonError } from '../model/errors.ts';
import { isOnEarth } from '../model/place-limit.ts';
import { applySimilarity, invertSimilarity, type PlanSimilarity } from './helmert.ts';
import { type GridScale, gridScale, type ProjectedSystem, projectedSystem, reproject } from './systems.ts';

/** Metres per unit of a grid, exact by definition. */
export const GRID_UNITS = { m: 1, ft: 0.3048, 'us-ft': 1200 / 3937 } as const;
type GridUnit = keyof typeof GRID_UNITS;

type Place = readonly [number, number, number];

/** A grid that coordinates are stated in. */
export interface MineGrid {
  readonly name: string;
  readonly unit: GridUnit;
  /** Published system that it is, or that it hangs on; null: it hangs on none. */
  readonly base: ProjectedSystem | null;
  /** From this grid to its base, m; null: it is its base, or has none. */
  readonly toBase: PlanSimilarity | null;
}

const number = z.number().refine(isOnEarth);
const place = z.tuple([number, number, number]);
const GridFile = z.strictObject({
  name: z.string().trim().min(1).max(100),
  epsg: z.int().nullable().default(null),
  unit: z.enum(['m', 'ft', 'us-ft']).default('m'),
  /** The same point here, in the unit of the grid, and in the published system, m. */
  origin: z.strictObject({ here: place, epsg: place }).optional(),
  /** Degrees, counter-clockwise, from this grid to the published one. */
  rotation: number.min(-360).max(360).default(0),
  /** Metres of the published grid for a metre of this one. */
  scale: number.min(0.9).max(1.1).default(1),
});

/**
 * Parses the file of a grid, as docs/exchange-formats.md states it.
 *
 * @param name of the file, shown in messages
 * @throws SocavonError 'file-format'
 */
export function parseMineGrid(text: string, name: string): MineGrid {
  const refused = (what: Message): SocavonError =>
    new SocavonError('file-format', message('grid-refused', { name, what }));
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw refused(message('grid-no-json'));
  }
  const parsed = GridFile.safeParse(json);
  if (!parsed.success) {
    const [{ path, code, ...issue }] = parsed.error.issues;
    const keys = 'keys' in issue ? issue.keys.join(', ') : null;
    const key = [...path.map(String), ...(keys === null ? [] : [keys])].join('.');
    throw refused(message(code === 'unrecognized_keys' ? 'grid-key-unknown' : 'grid-key', { key }));
  }
  const { epsg, unit, origin, rotation, scale } = parsed.data;
  const isMoved = origin !== undefined || rotation !== 0 || scale !== 1;
  if (epsg === null) {
    if (isMoved) throw refused(message('grid-without-epsg'));
    return { name: parsed.data.name, unit, base: null, toBase: null };
  }
  const base = knownSystem(epsg, refused);
  if (!isMoved) return { name: parsed.data.name, unit, base, toBase: null };
  if (origin === undefined) throw refused(message('grid-without-origin'));
  const metres = GRID_UNITS[unit];
  const toBase = {
    fromOrigin: origin.here.map((value) => value * metres) as [number, number, number],
    toOrigin: origin.epsg,
    rotation: (rotation * Math.PI) / 180,
    scale,
  };
  return { name: parsed.data.name, unit, base, toBase };
}

/** The published grid of a code. @throws SocavonError 'usage' */
export function publishedGrid(epsg: number): MineGrid {
  const base = knownSystem(epsg, (what) => new SocavonError('usage', what));
  return { name: base.name, unit: 'm', base, toBase: null };
}

function knownSystem(epsg: number, refused: (what: Message) => SocavonError): ProjectedSystem {
  const base = projectedSystem(epsg);
  if (base === undefined) throw refused(message('grid-epsg-unknown', { epsg }));
  return base;
}

/** The file of a grid. */
export function mineGridJson({ name, unit, base, toBase }: MineGrid): string {
  const metres = GRID_UNITS[unit];
  const file = {
    name,
    epsg: base?.epsg ?? null,
    unit,
    ...(toBase && {
      origin: { here: toBase.fromOrigin.map((value) => value / metres), epsg: toBase.toOrigin },
      rotation: (toBase.rotation * 180) / Math.PI,
      scale: toBase.scale,
    }),
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** Coordinates in the published system that a grid hangs on, m. @param place in the grid, m */
export function toBaseOf({ toBase }: MineGrid, place: Place): Place {
  return toBase === null ? place : applySimilarity(toBase, place);
}

/**
 * A place in another grid, m; heights go along unchanged but for the shift of the grids: that of a datum is for heights
 * above its ellipsoid, and lists have heights above the sea.
 *
 * @throws SocavonError 'usage' if one of the grids hangs on no published system
 */
export function betweenGrids(from: MineGrid, to: MineGrid, place: Place): Place {
  if (from.base === null || to.base === null) {
    const { name } = from.base === null ? from : to;
    throw new SocavonError('usage', message('grid-no-base', { name }));
  }
  const [x, y, z] = toBaseOf(from, place);
  const [e, n] = reproject([x, y], z, from.base, to.base);
  return to.toBase === null ? [e, n, z] : applySimilarity(invertSimilarity(to.toBase), [e, n, z]);
}

/** What a metre of a grid is on the ground. */
interface GroundScale {
  readonly grid: GridScale;
  /** Metres on the ground for a metre of the grid. */
  readonly groundPerGrid: number;
}

/** Scale of a grid at a place of it, m; null: it hangs on no published system, and nothing is known. */
export function groundScale(grid: MineGrid, place: Place): GroundScale | null {
  if (grid.base === null) return null;
  const [e, n, h] = toBaseOf(grid, place);
  const scale = gridScale([e, n], h, grid.base);
  return { grid: scale, groundPerGrid: (grid.toBase?.scale ?? 1) / scale.combined };
}
