import { emptyPass, type TargetPass } from '../../../src-core/closing/control/targets/target-pass.ts';
import { seededRandom } from '../../../src-core/math/random.ts';
import { ALTITUDE_DEG } from '../../../src-simulate/os1-16.ts';

type Vector = readonly [number, number, number];

/** A made-up pass: a sensor drives along +x by a wall at y = 2.2 m and sees a plate before it. */
export interface MadePass {
  /** Centre of the plate, m. */
  readonly centre: Vector;
  /** Turned about the vertical away from the wall's own direction, degrees. */
  readonly turnedDeg: number;
  /** True where (along, up) from the centre, m, shines. */
  readonly shines: (u: number, v: number) => boolean;
  /** Metres that the surface stands out of the plate's plane at (along, up). */
  readonly relief: (u: number, v: number) => number;
  /** Way of the sensor along x, m, and its scans. */
  readonly from: number;
  readonly to: number;
  readonly scans: number;
  /** Up and down sway, m: without it the lines of every scan lie at the same heights. */
  readonly sway: number;
  /** Of ranges, and of each scan's pose, m. */
  readonly rangeNoise: number;
  readonly poseNoise: number;
  /** Something 0.5 m before the plate hides what lies beyond this `along`, m. */
  readonly hiddenFrom: number;
  /** Speed of the plate along x, m/s, at a scan each 0.1 s. */
  readonly speed: number;
  /** Error of the poses' speed along x, m/s, which the poses know to be loose. */
  readonly looseSpeed: number;
  readonly reach: number;
  readonly seed: number;
}

export const disc = (size: number) => (u: number, v: number) => Math.hypot(u, v) < size / 2;
export const box = (width: number, height: number) => (u: number, v: number) =>
  Math.abs(u) < width / 2 && Math.abs(v) < height / 2;

export const PASS_DEFAULTS: MadePass = {
  centre: [0, 2.2, 0.15],
  turnedDeg: 0,
  shines: disc(0.3),
  relief: () => 0,
  from: -4,
  to: 4,
  scans: 40,
  sway: 0.03,
  rangeNoise: 0.02,
  poseNoise: 0.002,
  hiddenFrom: Number.POSITIVE_INFINITY,
  speed: 0,
  looseSpeed: 0,
  reach: 6.5,
  seed: 1,
};

const COLUMN_STEP = (2 * Math.PI) / 1024;
/** Rays farther than this above or below tell nothing of the plate, m. */
const WINDOW = 0.6;
/** What does not shine lies this far behind the plate, m. */
const WALL = 0.08;

export function makePass(change: Partial<MadePass>): TargetPass {
  const built = { ...PASS_DEFAULTS, ...change };
  const random = seededRandom(built.seed);
  const pass = emptyPass();
  const turn = (built.turnedDeg * Math.PI) / 180;
  const along: Vector = [Math.cos(turn), Math.sin(turn), 0];
  const normal: Vector = [Math.sin(turn), -Math.cos(turn), 0];
  for (let scan = 0; scan < built.scans; scan++) {
    const share = built.scans > 1 ? scan / (built.scans - 1) : 0.5;
    const seconds = scan / 10;
    const sensor: Vector = [
      built.from + share * (built.to - built.from),
      0,
      built.sway * Math.sin(1.7 * scan) + 0.5 * built.sway * Math.sin(0.3 * scan),
    ];
    const middle = (built.scans - 1) / 20;
    // What the pose says less where the sensor is.
    const off = [0, 1, 2].map(
      (k) => built.poseNoise * random.normal() - (k === 0 ? built.looseSpeed * (seconds - middle) : 0),
    );
    const centre = built.centre.map((c, k) => c + (k === 0 ? built.speed * seconds : 0)) as unknown as Vector;
    const toCentre = Math.atan2(centre[1] - sensor[1], centre[0] - sensor[0]);
    const first = pass.bright.length;
    const spread = Math.ceil(1.2 / Math.hypot(centre[0] - sensor[0], centre[1]) / COLUMN_STEP / 2);
    const columns = Math.round(toCentre / COLUMN_STEP);
    const flat = Math.hypot(centre[0] - sensor[0], centre[1] - sensor[1]);
    for (const altitude of ALTITUDE_DEG) {
      const height = sensor[2] + flat * Math.tan((altitude * Math.PI) / 180);
      if (Math.abs(height - centre[2]) > WINDOW) continue;
      for (let column = columns - spread; column <= columns + spread; column++) {
        const azimuth = column * COLUMN_STEP;
        const phi = (altitude * Math.PI) / 180;
        const d: Vector = [
          Math.cos(phi) * Math.cos(azimuth),
          Math.cos(phi) * Math.sin(azimuth),
          Math.sin(phi),
        ];
        const hit = meet(built, sensor, d, centre, along, normal);
        if (hit === null) continue;
        const range = hit.range + built.rangeNoise * random.normal();
        for (let k = 0; k < 3; k++) pass.origin.push(sensor[k] + off[k]);
        for (let k = 0; k < 3; k++) pass.point.push(sensor[k] + off[k] + range * d[k]);
        pass.bright.push(hit.shines ? 1 : 0);
        pass.scanOf.push(pass.scans.length);
      }
    }
    const shining = Array.from({ length: pass.bright.length - first }, (_, i) => first + i).filter(
      (i) => pass.bright[i] === 1,
    );
    const range = Math.hypot(...centre.map((c, k) => c - sensor[k]));
    if (shining.length === 0 || range > built.reach) {
      // The finder keeps no scan that saw nothing shine.
      pass.origin.length = 3 * first;
      pass.point.length = 3 * first;
      pass.bright.length = first;
      pass.scanOf.length = first;
      continue;
    }
    const centroid = [0, 1, 2].map(
      (k) => shining.reduce((sum, i) => sum + pass.point[3 * i + k], 0) / shining.length,
    ) as unknown as Vector;
    const place = sensor.map((s, k) => s + off[k]) as unknown as Vector;
    const loose =
      built.looseSpeed === 0 ? null : { direction: [1, 0, 0] as const, speedSigma: 0.6, placeSigma: 0 };
    pass.scans.push({ scanIndex: scan, seconds, sensor: place, centroid, range, loose });
  }
  return pass;
}

function meet(
  pass: MadePass,
  sensor: Vector,
  d: Vector,
  centre: Vector,
  along: Vector,
  normal: Vector,
): { range: number; shines: boolean } | null {
  const dot = (a: ArrayLike<number>, b: ArrayLike<number>): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  const facing = dot(d, normal);
  if (facing > -0.05) return null;
  const pierceAt = (depth: number) => {
    const plane = centre.map((c, k) => c - depth * normal[k] - sensor[k]);
    const range = dot(plane, normal) / facing;
    const q = sensor.map((s, k) => s + range * d[k] - centre[k]);
    return { range, u: dot(q, along), v: q[2] };
  };
  const front = pierceAt(-0.5);
  if (front.range > 0 && front.u > pass.hiddenFrom) return { range: front.range, shines: false };
  const on = pierceAt(0);
  const shines = pass.shines(on.u, on.v);
  const { range } = pierceAt(shines ? -pass.relief(on.u, on.v) : WALL);
  return { range, shines };
}
