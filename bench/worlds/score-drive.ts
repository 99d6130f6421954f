import type { StampedPose } from '../../src-core/io/tables/tum.ts';
import { applyToPoint, compose, invert } from '../../src-core/math/se3.ts';
import { distance3 } from '../../src-core/math/vec3.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import type { VolumeJson } from '../../src-core/report/volume-json.ts';
import { poseOfMap } from '../../src-simulate/cast-scan.ts';
import type { Drive } from '../../src-simulate/drive.ts';
import { excavatedLength } from '../../src-simulate/options.ts';
import { MuckHeap } from '../../src-simulate/things/muck.ts';
import { muckTruth, waterBetween } from '../../src-simulate/truth/truth-effects.ts';
import { TruthIntegral } from '../../src-simulate/truth/truth-integral.ts';

/** What a survey stated of a drive, beside the rock of the simulator. Shares are of the true void. */
export interface Stated {
  /** Along the axis of the survey, m. */
  readonly from: number;
  readonly to: number;
  readonly volume: number;
  /** Void down to the rock, without muck, m^3. */
  readonly truth: number;
  /** Off by, against the void above the water, which the value ends at, and down to the rock, which the ± must cover. */
  readonly error: number;
  readonly rockError: number;
  /** 95 %. */
  readonly plusMinus: number;
  readonly measuredShare: number;
  /** Length of the way that the range covers, share of what was driven. */
  readonly coveredShare: number;
  /** The true range ends so far beyond the nearest rock of the face, m; 0: before it. */
  readonly pastFace: number;
  readonly warnings: readonly string[];
  /** Components of the ±, one standard deviation. */
  readonly parts: Readonly<Record<string, number>>;
}

/** How far the end of a trajectory lies from its truth in the frame of the map, and its true length, m. */
interface End {
  readonly end: number;
  readonly path: number;
}

/** Poses so much farther from a section than the nearest one still say where it truly is, m. */
const NEIGHBOURHOOD = 1;

/** Seconds since the start of a drive at a stamp of its sensor. */
function secondsAt({ clockStartNs }: Drive, stampNs: bigint): number {
  return Number(stampNs - clockStartNs) * 1e-9;
}

/** Scores the end of a trajectory. @param poses by the survey, in its map */
export function endOf(drive: Drive, poses: readonly StampedPose[]): End {
  const T_map_world = invert(poseOfMap(drive));
  const truth = poses.map(({ stampNs }) =>
    compose(T_map_world, drive.trajectory.poseAt(secondsAt(drive, stampNs))),
  );
  const last = poses.length - 1;
  return {
    end: distance3(poses[last].T_map_sensor.t, truth[last].t),
    path: truth.slice(1).reduce((sum, { t }, i) => sum + distance3(truth[i].t, t), 0),
  };
}

/** A section of the survey: its chainage and the middle of its area in the map. */
export interface FoundSection {
  readonly chainage: number;
  readonly middle: readonly [number, number, number];
}

/**
 * Scores a stated volume against the rock between the places where the survey truly was: each end of the range is a
 * plane of the map, which is taken into the world by the poses that saw it.
 */
export function statedOf(
  drive: Drive,
  poses: readonly StampedPose[],
  volume: VolumeJson,
  sections: readonly FoundSection[],
): Stated {
  const [from, to] = [volume.chainageFrom, volume.chainageTo].map((chainage) =>
    trueChainage(drive, poses, sections, chainage),
  );
  const { void: rock, water, muck } = trueVolumes(drive, from, to);
  const truth = rock - muck;
  const { value, plusMinus } = volume.volume;
  const { coverage } = volume;
  return {
    from: volume.chainageFrom,
    to: volume.chainageTo,
    volume: value,
    truth,
    error: (value - (truth - water)) / truth,
    rockError: value / truth - 1,
    plusMinus: plusMinus / truth,
    measuredShare: volume.measuredShare,
    coveredShare: coverage ? coverage.coveredLength / coverage.drivenLength : 1,
    pastFace: Math.max(0, to - (drive.scene.face?.nearest ?? Number.POSITIVE_INFINITY)),
    warnings: [...new Set(volume.warnings.map(({ code }) => code))],
    parts: Object.fromEntries(volume.uncertainty.map(({ source, sigma }) => [source, sigma / truth])),
  };
}

/** True chainage of a chainage of the survey, from the section next to it. */
function trueChainage(
  drive: Drive,
  poses: readonly StampedPose[],
  sections: readonly FoundSection[],
  chainage: number,
): number {
  const nearest = sections.reduce((best, section) =>
    Math.abs(section.chainage - chainage) < Math.abs(best.chainage - chainage) ? section : best,
  );
  const away = poses.map(({ T_map_sensor }) => distance3(T_map_sensor.t, nearest.middle));
  const reach = Math.min(...away) + NEIGHBOURHOOD;
  const { line } = drive.scene;
  let [sum, count] = [0, 0];
  poses.forEach(({ stampNs, T_map_sensor }, i) => {
    if (away[i] > reach) return;
    const T_world_map: Rigid = compose(
      drive.trajectory.poseAt(secondsAt(drive, stampNs)),
      invert(T_map_sensor),
    );
    const [x, y, z] = applyToPoint(T_world_map, ...nearest.middle);
    sum += line.locate(x, y, z, drive.options.start + nearest.chainage).s;
    count++;
  });
  return sum / count + chainage - nearest.chainage;
}

/** Void, water and muck between two true chainages, m^3; beyond the ends of the rock its last section goes on. */
function trueVolumes(drive: Drive, from: number, to: number): { void: number; water: number; muck: number } {
  const { line, surface, obstacles } = drive.scene;
  const integral = new TruthIntegral(line, surface, drive.section);
  const length = excavatedLength(drive.options);
  const [first, last] = [Math.max(from, 0), Math.min(to, length)];
  const beyond = (first - from) * integral.areas(0).void + (to - last) * integral.areas(length).void;
  const heaps = obstacles.filter((obstacle) => obstacle instanceof MuckHeap);
  const whole = heaps.filter(({ options }) => options.chainage > from && options.chainage < to);
  return {
    void: integral.volumes(first, last).void + beyond,
    water: waterBetween(drive, first, last),
    // A heap counts by its middle: none of the worlds' lies at the end of a range.
    muck: whole.reduce((sum, heap) => sum + muckTruth(drive, heap).volume, 0),
  };
}
