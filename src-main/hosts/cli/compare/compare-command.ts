import { resolve } from 'node:path';
import type { ComparedEpochs, Comparison } from '../../../../src-core/contract/epoch-requests.ts';
import type { StageContext } from '../../../../src-core/model/context.ts';
import { SocavonError } from '../../../../src-core/model/errors.ts';
import { convergenceLevels } from '../../../../src-core/tunnel/convergence-levels.ts';
import { type Tonnage, tonnage } from '../../../../src-core/tunnel/tonnage.ts';
import { compareInProject } from '../../../jobs/compare-job.ts';
import { Project } from '../../../project/project.ts';
import { axisAsked, roundsAsked, wireOf } from '../asked-measure.ts';
import { chosenSession } from '../chosen-session.ts';
import type { CompareCommandOptions } from '../compare.ts';
import type { CommandResult } from '../with-command.ts';

/**
 * `socavon compare`: two surveys of one project, or of two.
 *
 * @throws what `compareInProject` throws, SocavonError 'usage'; CancelledError
 */
export async function compare(
  first: string,
  second: string | undefined,
  options: CompareCommandOptions,
  context: StageContext,
): Promise<CommandResult> {
  const earlierProject = resolve(first);
  const project = resolve(second ?? first);
  const weigh = weighing(options);
  const ids = {
    earlierId: sessionIn(earlierProject, options.from, '--from'),
    laterId: sessionIn(project, options.to, '--to'),
  };
  const asked = {
    ...ids,
    T_grid_earlier: wireOf(options.fromPose),
    T_grid_later: wireOf(options.toPose),
    axis: options.axis ?? null,
    axisAsked: axisAsked(options),
    from: options.start ?? null,
    rounds: await roundsAsked(options),
    rangeBias: options.rangeBias ?? null,
  };
  const found = await compareInProject({ project, earlierProject, asked }, context);
  const { comparison, convergence } = found;
  const tonnes = weigh(comparison.volume);
  return {
    data: {
      project,
      earlierProject,
      ...ids,
      ...comparison,
      ...(tonnes && { tonnage: tonnes }),
      convergence: {
        comparedShare: convergence.comparedShare,
        levels: convergenceLevels(convergence),
        profiles: convergence.profiles,
      },
    },
    text: textOf(found, tonnes),
  };
}

function sessionIn(file: string, named: number | undefined, option: string): number {
  const project = Project.open(file);
  try {
    return chosenSession(project, named, option);
  } finally {
    project.close();
  }
}

/** Checked before anything is computed. @throws SocavonError density-unusable, usage */
function weighing({
  density,
  swell,
}: CompareCommandOptions): (volume: Comparison['volume']) => Tonnage | null {
  if (density === undefined && swell !== undefined)
    throw new SocavonError('usage', 'A swell alone gives no tonnes; give --density too.');
  if (density === undefined) return () => null;
  const weigh = (volume: Comparison['volume']): Tonnage => tonnage(volume, density, swell ?? 0);
  weigh({ value: 1, plusMinus: 0 });
  return weigh;
}

function millimetres(metres: number): string {
  return (1000 * metres).toFixed(0);
}

function textOf({ comparison, convergence }: ComparedEpochs, tonnes: Tonnage | null): string {
  const { earlier, later, common, volume, overCommon, newLength, advance, rounds, warnings } = comparison;
  const moved = convergence.profiles.filter(({ inward, outward }) => inward !== null || outward !== null);
  const levels = convergenceLevels(convergence);
  const cubic = (value: number): string => value.toFixed(2);
  return [
    `${later.name} against ${earlier.name}: ${cubic(volume.value)} ± ${cubic(volume.plusMinus)} m³ gained (95 %)`,
    `  over the common stretch, chainage ${common.from.toFixed(2)} to ${common.to.toFixed(2)} m: ${cubic(overCommon.value)} ± ${cubic(overCommon.plusMinus)} m³`,
    newLength === null
      ? '  no new length: a face was not seen'
      : `  new length: ${cubic(newLength.value)} ± ${cubic(newLength.plusMinus)} m³`,
    ...(advance === null
      ? []
      : [`  advance ${advance.value.toFixed(3)} ± ${advance.plusMinus.toFixed(3)} m`]),
    ...(tonnes === null
      ? []
      : [
          `  ${tonnes.tonnes.toFixed(1)} ± ${tonnes.tonnesPlusMinus.toFixed(1)} t, loose ${cubic(tonnes.loose)} m³`,
        ]),
    ...rounds.map(
      ({ name, volume: gained, advance: went }) =>
        `  round ${name}: ${cubic(gained.value)} ± ${cubic(gained.plusMinus)} m³${went === null ? '' : `, advance ${went.toFixed(2)} m`}`,
    ),
    `  the wall moved significantly in ${moved.length} of ${convergence.profiles.length} stretches, ${(100 * convergence.comparedShare).toFixed(0)} % of it compared`,
    `  a move is seen from ${millimetres(levels.half)} mm on over half of it, ${millimetres(levels.most)} mm over nine tenths; the later map was laid onto the earlier wall by up to ${millimetres(levels.laid)} mm`,
    ...warnings.map(({ message }) => `WARNING: ${message}`),
  ].join('\n');
}
