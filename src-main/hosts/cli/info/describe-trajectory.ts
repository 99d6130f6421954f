import type { Command } from 'commander';
import { formatSeconds } from '../../../../src-core/io/tables/tum.ts';
import { message } from '../../../../src-core/messages/message.ts';
import type { FileFormat } from '../../../../src-core/model/file-formats.ts';
import { durationWords, type Entry, instantWords, isDate } from '../../../jobs/preview/capture-facts.ts';
import { readPoses } from '../../../project/cloud-trajectory.ts';
import type { CommandResult } from '../with-command.ts';
import { say } from '../words.ts';
import { placeEntries } from './describe-format.ts';
import { sheet } from './sheet.ts';

/**
 * Describes a trajectory: how many poses, along which path, from when to when.
 *
 * @throws SocavonError 'file-format' with the invalid line
 */
export async function describeTrajectory(
  path: string,
  format: FileFormat,
  program: Command,
): Promise<CommandResult> {
  const { format: layout, poses, hasTimes } = await readPoses(path);
  const length = poses.reduce((sum, { T_map_sensor: { t } }, i) => {
    const before = poses[Math.max(0, i - 1)].T_map_sensor.t;
    return sum + Math.hypot(t[0] - before[0], t[1] - before[1], t[2] - before[2]);
  }, 0);
  const [first, last] = [poses.at(0), poses.at(-1)].map((pose) => pose?.stampNs);
  const times =
    hasTimes && first !== undefined && last !== undefined
      ? { from: formatSeconds(first), to: formatSeconds(last) }
      : null;
  return {
    data: { kind: 'trajectory', path, format: layout, poses: poses.length, length, times },
    text: sheet(say('info-trajectory', { path }), [
      ['format', layout],
      ['poses', poses.length],
      ['path', `${length.toFixed(3)} m`],
      ...timeEntries(times),
      ...placeEntries(format, program),
    ]),
  };
}

function timeEntries(times: { readonly from: string; readonly to: string } | null): Entry[] {
  if (times === null) return [['time', message('fact-no-time')]];
  const [from, to] = [Number(times.from), Number(times.to)];
  const words = (text: string): string =>
    isDate(Number(text)) ? `${text} s, ${instantWords(Number(text)) as string}` : `${text} s`;
  return [
    ['time', durationWords(to - from)],
    ['from', words(times.from)],
    ['to', words(times.to)],
  ];
}
