import { message } from '../../../messages/message.ts';
import type { PointCloud } from '../../../model/cloud.ts';
import { SocavonError } from '../../../model/errors.ts';
import type { Rigid } from '../../../model/rigid.ts';
import { type ChunkBuilder, chunkBuilder } from '../chunk-builder.ts';
import { CHUNK_POINTS } from '../cloud-reader.ts';
import { singleStep } from '../coordinate-step.ts';
import { E57Column } from './e57-column.ts';
import { dataPackets } from './e57-packets.ts';
import type { E57Pages } from './e57-pages.ts';
import { refusedBytes } from './e57-refusal.ts';
import type { E57Field, E57Scan } from './e57-scan.ts';

/** The scan index of the maps that this program writes: an extension, as the standard allows. */
export const SCAN_INDEX_FIELD = 'socavon:scanIndex';
export const TIME_FIELD = 'timeStamp';

const CARTESIAN = ['cartesianX', 'cartesianY', 'cartesianZ'] as const;
const SPHERICAL = ['sphericalRange', 'sphericalAzimuth', 'sphericalElevation'] as const;

/** Values of a stream that may wait for the others; writers fill their packets with about as many of each. */
const WAITING_MAX = 1 << 20;
/** Points without a stream, all alike, of which a file may announce any number. */
const ALIKE_MAX = 1 << 16;

const NO_SCALARS: readonly number[] = [];
const NO_VALUES = new Float64Array(0);

interface ScanOptions {
  /** Index of the points' scan; null: they carry none, unless the file has one for each. */
  readonly scanIndex: number | null;
  /** Fields that the chunks carry besides; NaN where the scan has none of the name. */
  readonly scalars: readonly string[];
  /** Seconds to add to the time stamps. */
  readonly timeOrigin: number;
}

/** True if the points of a scan have places. */
export function hasCoordinates({ fields }: E57Scan): boolean {
  const has = (names: readonly string[]): boolean =>
    names.every((name) => fields.some((field) => field.name === name && field.kind !== 'text'));
  return has(CARTESIAN) || has(SPHERICAL);
}

/** Coarsest step of the coordinates of a scan's points at a size, m; its pose may turn any axis into any other. */
export function grainOf({ fields }: E57Scan, size: number): number {
  const step = (name: string, at: number): number => {
    const field = fields.find((one) => one.name === name);
    if (field === undefined || field.kind === 'double') return 0;
    return field.kind === 'single' ? singleStep(at) : field.bits === 0 ? 0 : field.scale;
  };
  const [range, azimuth, elevation] = SPHERICAL;
  if (CARTESIAN.every((name) => fields.some((field) => field.name === name)))
    return Math.max(...CARTESIAN.map((name) => step(name, size)));
  return Math.max(step(range, size), size * step(azimuth, Math.PI), size * step(elevation, Math.PI / 2));
}

/**
 * The points of one scan in the frame of the file. Points that the scan marks as invalid, or as a direction without a
 * range, are left out.
 *
 * @throws SocavonError 'file-format' with the place that is damaged, or if points are missing
 */
export async function* scanPoints(
  pages: E57Pages,
  scan: E57Scan,
  options: ScanOptions,
): AsyncGenerator<PointCloud, void, undefined> {
  const columns = new ScanColumns(scan, options);
  let left = scan.count;
  if (columns.ready() === Number.POSITIVE_INFINITY) {
    if (left > ALIKE_MAX)
      throw refusedBytes(
        pages.name,
        scan.sectionOffset,
        message('e57-alike', { scan: scan.name, count: left }),
      );
    yield* columns.points(left);
    left = 0;
  }
  if (left > 0)
    for await (const pieces of dataPackets(pages, scan)) {
      columns.append(pieces);
      const rows = Math.min(left, columns.ready());
      yield* columns.points(rows);
      left -= rows;
      if (left === 0) break;
      if (columns.waiting() > WAITING_MAX)
        throw refusedBytes(pages.name, scan.sectionOffset, message('e57-uneven', { scan: scan.name }));
    }
  if (left > 0)
    throw new SocavonError(
      'file-format',
      message('e57-points-missing', {
        name: pages.name,
        scan: scan.name,
        found: scan.count - left,
        announced: scan.count,
      }),
    );
  yield* columns.rest();
}

/** The streams of a scan that are read, and what becomes of them. */
class ScanColumns {
  readonly #streams = new Map<string, { index: number; column: E57Column }>();
  readonly #columns: readonly E57Column[];
  readonly #builder: ChunkBuilder;
  readonly #isSpherical: boolean;
  readonly #brightness: ((value: number) => number) | null;
  readonly #T_file_scan: Rigid | null;
  readonly #options: ScanOptions;

  constructor(scan: E57Scan, options: ScanOptions) {
    const { fields } = scan;
    const field = (name: string): E57Field | undefined =>
      fields.find((one) => one.name === name && one.kind !== 'text');
    this.#isSpherical = !CARTESIAN.every(field);
    const intensity = field('intensity');
    const names = [
      ...(this.#isSpherical ? SPHERICAL : CARTESIAN),
      this.#isSpherical ? 'sphericalInvalidState' : 'cartesianInvalidState',
      ...(intensity ? ['intensity', 'isIntensityInvalid'] : []),
      ...(options.scalars.includes(TIME_FIELD) ? ['isTimeStampInvalid'] : []),
      SCAN_INDEX_FIELD,
      ...options.scalars,
    ];
    for (const name of new Set(names)) {
      const one = field(name);
      if (one) this.#streams.set(name, { index: fields.indexOf(one), column: new E57Column(one) });
    }
    this.#columns = [...this.#streams.values()].map(({ column }) => column);
    this.#brightness = intensity ? brightnessOf(intensity, scan) : null;
    this.#T_file_scan = scan.T_file_scan;
    this.#options = options;
    this.#builder = chunkBuilder(CHUNK_POINTS, {
      reflectivity: intensity !== undefined,
      scanIndex: options.scanIndex !== null || this.#streams.has(SCAN_INDEX_FIELD),
      scalars: options.scalars.length,
    });
  }

  append(pieces: readonly Uint8Array[]): void {
    for (const { index, column } of this.#streams.values()) column.append(pieces[index]);
  }

  /** Points of which all values are here; infinite if no value is in a stream. */
  ready(): number {
    return Math.min(...this.#columns.map(({ size }) => size));
  }

  /** The most values that wait for others. */
  waiting(): number {
    return Math.max(...this.#columns.map(({ size }) => (size === Number.POSITIVE_INFINITY ? 0 : size)));
  }

  /** The next points, in chunks as far as these are full. */
  *points(count: number): Generator<PointCloud, void, undefined> {
    const taken = new Map([...this.#streams].map(([name, { column }]) => [name, column.take(count)]));
    const values = (name: string): Float64Array => taken.get(name) ?? NO_VALUES;
    const [a, b, c] = (this.#isSpherical ? SPHERICAL : CARTESIAN).map(values);
    const state = values(this.#isSpherical ? 'sphericalInvalidState' : 'cartesianInvalidState');
    const [intensity, isDark] = [values('intensity'), values('isIntensityInvalid')];
    const scans = values(SCAN_INDEX_FIELD);
    const scalars = this.#scalars(values, count);
    const builder = this.#builder;
    const brightness = this.#brightness;
    const scanIndex = this.#options.scanIndex ?? 0;
    const T = this.#T_file_scan;
    for (let i = 0; i < count; i++) {
      if (state.length > 0 && state[i] !== 0) continue;
      let [x, y, z] = [a[i], b[i], c[i]];
      if (this.#isSpherical) {
        const [range, azimuth, elevation] = [x, y, z];
        const flat = range * Math.cos(elevation);
        x = flat * Math.cos(azimuth);
        y = flat * Math.sin(azimuth);
        z = range * Math.sin(elevation);
      }
      if (T) {
        const { R, t } = T;
        const [px, py, pz] = [x, y, z];
        x = R[0] * px + R[1] * py + R[2] * pz + t[0];
        y = R[3] * px + R[4] * py + R[5] * pz + t[1];
        z = R[6] * px + R[7] * py + R[8] * pz + t[2];
      }
      builder.push(
        x,
        y,
        z,
        brightness && !(isDark.length > 0 && isDark[i] !== 0) ? brightness(intensity[i]) : 0,
        scans.length > 0 ? scans[i] : scanIndex,
        scalars.length === 0 ? NO_SCALARS : scalars.map((of) => of[i]),
      );
      if (builder.size() === builder.capacity) yield builder.flush();
    }
  }

  /** The points that fill no chunk. */
  *rest(): Generator<PointCloud, void, undefined> {
    if (this.#builder.size() > 0) yield this.#builder.flush();
  }

  #scalars(values: (name: string) => Float64Array, count: number): Float64Array[] {
    const { scalars, timeOrigin } = this.#options;
    return scalars.map((name) => {
      const raw = this.#streams.has(name) ? values(name) : new Float64Array(count).fill(Number.NaN);
      if (name !== TIME_FIELD) return raw;
      const invalid = values('isTimeStampInvalid');
      return raw.map((seconds, i) =>
        invalid.length > 0 && invalid[i] !== 0 ? Number.NaN : seconds + timeOrigin,
      );
    });
  }
}

/**
 * Reflectivity of an intensity: integers whose limits lie within 0 to 65535 as they are, others in proportion from the
 * limits to 0 to 65535. Limits that the scan does not state are those of the field, for floats 0 to 1.
 */
function brightnessOf(
  { kind, scale, offset, minimum, maximum }: E57Field,
  { intensityLimits }: E57Scan,
): (value: number) => number {
  const ofField: readonly [number, number] =
    kind === 'integer' ? [Number(minimum) * scale + offset, Number(maximum) * scale + offset] : [0, 1];
  const [low, high] = intensityLimits ?? ofField;
  const isCount = kind === 'integer' && scale === 1 && Number.isInteger(offset) && low >= 0 && high <= 65535;
  const factor = isCount || !(high > low) ? 1 : 65535 / (high - low);
  const zero = factor === 1 ? 0 : low;
  return (value) => {
    const bright = (value - zero) * factor;
    return bright > 0 ? Math.min(65535, Math.round(bright)) : 0;
  };
}
