import { resolve } from 'node:path';
import {
  type JoinInput,
  JoinReply,
  type JoinStartInput,
} from '../../../../src-core/contract/join-requests.ts';
import { matrix4Of } from '../../../../src-core/math/se3.ts';
import { message } from '../../../../src-core/messages/message.ts';
import type { StageContext } from '../../../../src-core/model/context.ts';
import { SocavonError } from '../../../../src-core/model/errors.ts';
import type { Rigid } from '../../../../src-core/model/rigid.ts';
import { type JoinClosure, joinClosures, joinInOpenProject } from '../../../jobs/session/stored-join.ts';
import { rigidFromWire } from '../../../jobs/session/survey-inputs.ts';
import { Project } from '../../../project/project.ts';
import type { CommandResult } from '../with-command.ts';
import { say } from '../words.ts';

export interface JoinCommandOptions {
  /** At least one. */
  readonly session: readonly number[];
  readonly to: number;
  readonly start?: Rigid;
  readonly near?: number;
  readonly both?: boolean;
  readonly json?: boolean;
}

/**
 * `socavon join`: registers the second session in the first and stores the join in the project.
 *
 * @throws SocavonError, CancelledError
 */
export async function join(
  file: string,
  options: JoinCommandOptions,
  context: StageContext,
): Promise<CommandResult> {
  requireOneStart(options);
  const project = Project.open(resolve(file));
  try {
    const isCloud = (id: number): boolean => Boolean(project.sessions.get(id)?.cloud);
    const joins: JoinReply[] = [];
    for (const second of options.session) {
      const input: JoinInput = {
        first: options.to,
        second,
        start: startOf(options, isCloud(second)),
        both: options.both === true,
      };
      joins.push(await joinInOpenProject(project, input, context));
    }
    const closures = await joinClosures(project, joins, context);
    const text = [
      ...joins.map((join) => textOf(join, [options.to, join.second].map(isCloud))),
      ...closures.map(closureText),
    ].join('\n');
    const data =
      joins.length === 1 ? dataOf(joins[0]) : { first: options.to, joins: joins.map(dataOf), closures };
    return { data: { project: project.path, ...data }, text };
  } finally {
    project.close();
  }
}

/** @throws SocavonError 'usage' */
function requireOneStart({ start, near, session }: JoinCommandOptions): void {
  if (session.length > 1 && (start !== undefined || near !== undefined))
    throw new SocavonError('usage', message('join-start-several'));
  if (start !== undefined && near !== undefined) throw new SocavonError('usage', message('start-or-near'));
}

/** @param ofCloud true if the start is that of the frame of a cloud, which has no first scan */
function startOf({ start, near }: JoinCommandOptions, ofCloud: boolean): JoinStartInput {
  if (near !== undefined) return { kind: 'near', chainage: near };
  if (start === undefined) return { kind: 'search' };
  const pose = { R: [...start.R], t: [...start.t] };
  return ofCloud ? { kind: 'frame', T_map1_map2: pose } : { kind: 'pose', T_map1_sensor: pose };
}

function closureText({ first, second, metres, plusMinus }: JoinClosure): string {
  const [off, within] = [metres, plusMinus].map((value) => (1000 * value).toFixed(0));
  return say('join-closure', { first, second, off, within });
}

/** With the keys in one order, whether the join is a new or a stored one. */
function dataOf(join: JoinReply) {
  const reply = JoinReply.parse(join);
  const { first, second, T_map1_map2, places, firstPoses, chi2, degreesOfFreedom } = reply;
  const [least, most] = sigmaRange(reply);
  return {
    first,
    second,
    transform: matrix4Of(rigidFromWire(T_map1_map2)!),
    scans: reply.poses.scanIndex.length,
    firstMoved: firstPoses !== null,
    positionSigma: { least, most },
    chi2,
    degreesOfFreedom,
    places: places.map(({ T_first_second: _pose, covariance: _covariance, ...place }) => place),
  };
}

/** @param ofClouds whether the first and the second are clouds */
function textOf(reply: JoinReply, [isFirstCloud, isCloud]: readonly boolean[]): string {
  const held = reply.places.filter(({ accepted }) => accepted);
  const inliers = Math.min(...held.map(({ figures }) => figures.inlierShare));
  const rms = Math.max(...held.map(({ figures }) => figures.rms));
  const [least, most] = sigmaRange(reply).map((sigma) => (1000 * sigma).toFixed(0));
  const rows = matrix4Of(rigidFromWire(reply.T_map1_map2)!);
  return [
    say('join-places', {
      second: reply.second,
      first: reply.first,
      held: held.length,
      count: reply.places.length,
      percent: (100 * inliers).toFixed(1),
      rms: (1000 * rms).toFixed(0),
    }),
    `  ${
      isCloud
        ? say('join-cloud-position', { least, most })
        : reply.firstPoses === null
          ? say('join-position-free', { least, most, first: reply.first })
          : say('join-position', { least, most })
    }`,
    ...[0, 4, 8].map(
      (at) =>
        `  ${rows
          .slice(at, at + 4)
          .map((value) => value.toFixed(6))
          .join('  ')}`,
    ),
    ...reply.places.map(
      ({ firstScan, secondScan, refusal }) =>
        `  ${
          refusal === 'none'
            ? say(isFirstCloud || isCloud ? 'join-positions-held' : 'join-scans-held', {
                first: firstScan,
                second: secondScan,
              })
            : say(isFirstCloud || isCloud ? 'join-positions-out' : 'join-scans-out', {
                first: firstScan,
                second: secondScan,
                refusal,
              })
        }`,
    ),
    reply.firstPoses === null
      ? say('join-unchanged', { id: reply.first })
      : say('join-both', { id: reply.first }),
  ].join('\n');
}

/** Least and greatest standard deviation of a position of the second session, m. */
function sigmaRange({ anchors: { scanIndex, covariance: C } }: JoinReply): [number, number] {
  const sigmas = Array.from(scanIndex, (_, k) => Math.sqrt(C[36 * k + 21] + C[36 * k + 28] + C[36 * k + 35]));
  return [Math.min(...sigmas), Math.max(...sigmas)];
}
