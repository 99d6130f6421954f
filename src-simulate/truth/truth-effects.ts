import type { Drive } from '../drive.ts';
import { excavatedLength } from '../options.ts';
import { COLUMN_ANGLES, COLUMN_STEP, COLUMNS, ROW_STEP } from '../rock/rock-surface.ts';
import { MuckHeap } from '../things/muck.ts';
import { PERSON, VEHICLE } from '../things/obstacles.ts';
import { PipeObstacle } from '../things/pipes.ts';
import type { Pool } from '../things/water.ts';

/** A place in the plan of the drive: chainage and offset to the left of the axis, m. */
type PlanPoint = readonly [chainage: number, left: number];

/** Truth of one pool. */
interface PoolTruth {
  /** Elevation of its surface in the world, m. */
  readonly elevation: number;
  readonly area: number;
  /** Water between the surface and the rock floor. */
  readonly volume: number;
  readonly deepest: number;
  readonly outline: readonly PlanPoint[];
}

/** Truth of a thing that stands, lies or hangs in the void. */
interface ThingTruth {
  readonly kind: string;
  readonly volume: number;
  readonly outline: readonly PlanPoint[];
}

/** Truth of the effects of a drive beyond its rock; lengths m, areas m^2, volumes m^3. */
export interface EffectsTruth {
  readonly pools: readonly PoolTruth[];
  readonly mesh: NonNullable<Drive['options']['mesh']>;
  readonly bolts: { readonly plates: number; readonly side: number } | null;
  readonly dust: NonNullable<Drive['options']['dust']>;
  readonly things: readonly ThingTruth[];
  readonly instrument: Drive['options']['instrument'] | null;
  readonly imu: Drive['options']['imuErrors'] | null;
  /** Rotations that were recorded; null: all. */
  readonly rotations: readonly number[] | null;
  /** Times without recording and under a cover, s since the start. */
  readonly recorder: {
    readonly holes: readonly { readonly from: number; readonly to: number }[];
    readonly covers: readonly { readonly from: number; readonly to: number }[];
  };
}

/** Directions below the axis, several to a column of the table: rims are sharper than columns are wide. */
const FLOOR_PARTS = 4;
const FLOOR_STEP = COLUMN_STEP / FLOOR_PARTS;
const FLOOR_ANGLES = Float64Array.from(
  { length: (COLUMNS * FLOOR_PARTS) / 2 },
  (_, i) => Math.PI + (i + 0.5) * FLOOR_STEP,
);

/** Options that make a drive one with effects, whose truth is written. */
const EFFECT_OPTIONS = [
  'pools',
  'mesh',
  'bolts',
  'dust',
  'muck',
  'cables',
  'furtherDucts',
  'instrument',
  'imuErrors',
  'jolts',
  'recorder',
] as const;

/** Truth of the effects of a drive; null: it has none. */
export function effectsTruth(drive: Drive): EffectsTruth | null {
  const { options, effects, recording } = drive;
  if (EFFECT_OPTIONS.every((name) => options[name] === undefined)) return null;
  const length = excavatedLength(options);
  const bolts = effects?.rays.bolts ?? null;
  const spans = (all: readonly { from: number; to: number }[]) => all.map(({ from, to }) => ({ from, to }));
  return {
    pools: (effects?.rays.pools ?? []).map((pool) => poolTruth(drive, pool, 0, length)),
    mesh: options.mesh ?? [],
    bolts: bolts && { plates: bolts.plates.length, side: 2 * bolts.half },
    dust: options.dust ?? [],
    things: thingsTruth(drive),
    instrument: options.instrument ?? null,
    imu: options.imuErrors ?? null,
    rotations: recording.holes.length > 0 ? recordedRotations(drive) : null,
    recorder: { holes: spans(recording.holes), covers: spans(recording.covers) },
  };
}

/** Rotations of a drive that are recorded, ascending. */
export function recordedRotations(drive: Drive): number[] {
  return Array.from({ length: drive.scans }, (_, i) => i).filter((i) => drive.recording.hasRotation(i));
}

/** Volume of all standing water between two chainages, m^3. */
export function waterBetween(drive: Drive, from: number, to: number): number {
  const pools = drive.effects?.rays.pools ?? [];
  return pools.reduce((sum, pool) => sum + poolTruth(drive, pool, from, to).volume, 0);
}

/**
 * Truth of a pool within chainages: water stands between its surface and the rock where rays from the axis down
 * meet the surface, within the rim, before the rock.
 */
function poolTruth(drive: Drive, pool: Pool, from: number, to: number): PoolTruth {
  const { line, surface } = drive.scene;
  let [area, volume, deepest] = [0, 0, 0];
  const spread = new Spread();
  forEachRow(Math.max(from, pool.options.from), Math.min(to, pool.options.to), (s, width) => {
    const { C, B, kN, kB } = line.frameAt(s);
    // N is horizontal: the surface is a straight line across the section.
    const b = (pool.elevation - C[2]) / B[2];
    if (b >= 0) return;
    for (const theta of FLOOR_ANGLES) {
      const sine = Math.sin(theta);
      const met = b / sine;
      const rock = surface.radiusAt(s, theta);
      const n = met * Math.cos(theta);
      if (met >= rock || !pool.holds(s, n)) continue;
      const bend = kN * Math.cos(theta) + kB * sine;
      const wide = (met / -sine) * FLOOR_STEP;
      area += (wide * width * (1 - bend * met)) / B[2];
      volume += (swept(rock, bend) - swept(met, bend)) * FLOOR_STEP * width;
      deepest = Math.max(deepest, (rock - met) * -sine * B[2]);
      spread.add(s, n);
    }
  });
  return { elevation: pool.elevation, area, volume, deepest, outline: spread.outline() };
}

function thingsTruth(drive: Drive): ThingTruth[] {
  const { vehicles, persons, duct } = drive.options;
  const { obstacles } = drive.scene;
  const boxes = obstacles.filter(({ kind }) => kind === 'vehicle');
  const perVehicle = vehicles.length > 0 ? boxes.length / vehicles.length : 0;
  const person = obstacles.find(({ kind }) => kind === 'person');
  const along = { from: duct?.from ?? 0, to: duct?.to ?? 0 };
  return [
    ...vehicles.map(({ chainage, left }, i) => ({
      kind: 'vehicle',
      volume: boxes.slice(i * perVehicle, (i + 1) * perVehicle).reduce((sum, { volume }) => sum + volume, 0),
      outline: rectangle(chainage, left, VEHICLE.length, VEHICLE.width),
    })),
    ...persons.map(({ chainage, left }) => ({
      kind: 'person',
      volume: person?.volume ?? 0,
      outline: rectangle(chainage, left, 2 * PERSON.radius, 2 * PERSON.radius),
    })),
    ...(drive.walker ? [{ kind: 'walker', volume: drive.walker.obstacle.volume, outline: [] }] : []),
    ...(duct
      ? [
          {
            kind: 'duct',
            volume: Math.PI * duct.radius ** 2 * (duct.to - duct.from),
            outline: rectangle(
              (along.from + along.to) / 2,
              duct.left,
              along.to - along.from,
              2 * duct.radius,
            ),
          },
        ]
      : []),
    ...obstacles.flatMap((obstacle) => {
      if (obstacle instanceof MuckHeap) return [muckTruth(drive, obstacle)];
      if (!(obstacle instanceof PipeObstacle)) return [];
      const { kind, volume, from, to, left, radius } = obstacle;
      return [{ kind, volume, outline: rectangle((from + to) / 2, left, to - from, 2 * radius) }];
    }),
  ];
}

/** Volume of a heap over the rock beneath it, and where it stands on the rock. */
export function muckTruth(drive: Drive, heap: MuckHeap): ThingTruth {
  const { line, surface } = drive.scene;
  const { chainage, length } = heap.options;
  const spread = new Spread();
  let volume = 0;
  // The foot can reach farther than the nominal one where the rock floor lies deep.
  const [from, to] = [chainage - 0.75 * length, chainage + 0.75 * length];
  forEachRow(Math.max(from, 0), Math.min(to, excavatedLength(drive.options)), (s, width) => {
    const { C, N, B, kN, kB } = line.frameAt(s);
    for (const theta of COLUMN_ANGLES) {
      const [cosine, sine] = [Math.cos(theta), Math.sin(theta)];
      const [dx, dy, dz] = [0, 1, 2].map((k) => cosine * N[k] + sine * B[k]);
      const met = heap.intersect(C[0], C[1], C[2], dx, dy, dz);
      const rock = surface.radiusAt(s, theta);
      if (met >= rock) continue;
      const bend = kN * cosine + kB * sine;
      volume += (swept(rock, bend) - swept(met, bend)) * COLUMN_STEP * width;
      spread.add(s, rock * cosine);
    }
  });
  return { kind: 'muck', volume, outline: spread.outline() };
}

/** Leftmost and rightmost places of each row, as an outline. */
class Spread {
  readonly #rows: [s: number, right: number, left: number][] = [];

  add(s: number, n: number): void {
    const row = this.#rows.at(-1);
    if (row === undefined || row[0] !== s) this.#rows.push([s, n, n]);
    else {
      row[1] = Math.min(row[1], n);
      row[2] = Math.max(row[2], n);
    }
  }

  /** Right side up-chainage, left side back. */
  outline(): PlanPoint[] {
    const right = this.#rows.map(([s, n]): PlanPoint => [rounded(s), rounded(n)]);
    const left = this.#rows.map(([s, , n]): PlanPoint => [rounded(s), rounded(n)]);
    return [...right, ...left.reverse()];
  }
}

/** Calls `visit` with middle and width of rows of the table between two chainages. */
function forEachRow(from: number, to: number, visit: (s: number, width: number) => void): void {
  const rows = Math.max(Math.ceil((to - from) / ROW_STEP), 0);
  for (let i = 0; i < rows; i++) visit(from + ((i + 0.5) * (to - from)) / rows, (to - from) / rows);
}

/** Area swept per radian and metre of axis out to a radius, m^2. */
function swept(r: number, bend: number): number {
  return (r * r) / 2 - (bend * r * r * r) / 3;
}

function rectangle(chainage: number, left: number, length: number, width: number): PlanPoint[] {
  const [s, n] = [length / 2, width / 2];
  return [
    [chainage - s, left - n],
    [chainage + s, left - n],
    [chainage + s, left + n],
    [chainage - s, left + n],
  ];
}

function rounded(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}
