import { quaternionOf } from '../src-core/math/se3.ts';
import { distance3 } from '../src-core/math/vec3.ts';
import { message } from '../src-core/messages/message.ts';
import { SocavonError } from '../src-core/model/errors.ts';
import type { Rigid } from '../src-core/model/rigid.ts';
import { columnStampNs, poseOfMap } from './cast-scan.ts';
import type { Drive } from './drive.ts';
import { excavatedLength } from './options.ts';
import { ROTATION_HZ } from './os1-16.ts';
import type { TargetPlate } from './targets.ts';
import { MuckHeap } from './things/muck.ts';
import { DUCT_HANGERS } from './things/obstacles.ts';
import {
  type EffectsTruth,
  effectsTruth,
  muckTruth,
  recordedRotations,
  waterBetween,
} from './truth/truth-effects.ts';
import { TruthIntegral, type TruthVolumes } from './truth/truth-integral.ts';
import { trueSolidVolume } from './truth/truth-solid.ts';

/** Chainage range of a true volume, m. */
export interface TruthRange {
  readonly from: number;
  readonly to: number;
}

/** True volumes of one range, by both integrations. */
interface RangeTruth extends TruthRange {
  readonly volumes: TruthVolumes;
  /** The void as a closed solid of triangles, m^3. */
  readonly voidSolid: number;
  /** |solid - integral| / integral. */
  readonly relativeDifference: number;
  /** Standing water in it, and the void above it; absent: no water in the drive. The void counts the water in. */
  readonly water?: number;
  readonly aboveWater?: number;
}

/** Ground truth of a drive, written as truth.json. Lengths m, areas m^2, volumes m^3, chainage slope. */
export interface DriveTruth {
  readonly units: string;
  readonly preset: string | null;
  readonly options: Drive['options'];
  readonly design: { readonly area: number };
  readonly face: { readonly nominal: number; readonly nearest: number; readonly farthest: number } | null;
  readonly scans: number;
  /** Pose of the sensor in the world if the first scan is the frame of a map (`poseOfMap`): "x y z qx qy qz qw". */
  readonly originPose: string;
  /** Path length of the sensor, m. */
  readonly travelled: number;
  readonly surveyed: RangeTruth;
  readonly every5m: readonly RangeTruth[];
  readonly asked: readonly RangeTruth[];
  readonly largestRelativeDifference: number;
  /** Solids inside the void; the volumes above count the rock surface alone. */
  readonly objects: readonly { readonly kind: string; readonly volume: number }[];
  /** Targets on the walls: centre of the front and normal, world; absent: none. */
  readonly targets?: readonly {
    readonly name: string;
    readonly centre: readonly number[];
    readonly normal: readonly number[];
    readonly size: number;
    readonly shape: string;
  }[];
  /** Water, mesh, things and the errors of the instruments; absent: none of these is asked for. */
  readonly effects?: EffectsTruth;
  /** Sections normal to the axis every 0.5 m. */
  readonly sections: readonly ({ readonly chainage: number } & TruthVolumes)[];
}

/** A true outline normal to the axis. */
interface TrueProfile {
  readonly chainage: number;
  readonly origin: readonly number[];
  readonly left: readonly number[];
  readonly up: readonly number[];
  /** (left, up) pairs, m, counter-clockwise seen up-chainage's left-up plane, first not repeated. */
  readonly outline: readonly (readonly [number, number])[];
}

const SECTION_STEP = 0.5;
const AXIS_STEP = 0.25;
const OUTLINE_POINTS = 360;

/** True volumes between two chainages, by both integrations. */
export function truthBetween(drive: Drive, from: number, to: number): RangeTruth {
  const { line, surface } = drive.scene;
  const length = excavatedLength(drive.options);
  if (!(from >= 0 && to <= length && from < to)) {
    throw new SocavonError('chainage-range', message('simulate-truth-range', { from, to, length }));
  }
  const volumes = new TruthIntegral(line, surface, drive.section).volumes(from, to);
  const voidSolid = trueSolidVolume(line, surface, from, to);
  const range = { from, to, volumes, voidSolid, relativeDifference: Math.abs(voidSolid / volumes.void - 1) };
  if (drive.options.pools === undefined) return range;
  const water = waterBetween(drive, from, to);
  return { ...range, water, aboveWater: volumes.void - water };
}

/**
 * Computes the ground truth of the drive.
 *
 * @param ranges further ranges, in addition to the surveyed range and every 5 m within it
 */
export function driveTruth(drive: Drive, preset: string | null, ranges: readonly TruthRange[]): DriveTruth {
  const { options, scene, section } = drive;
  const integral = new TruthIntegral(scene.line, scene.surface, section);
  const between = ({ from, to }: TruthRange) => truthBetween(drive, from, to);
  const surveyed = between(drive.surveyed);
  const every5m = fiveMetreRanges(drive.surveyed).map(between);
  const rangeTruths = ranges.map(between);
  const sections = multiples(SECTION_STEP, 0, excavatedLength(options)).map((chainage) => ({
    chainage,
    ...integral.areas(chainage),
  }));
  const { face, duct, obstacles } = scene;
  const effects = effectsTruth(drive);
  const ducts = duct
    ? [{ kind: 'duct', volume: Math.PI * duct.radius ** 2 * (duct.to - duct.from), sag: DUCT_HANGERS.sag }]
    : [];
  return {
    units: 'm, m2, m3; chainage along the 3D axis (slope length) from the portal',
    preset,
    options,
    design: { area: section.area },
    face: face && { nominal: face.chainage, nearest: face.nearest, farthest: face.farthest },
    scans: drive.scans,
    originPose: poseText(poseOfMap(drive)),
    travelled: travelled(drive),
    surveyed,
    every5m,
    asked: rangeTruths,
    largestRelativeDifference: Math.max(
      ...[surveyed, ...every5m, ...rangeTruths].map((range) => range.relativeDifference),
    ),
    objects: [
      ...ducts,
      ...obstacles
        .filter(({ kind }) => kind !== 'target')
        .map((obstacle) => ({
          kind: obstacle.kind,
          volume: obstacle instanceof MuckHeap ? muckTruth(drive, obstacle).volume : obstacle.volume,
        })),
    ],
    ...(drive.targets.length > 0 ? { targets: drive.targets.map(targetTruth) } : {}),
    ...(effects === null ? {} : { effects }),
    sections,
  };
}

/** Pose of the sensor at the first column of each scan, TUM format, sensor clock seconds. */
export function truthTum(drive: Drive): string {
  const lines = ['# stamp tx ty tz qx qy qz qw (T_world_sensor, sensor clock)'];
  for (const i of recordedRotations(drive)) {
    const stampNs = columnStampNs(drive, i, 0);
    const pose = poseText(drive.trajectory.poseAt(i / ROTATION_HZ));
    lines.push(`${stampNs / 1_000_000_000n}.${String(stampNs % 1_000_000_000n).padStart(9, '0')} ${pose}`);
  }
  return `${lines.join('\n')}\n`;
}

/** The centreline as `chainage,x,y,z`. */
export function truthAxisCsv(drive: Drive): string {
  const { line } = drive.scene;
  const rows = multiples(AXIS_STEP, 0, drive.options.length).map((s) => {
    const [x, y, z] = line.pointAt(s, 0, 0);
    return `${s},${x.toFixed(6)},${y.toFixed(6)},${z.toFixed(6)}`;
  });
  return `chainage,x,y,z\n${rows.join('\n')}\n`;
}

/** True outlines every metre of the drive. */
export function trueProfiles(drive: Drive): TrueProfile[] {
  const { line, surface } = drive.scene;
  return multiples(1, 0, excavatedLength(drive.options)).map((chainage) => {
    const { C, N, B } = line.frameAt(chainage);
    const outline = Array.from({ length: OUTLINE_POINTS }, (_, i) => {
      const theta = (2 * Math.PI * i) / OUTLINE_POINTS;
      const radius = surface.radiusAt(chainage, theta);
      return [rounded(radius * Math.cos(theta)), rounded(radius * Math.sin(theta))] as const;
    });
    return { chainage, origin: [...C], left: [...N], up: [...B], outline };
  });
}

function targetTruth({ name, centre, normal, size, shape }: TargetPlate) {
  return { name, centre: [...centre], normal: [...normal], size, shape };
}

function fiveMetreRanges({ from, to }: TruthRange): TruthRange[] {
  const starts = multiples(5, from, to - 5);
  return starts.map((start) => ({ from: start, to: start + 5 }));
}

/** Multiples of a step within [from, to], exact in decimals. */
function multiples(step: number, from: number, to: number): number[] {
  const first = Math.ceil(from / step - 1e-9);
  const last = Math.floor(to / step + 1e-9);
  return Array.from({ length: Math.max(last - first + 1, 0) }, (_, i) => (first + i) * step);
}

function travelled(drive: Drive): number {
  const step = 0.05;
  let sum = 0;
  let before = drive.trajectory.poseAt(0).t;
  for (let t = step; t < drive.trajectory.duration; t += step) {
    const { t: now } = drive.trajectory.poseAt(t);
    sum += distance3(now, before);
    before = now;
  }
  return sum;
}

function poseText(T: Rigid): string {
  const numbers = [...T.t].map((value) => value.toFixed(7));
  return [...numbers, ...quaternionOf(T.R).map((value) => value.toFixed(10))].join(' ');
}

function rounded(value: number): number {
  return Math.round(value * 1e5) / 1e5;
}
