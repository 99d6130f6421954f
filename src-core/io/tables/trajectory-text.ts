import { rotationOf } from '../../math/se3.ts';
import { message } from '../../messages/message.ts';
import { SocavonError } from '../../model/errors.ts';
import { isOnEarth } from '../../model/place-limit.ts';
import { requireCount } from '../../model/reading-limits.ts';
import { type PoseLayout, poseLayout, poseWords } from '../bytes/pose-layout.ts';
import { parseKittiPoses } from './kitti-poses.ts';
import { parseSeconds, parseTum, type StampedPose } from './tum.ts';

/** A trajectory as a text has it. */
export interface TrajectoryText {
  readonly format: PoseLayout['format'];
  /** Metres and nanoseconds; of KITTI in the order of the file, else of their times. */
  readonly poses: readonly StampedPose[];
  /** False: the file states no times, and the stamps only count the poses. */
  readonly hasTimes: boolean;
}

/**
 * Parses a trajectory: TUM, KITTI, EuRoC, or a CSV with names. All state positions in metres, unless a person knows better.
 *
 * @param times text of KITTI's times, a number of seconds a line; null: there is none
 * @param metres per unit of the positions in the file
 * @throws SocavonError 'file-format' with the invalid line
 */
export function parseTrajectory(
  text: string,
  name: string,
  times: { readonly name: string; readonly text: string } | null = null,
  metres = 1,
): TrajectoryText {
  const layout = poseLayout(`${text}\n`, 1);
  if (layout?.format === 'KITTI') return withTimes(text, name, times, metres);
  const poses =
    layout === null || (layout.format === 'TUM' && !/^[^#\r\n]*[,;]/m.test(text))
      ? parseTum(text, name, metres)
      : tableOf(text, name, layout, metres);
  const sorted = [...poses].sort((a, b) => (a.stampNs < b.stampNs ? -1 : a.stampNs > b.stampNs ? 1 : 0));
  return { format: layout?.format ?? 'TUM', poses: sorted, hasTimes: true };
}

function withTimes(
  text: string,
  name: string,
  times: { readonly name: string; readonly text: string } | null,
  metres: number,
): TrajectoryText {
  const poses = parseKittiPoses(text, name) ?? [];
  requireCount('poses', poses.length, name);
  const stamps = times === null ? null : stampsOf(times);
  if (stamps !== null && stamps.length !== poses.length)
    throw new SocavonError(
      'file-format',
      message('trajectory-times-count', {
        name,
        poses: poses.length,
        times: times!.name,
        count: stamps.length,
      }),
    );
  return {
    format: 'KITTI',
    poses: poses.map(({ R, t }, i) => ({
      stampNs: stamps?.[i] ?? BigInt(i + 1),
      T_map_sensor: { R, t: t.map((value) => metres * value) },
    })),
    hasTimes: stamps !== null,
  };
}

function stampsOf({ name, text }: { readonly name: string; readonly text: string }): bigint[] {
  const lines = text.trimEnd().split(/\r?\n/);
  return lines.map((line, i) => {
    const stamp = parseSeconds(line.trim());
    if (stamp === null || BigInt.asIntN(64, stamp) !== stamp)
      throw new SocavonError('file-format', message('frames-times-line', { name, line: i + 1 }));
    return stamp;
  });
}

/** Poses of a table by its columns, stamps digit by digit. */
function tableOf(
  text: string,
  name: string,
  { stamp, place, turn, perSecond }: PoseLayout,
  metres: number,
): StampedPose[] {
  const lines = text.split(/\r\n|\r|\n/);
  requireCount('poses', lines.length, name);
  const poses: StampedPose[] = [];
  lines.forEach((line, index) => {
    if (line.trim() === '' || /^\s*(?:#|\/\/|%)/.test(line)) return;
    const words = poseWords(line);
    // The line of names.
    if (poses.length === 0 && words.every((word) => !Number.isFinite(Number(word)))) return;
    const numbers = (columns: readonly number[]): number[] =>
      columns.map((column) => (words[column] === undefined ? Number.NaN : Number(words[column])));
    const [t, q] = [
      numbers(place).map((value) => metres * value),
      numbers(turn!) as [number, number, number, number],
    ];
    const fine = parseSeconds(words[stamp] ?? '');
    const stampNs = fine === null ? null : fine / BigInt(perSecond);
    const isPose = [...t, ...q].every(isOnEarth) && Math.hypot(...q) > 0.5;
    if (stampNs === null || BigInt.asIntN(64, stampNs) !== stampNs || !isPose)
      throw new SocavonError(
        'file-format',
        message('trajectory-no-pose', { name, line: index + 1, content: line.slice(0, 80) }),
      );
    poses.push({ stampNs, T_map_sensor: { R: rotationOf(q), t: Float64Array.from(t) } });
  });
  return poses;
}
