import { type Random, seededRandom, subSeed } from '../../src-core/math/random.ts';
import { applyToPoint, compose, expSo3, invert } from '../../src-core/math/se3.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import type { PointSet } from '../../src-lab/problem/method.ts';
import { type Drive, simulateDrive } from '../../src-simulate/drive.ts';
import { ALTITUDE_DEG, AZIMUTH_DEG, BEAM_ORIGIN_MM, ROTATION_HZ } from '../../src-simulate/os1-16.ts';
import { type PresetName, presetOptions } from '../../src-simulate/presets.ts';
import {
  azimuthAt,
  castFiring,
  emptyBlock,
  type SimulatedLasers,
} from '../../src-simulate/sensor/cast-firing.ts';
import { XT_16_LASERS, XT_32_LASERS } from '../../src-simulate/sensor/hesai-packets.ts';
import { HELIOS_32_UNIT, RS_16_UNIT } from '../../src-simulate/sensor/robosense-packets.ts';
import { HDL_32E_LASERS, VLP_16_LASERS, VLP_32C_LASERS } from '../../src-simulate/sensor/velodyne-packets.ts';

interface DonutSensor {
  readonly lasers: SimulatedLasers;
  /** Firings of a rotation. */
  readonly firings: number;
}

/** Sensors whose donuts are drawn, by their names in `simulate --sensor`. */
export const DONUT_SENSORS = {
  'os1-16': {
    lasers: {
      elevationDeg: ALTITUDE_DEG,
      azimuthDeg: AZIMUTH_DEG,
      originMm: BEAM_ORIGIN_MM,
      secondsOf: () => 0,
    },
    firings: 1024,
  },
  'vlp-16': { lasers: VLP_16_LASERS, firings: 1808 },
  'vlp-32c': { lasers: VLP_32C_LASERS, firings: 1808 },
  'hdl-32e': { lasers: HDL_32E_LASERS, firings: 2170 },
  'pandarxt-16': { lasers: XT_16_LASERS, firings: 2000 },
  'pandarxt-32': { lasers: XT_32_LASERS, firings: 2000 },
  'rs-16': { lasers: RS_16_UNIT, firings: 1801 },
  'helios-32': { lasers: HELIOS_32_UNIT, firings: 1800 },
} as const satisfies Record<string, DonutSensor>;

type DonutSensorName = keyof typeof DONUT_SENSORS;

/** Kinds of drives: a straight rough one, a rough ramp with curves, a smooth straight one. */
export const DONUT_DRIVES = ['straight', 'curved', 'smooth'] as const;
type DonutDrive = (typeof DONUT_DRIVES)[number];

/** How far apart two donuts are. */
interface DonutApart {
  /** Along the drive, m. */
  readonly metres: [least: number, greatest: number];
  /** About any axis, degrees, besides the turn of the drive. */
  readonly degrees: [least: number, greatest: number];
}

const DONUTS_APART: DonutApart = { metres: [0.1, 2], degrees: [0, 15] };

/** Two rotations of a sensor in one drive, each in the frame of the sensor at its middle. */
export interface DonutPair {
  readonly seed: number;
  readonly sensor: DonutSensorName;
  readonly drive: DonutDrive;
  readonly source: PointSet;
  readonly target: PointSet;
  readonly T_target_source: Rigid;
}

/** Length of a drive, m, rocks of each kind, and what the sensor keeps from either end, m. */
const LENGTH = 40;
const ROCKS = 4;
const MARGIN = 5;

const drives = new Map<string, Drive>();

/** The drive of a kind with the rock of a seed: building its surface takes most of the time, so they are kept. */
function driveOf(kind: DonutDrive, rock: number): Drive {
  const key = `${kind} ${rock}`;
  const known = drives.get(key);
  if (known) return known;
  const preset: PresetName = kind === 'straight' ? 'rough' : kind;
  const options = { ...presetOptions(preset, LENGTH), seed: rock };
  const straight = { alignment: [{ length: LENGTH, radius: null, grade: 0.05 }] };
  const drive = simulateDrive(kind === 'straight' ? { ...options, ...straight } : options);
  drives.set(key, drive);
  return drive;
}

/**
 * Draws a pair of donuts. The sensor moves at 1 m/s during each rotation, as robots do, and what it sees is placed by
 * its true motion; the noise of its ranges is 20 mm. The same seed gives the same pair.
 *
 * @param other draw the target from other rock: the pair has no answer
 */
export function drawDonuts(
  seed: number,
  sensor: DonutSensorName,
  kind: DonutDrive,
  apart: DonutApart = DONUTS_APART,
  other = false,
): DonutPair {
  const random = seededRandom(subSeed(seed, `donuts ${sensor} ${kind}`));
  const rock = 1 + random.below(ROCKS);
  const drive = driveOf(kind, rock);
  const { duration } = drive.schedule;
  const from = MARGIN + (duration - 2 * MARGIN - apart.metres[1]) * random.uniform();
  const metres = within(apart.metres, random);
  const axis = [random.normal(), random.normal(), random.normal()];
  const angle = (within(apart.degrees, random) * Math.PI) / 180 / Math.hypot(...axis);
  const tilt = {
    R: expSo3(angle * axis[0], angle * axis[1], angle * axis[2]),
    t: new Float64Array(3),
  };
  const level = { R: expSo3(0, 0, 0), t: new Float64Array(3) };
  const target = donutOf(other ? driveOf(kind, 1 + (rock % ROCKS)) : drive, sensor, from, level, random);
  const source = donutOf(drive, sensor, secondsAfter(drive, from, metres), tilt, random);
  const T_target_source = compose(invert(target.T_world_sensor), source.T_world_sensor);
  return { seed, sensor, drive: kind, source: source.points, target: target.points, T_target_source };
}

function within([least, greatest]: readonly [number, number], random: Random): number {
  return least + (greatest - least) * random.uniform();
}

/** Instant at which the sensor is so far from where it was, s. */
function secondsAfter({ trajectory }: Drive, from: number, metres: number): number {
  const [x, y, z] = trajectory.poseAt(from).t;
  for (let seconds = from; ; seconds += 1e-3) {
    const { t } = trajectory.poseAt(seconds);
    if (Math.hypot(t[0] - x, t[1] - y, t[2] - z) >= metres) return seconds;
  }
}

/** @param T_level_sensor how the sensor is turned on its mount */
function donutOf(
  drive: Drive,
  sensor: DonutSensorName,
  middle: number,
  T_level_sensor: Rigid,
  random: Random,
): { points: PointSet; T_world_sensor: Rigid } {
  const { lasers, firings }: DonutSensor = DONUT_SENSORS[sensor];
  const { elevationDeg, azimuthDeg, heightMm, originMm = 0, secondsOf } = lasers;
  const poseAt = (seconds: number): Rigid => compose(drive.trajectory.poseAt(seconds), T_level_sensor);
  const trajectory = {
    poseInto(seconds: number, out: Rigid): void {
      const { R, t } = poseAt(seconds);
      out.R.set(R);
      out.t.set(t);
    },
  } as Drive['trajectory'];
  const turned = { ...drive, trajectory };
  const T_world_sensor = poseAt(middle);
  const T_sensor_world = invert(T_world_sensor);
  const block = emptyBlock(elevationDeg.length);
  const xyz: number[] = [];
  const reflectivity: number[] = [];
  const rad = Math.PI / 180;
  for (let firing = 0; firing < firings; firing++) {
    const seconds = middle + (firing / firings - 0.5) / ROTATION_HZ;
    for (const values of Object.values(block)) values.fill(0);
    castFiring(turned, lasers, seconds, 0, block, 0, random);
    for (let laser = 0; laser < elevationDeg.length; laser++) {
      const range = block.rangeMm[laser] * 1e-3;
      if (range === 0) continue;
      const time = seconds + secondsOf(laser);
      const array = azimuthAt(time) * rad;
      const azimuth = array + (azimuthDeg?.[laser] ?? 0) * rad;
      const elevation = elevationDeg[laser] * rad;
      const across = range * Math.cos(elevation);
      const at = applyToPoint(
        poseAt(time),
        across * Math.sin(azimuth) + originMm * 1e-3 * Math.sin(array),
        across * Math.cos(azimuth) + originMm * 1e-3 * Math.cos(array),
        range * Math.sin(elevation) + (heightMm?.[laser] ?? 0) * 1e-3,
      );
      xyz.push(...applyToPoint(T_sensor_world, at[0], at[1], at[2]));
      reflectivity.push(block.reflectivity[laser]);
    }
  }
  const points = {
    count: xyz.length / 3,
    xyz: Float64Array.from(xyz),
    reflectivity: Float64Array.from(reflectivity),
  };
  return { points, T_world_sensor };
}

/**
 * Pairs with the `count` seeds after `before`, drives and sensors in turn.
 *
 * @param other as of `drawDonuts`
 */
export function* donutPairs(count: number, other = false, before = 0): Generator<DonutPair, void, void> {
  const sensors = Object.keys(DONUT_SENSORS) as DonutSensorName[];
  for (let seed = before + 1; seed <= before + count; seed++) {
    const [drive, sensor] = [DONUT_DRIVES[seed % DONUT_DRIVES.length], sensors[seed % sensors.length]];
    yield drawDonuts(seed, sensor, drive, DONUTS_APART, other);
  }
}
