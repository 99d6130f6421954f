import { resolve } from 'node:path';
import type { JoinAsked, JoinMade, JoinStartAsked } from '../../../../src-core/contract/join-requests.ts';
import { matrix4Of } from '../../../../src-core/math/se3.ts';
import type { StageContext } from '../../../../src-core/model/context.ts';
import { SocavonError } from '../../../../src-core/model/errors.ts';
import { rigidOfWire } from '../../../jobs/asked-survey.ts';
import { keptJoin } from '../../../jobs/kept-join.ts';
import { Project } from '../../../project/project.ts';
import type { JoinCommandOptions } from '../join.ts';
import type { CommandResult } from '../with-command.ts';

/**
 * `socavon join`: finds the second session in the first and keeps the join in the project.
 *
 * @throws SocavonError, CancelledError
 */
export async function join(
  file: string,
  options: JoinCommandOptions,
  context: StageContext,
): Promise<CommandResult> {
  const asked: JoinAsked = {
    first: options.to,
    second: options.session,
    start: startOf(options),
    both: options.both === true,
  };
  const project = Project.open(resolve(file));
  try {
    const made = await keptJoin(project, asked, context);
    return { data: { project: project.path, ...dataOf(made) }, text: textOf(made) };
  } finally {
    project.close();
  }
}

/** @throws SocavonError 'usage' */
function startOf({ start, near }: JoinCommandOptions): JoinStartAsked {
  if (start !== undefined && near !== undefined)
    throw new SocavonError('usage', 'Give --start or --near, not both.');
  if (near !== undefined) return { kind: 'near', chainage: near };
  if (start === undefined) return { kind: 'search' };
  return { kind: 'pose', T_map1_sensor: { R: [...start.R], t: [...start.t] } };
}

function dataOf(made: JoinMade) {
  const { first, second, T_map1_map2, places, firstPoses, chi2, degreesOfFreedom } = made;
  const [least, most] = sigmaRange(made);
  return {
    first,
    second,
    transform: matrix4Of(rigidOfWire(T_map1_map2)!),
    scans: made.poses.scanIndex.length,
    firstMoved: firstPoses !== null,
    positionSigma: { least, most },
    chi2,
    degreesOfFreedom,
    places: places.map(({ T_first_second: _pose, covariance: _covariance, ...place }) => place),
  };
}

function textOf(made: JoinMade): string {
  const held = made.places.filter(({ accepted }) => accepted);
  const inliers = Math.min(...held.map(({ figures }) => figures.inlierShare));
  const rms = Math.max(...held.map(({ figures }) => figures.rms));
  const [least, most] = sigmaRange(made).map((sigma) => (1000 * sigma).toFixed(0));
  const error = made.firstPoses === null ? `, session ${made.first} taken as free of error` : '';
  const rows = matrix4Of(rigidOfWire(made.T_map1_map2)!);
  return [
    `Session ${made.second} lies in session ${made.first}: ${held.length} of ${made.places.length} places hold it, at least ${(100 * inliers).toFixed(1)} % of the points on the walls, rms ${(1000 * rms).toFixed(0)} mm at most`,
    `  position of its scans within ${least} to ${most} mm (1 sigma)${error}`,
    ...[0, 4, 8].map(
      (at) =>
        `  ${rows
          .slice(at, at + 4)
          .map((value) => value.toFixed(6))
          .join('  ')}`,
    ),
    ...made.places.map(
      ({ firstScan, secondScan, refusal }) =>
        `  scans ${firstScan} and ${secondScan}: ${refusal === 'none' ? 'held' : `left out (${refusal})`}`,
    ),
    made.firstPoses === null
      ? `Session ${made.first} was not changed.`
      : `Where session ${made.first} would lie is kept with the join; its own poses were not changed.`,
  ].join('\n');
}

/** Least and greatest standard deviation of a position of the second session, m. */
function sigmaRange({ anchors: { scanIndex, covariance: C } }: JoinMade): [number, number] {
  const sigmas = Array.from(scanIndex, (_, k) => Math.sqrt(C[36 * k + 21] + C[36 * k + 28] + C[36 * k + 35]));
  return [Math.min(...sigmas), Math.max(...sigmas)];
}
