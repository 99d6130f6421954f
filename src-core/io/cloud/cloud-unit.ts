import { type Message, message } from '../../messages/message.ts';
import type { Bounds } from '../../model/bounds.ts';
import type { PointCloud } from '../../model/cloud.ts';
import { SocavonError } from '../../model/errors.ts';
import type { CloudReader } from './cloud-reader.ts';
import { isSameUnit, sizeText } from './las-crs.ts';

/**
 * Metres per unit of the coordinates of a cloud: of an E57 always 1, which its standard prescribes (ASTM E2807-11), else
 * as its coordinate system states; null: nothing states it.
 */
export function statedUnit({ format, crs }: Pick<CloudReader, 'format' | 'crs'>): number | null {
  return format === 'e57' ? 1 : (crs?.linearUnitMetres ?? null);
}

/** Units of a cloud, metres each. */
export interface CloudUnits {
  /** Of eastings and northings. */
  readonly plan: number;
  readonly height: number;
  /** Who states that of the plan. */
  readonly by: 'file' | 'user' | 'metres-assumed';
}

/** Units that a person states, metres; absent: not stated. That of the plan holds for the heights too, unless they have their own. */
export interface SaidUnits {
  readonly plan?: number;
  readonly height?: number;
}

type StatesUnits = Pick<CloudReader, 'format' | 'crs'> & { readonly name: string };

/**
 * The units of a cloud: as a person states them, else as its file does, else metres.
 *
 * @throws SocavonError 'drawing-units' if what the file states of a unit cannot be followed, and nobody states it
 */
export function unitsOf(reader: StatesUnits, said: SaidUnits = {}): CloudUnits {
  if (said.plan !== undefined) return { plan: said.plan, height: said.height ?? said.plan, by: 'user' };
  const refusal = unclearUnits(reader, said);
  if (refusal !== null) throw new SocavonError('drawing-units', refusal);
  const plan = statedUnit(reader);
  const height = said.height ?? (reader.format === 'e57' ? 1 : reader.crs?.heightUnitMetres) ?? plan ?? 1;
  return { plan: plan ?? 1, height, by: plan === null ? 'metres-assumed' : 'file' };
}

/** Why the units of a cloud cannot be told from its file, and what to do; null: they can. */
export function unclearUnits(reader: StatesUnits, said: SaidUnits = {}): Message | null {
  const { format, crs, name } = reader;
  if (said.plan !== undefined || !crs) return null;
  const refused = (what: Message): Message => message('cloud-units-unclear', { name, what });
  const { linearUnitMetres: plan, heightUnitMetres: height, unclear } = crs;
  const isHeightSaid = said.height !== undefined;
  if (unclear !== null && !(unclear.of === 'heights' && isHeightSaid)) return refused(unclear.why);
  if (format === 'e57') {
    const odd = [plan, isHeightSaid ? null : height].find((one) => one !== null && !isSameUnit(one, 1));
    return odd == null ? null : refused(message('crs-e57-unit', { metres: sizeText(odd) }));
  }
  const isHalf = plan === null && height !== null && !isSameUnit(height, 1) && !crs.isGeographic;
  return isHalf ? refused(message('crs-plan-unstated', { metres: sizeText(height) })) : null;
}

/** The same cloud with its heights in the unit of its plan. */
export function inOneUnit<Reader extends CloudReader>(reader: Reader, { plan, height }: CloudUnits): Reader {
  if (isSameUnit(plan, height)) return reader;
  const factor = height / plan;
  const { announcedBounds: box, scanPoses, grain } = reader;
  const raised = (place: readonly number[]): [number, number, number] => [
    place[0],
    place[1],
    place[2] * factor,
  ];
  return {
    ...reader,
    announcedBounds: box && { min: raised(box.min), max: raised(box.max) },
    ...(scanPoses && {
      scanPoses: scanPoses.map((pose) => pose && { R: pose.R, t: Float64Array.from(raised([...pose.t])) }),
    }),
    ...(grain && {
      grain: (axis: 0 | 1 | 2, size: number) =>
        axis < 2 ? grain(axis, size) : factor * grain(2, size / factor),
    }),
    chunks: (scalars?: readonly string[]) => raisedChunks(reader.chunks(scalars), factor),
  };
}

async function* raisedChunks(chunks: AsyncIterable<PointCloud>, factor: number): AsyncGenerator<PointCloud> {
  for await (const chunk of chunks) {
    const exact = chunk.origin[2] * factor;
    const whole = Math.floor(exact);
    const xyz = chunk.xyz.slice();
    for (let i = 2; i < 3 * chunk.count; i += 3) xyz[i] = xyz[i] * factor + (exact - whole);
    yield { ...chunk, origin: [chunk.origin[0], chunk.origin[1], whole], xyz };
  }
}

/** Degrees from zero that latitudes and longitudes reach, and the sides of a mine's box in them: a kilometre. */
const FARTHEST_DEGREES = 180;
const DEGREES_OF_MINE = 0.01;
/** Heights of a drive differ by more than this, in any unit. */
const HEIGHTS_FROM = 1;

/**
 * True for a box whose plan can be nothing but latitude and longitude: some metres high, and a hundredth of a unit or less in
 * plan, which is a kilometre in degrees and nothing in any unit of length.
 */
function isBoxOfDegrees({ min, max }: Bounds): boolean {
  const plan = [0, 1].map((k) => max[k] - min[k]);
  const isWithin = [...min.slice(0, 2), ...max.slice(0, 2)].every(
    (value) => Math.abs(value) <= FARTHEST_DEGREES,
  );
  // One of the two is a latitude.
  const isLatitude = [0, 1].some((k) => Math.max(Math.abs(min[k]), Math.abs(max[k])) <= 90);
  const isThin = plan.every((side) => side > 0 && side < DEGREES_OF_MINE);
  return isWithin && isLatitude && isThin && max[2] - min[2] >= HEIGHTS_FROM;
}

/** True if a cloud is in degrees: by a box that can be nothing else, or as its system states, where its box may lie on the globe. */
export function isInDegrees(bounds: Bounds, crs: CloudReader['crs']): boolean {
  if (isBoxOfDegrees(bounds)) return true;
  const sides = [...bounds.min.slice(0, 2), ...bounds.max.slice(0, 2)];
  return crs?.isGeographic === true && sides.every((value) => Math.abs(value) <= 2 * FARTHEST_DEGREES);
}

/** Sides of the box of a cloud of a mine, m: from a niche to a whole level. */
export const PLAUSIBLE_SIZE = [1, 50_000] as const;

/** Largest northing of a projected system, m: that of the pole from the equator. */
const GRID_MOST = 10_000_000;
/** A box whose smallest side is longer than this holds no drive, in its unit: 4 m of a drive are 4000 mm. */
const THICKEST = 1000;
/** No scanner leaves so much between two points on average, in its unit; of fewer points nothing is said. */
const WIDEST_SPACING = 5;
const SPACED_FROM = 1000;
/** Height and width of a straight level drive of 2.5 to 6 m in feet, and how much longer than that it is. */
const SECTION_IN_FEET = [8, 20] as const;
const STRAIGHT = 3;

/**
 * The unit that a box looks like if its coordinates are not metres; null: it may well be metres. Told by coordinates
 * beyond every grid, by sides and a spacing of points that no scan of a mine has, and by the section of a straight drive.
 *
 * @param bounds in the unit of the file
 * @param points in it
 */
export function unitDoubt({ min, max }: Bounds, points: number): 'mm' | 'ft' | null {
  const [thin, middle, long] = [0, 1, 2].map((k) => max[k] - min[k]).sort((a, b) => a - b);
  const farthest = Math.max(...[...min, ...max].map(Math.abs));
  if (!Number.isFinite(farthest) || long <= 0) return null;
  const surface = 2 * (thin * middle + middle * long + long * thin);
  const isSparse = points >= SPACED_FROM && Math.sqrt(surface / points) > WIDEST_SPACING;
  if (thin > THICKEST || isSparse || farthest > GRID_MOST / 0.3048) return 'mm';
  if (farthest > GRID_MOST) return 'ft';
  const [least, most] = SECTION_IN_FEET;
  return thin >= least && middle <= most && long >= STRAIGHT * middle ? 'ft' : null;
}

/** Northings and eastings of UTM in the southern hemisphere, away from their limits, m. */
const NORTHINGS = [1_100_000, GRID_MOST] as const;
const EASTINGS = [100_000, 900_000] as const;

/** True if the first coordinate looks like a northing and the second like an easting: then left and right are mirrored. */
export function looksSwapped({ min, max }: Bounds): boolean {
  const within = (axis: 0 | 1, [least, most]: readonly [number, number]): boolean =>
    min[axis] >= least && max[axis] <= most;
  return within(0, NORTHINGS) && within(1, EASTINGS);
}

/** What is said of heights in a unit of their own. @param units metres per unit */
export function heightsConverted(
  name: string,
  { plan, height }: Pick<CloudUnits, 'plan' | 'height'>,
): Message {
  return message('cloud-heights-converted', { name, height: sizeText(height), plan: sizeText(plan) });
}
