import { JOLT_SECONDS, type JoltOptions } from './motion/jolts.ts';
import type { SimulateOptions } from './options.ts';
import { BOLT_DEFAULTS, type BoltOptions } from './things/bolts.ts';
import type { DustOptions } from './things/dust.ts';
import type { MeshOptions } from './things/mesh.ts';
import type { PoolOptions } from './things/water.ts';

/** Widest offset: a pool or patch as wide as the drive is clamped to its walls. */
const ANY = 20;
/** Longest pools, m: on a grade of 1:20 a longer one only gets deeper at its lower end. */
const LONGEST_POOL = { wide: 6, narrow: 4 };
const MESH = { least: 0.05, most: 0.1, share: 0.1 };

/** Two pools of a drive, one over the whole width. */
export function minePools(length: number): PoolOptions[] {
  const wide = Math.min(LONGEST_POOL.wide, 0.2 * length);
  const narrow = Math.min(LONGEST_POOL.narrow, 0.14 * length);
  const [first, second] = [0.26 * length, 0.58 * length];
  return [
    { from: first, to: first + wide, right: -ANY, left: ANY, level: 0.03, depth: 0.25, mirrored: 0.6 },
    { from: second, to: second + narrow, right: -1.4, left: 0.6, level: 0.02, depth: 0.2, mirrored: 0.6 },
  ];
}

/** Mesh patches over some 15 % of walls and crown. */
export function mineMesh(length: number): MeshOptions[] {
  return [
    { ...MESH, from: 0.34 * length, to: 0.54 * length, fromDeg: 20, toDeg: 100 },
    { ...MESH, from: 0.6 * length, to: 0.8 * length, fromDeg: 90, toDeg: 180 },
  ];
}

/** Mesh over both walls and the crown of a stretch. */
export function mineMeshOver({ from, to }: { from: number; to: number }): MeshOptions {
  return { ...MESH, from, to, fromDeg: 10, toDeg: 170 };
}

/** Bolts with plates over a stretch, on the usual pattern. */
export function mineBolts({ from, to }: { from: number; to: number }): BoltOptions {
  return { ...BOLT_DEFAULTS, from, to };
}

/** A knock of so many degrees, never about one axis alone. */
export function knock(chainage: number, degrees: number): JoltOptions {
  return { chainage, rollDeg: 0.8 * degrees, pitchDeg: 0.6 * degrees, yawDeg: 0, seconds: JOLT_SECONDS };
}

/** Two stretches of dust. */
export function mineDust(length: number): DustOptions[] {
  return [
    { from: 0.22 * length, to: 0.34 * length, rate: 0.015, extinction: 0.02 },
    { from: 0.64 * length, to: 0.74 * length, rate: 0.015, extinction: 0.02 },
  ];
}

/** All effects of a mine at moderate strength. */
export function mineEffects(length: number): Partial<SimulateOptions> {
  return {
    lateralOffset: -0.5,
    pools: minePools(length),
    mesh: mineMesh(length),
    bolts: mineBolts({ from: 0.3 * length, to: 0.85 * length }),
    dust: mineDust(length),
    duct: { from: 2, to: 0.85 * length, left: 0.9, up: 1.75, radius: 0.3 },
    cables: [{ from: 2, to: 0.9 * length, left: 2, up: 0.5, radius: 0.02, sag: 0.06, spacing: 2 }],
    vehicles: [{ chainage: 0.5 * length, left: 1.35 }],
    muck: [{ chainage: 0.75 * length, left: -2, length: 3, width: 2.4, height: 0.4 }],
    walker: { ahead: 5, left: 0.3, vest: true },
    instrument: 'drawn',
    imuErrors: 'drawn',
  };
}

/** Rough handling on the way in: jolts, a stop, a half turn, back and forth, a lift by hand, a covered sensor. */
export function roughHandling(
  { start, standoff }: SimulateOptions,
  length: number,
): Partial<SimulateOptions> {
  const at = (share: number) => start + share * (length - standoff - start);
  const jolt = (share: number, rollDeg: number, pitchDeg: number, yawDeg: number) => ({
    chainage: at(share),
    rollDeg,
    pitchDeg,
    yawDeg,
    seconds: JOLT_SECONDS,
  });
  return {
    manoeuvres: [
      { kind: 'stand', chainage: at(0.2), seconds: 3 },
      { kind: 'lift', chainage: at(0.35), height: 0.4, seconds: 2 },
      { kind: 'turn', chainage: at(0.5), degrees: 180 },
      { kind: 'reverse', chainage: at(0.75), distance: 0.2 * (length - standoff - start) },
    ],
    jolts: [jolt(0.1, 4, 3, 0), jolt(0.28, -3, 5, 2), jolt(0.62, 6, 0, -3), jolt(0.9, 0, -5, 0)],
    recorder: { lostPackets: 0.005, covers: [{ chainage: at(0.42), seconds: 2 }] },
    imuErrors: 'drawn',
  };
}
