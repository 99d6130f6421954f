import { resolve } from 'node:path';
import type { ComparedEpochs, Comparison } from '../../../../src-core/contract/epoch-requests.ts';
import { message } from '../../../../src-core/messages/message.ts';
import type { StageContext } from '../../../../src-core/model/context.ts';
import { SocavonError } from '../../../../src-core/model/errors.ts';
import type { Rigid } from '../../../../src-core/model/rigid.ts';
import { convergenceLevels } from '../../../../src-core/tunnel/epochs/convergence-levels.ts';
import { type Tonnage, tonnage } from '../../../../src-core/tunnel/volume/tonnage.ts';
import { compareInProject } from '../../../jobs/survey/compare-job.ts';
import { Project } from '../../../project/project.ts';
import { chosenSession } from '../chosen-session.ts';
import { axisFromOptions, roundsFromOptions, transformToWire } from '../measure-from-options.ts';
import type { AxisCommandOptions, MeasureCommandOptions } from '../measure-options.ts';
import type { CommandResult } from '../with-command.ts';
import { say, warningLine } from '../words.ts';
import { withWritableProject } from '../writable-project.ts';

export interface CompareCommandOptions
  extends AxisCommandOptions,
    Pick<MeasureCommandOptions, 'rounds' | 'roundLength' | 'rangeBias' | 'density' | 'swell'> {
  readonly from?: number;
  readonly to?: number;
  readonly fromPose?: Rigid;
  readonly toPose?: Rigid;
  readonly start?: number;
  readonly json?: boolean;
}

/**
 * `socavon compare`: compares two surveys of one project, or of two.
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
  const question = {
    T_grid_earlier: transformToWire(options.fromPose),
    T_grid_later: transformToWire(options.toPose),
    axis: options.axis ?? null,
    axisAsked: axisFromOptions(options),
    from: options.start ?? null,
    rounds: await roundsFromOptions(options),
    rangeBias: options.rangeBias ?? null,
  };
  const { ids, ...result } = await withWritableProject(first, context, (earlier) =>
    withWritableProject(second ?? earlier, context, async (later) => {
      const ids = {
        earlierId: sessionIn(earlier, options.from, '--from'),
        laterId: sessionIn(later, options.to, '--to'),
      };
      const request = { ...ids, ...question };
      const compared = await compareInProject(
        { project: later, earlierProject: earlier, asked: request },
        context,
      );
      return { ids, ...compared };
    }),
  );
  const { comparison, convergence } = result;
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
    text: textOf(result, tonnes),
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

/** Reads the densities; checked before anything is computed. @throws SocavonError density-unusable, usage */
function weighing({
  density,
  swell,
}: CompareCommandOptions): (volume: Comparison['volume']) => Tonnage | null {
  if (density === undefined && swell !== undefined) throw new SocavonError('usage', message('swell-alone'));
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
    say('compare-gained', {
      later: later.name,
      earlier: earlier.name,
      volume: cubic(volume.value),
      plusMinus: cubic(volume.plusMinus),
    }),
    `  ${say('compare-placed', { earlier: earlier.name, how: message(`placed-by-${earlier.placedBy}`), later: later.name, other: message(`placed-by-${later.placedBy}`) })}`,
    `  ${say('compare-common', { from: common.from.toFixed(2), to: common.to.toFixed(2), volume: cubic(overCommon.value), plusMinus: cubic(overCommon.plusMinus) })}`,
    newLength === null
      ? `  ${say('compare-no-length')}`
      : `  ${say('compare-length', { volume: cubic(newLength.value), plusMinus: cubic(newLength.plusMinus) })}`,
    ...(advance === null
      ? []
      : [
          `  ${say('compare-advance', { metres: advance.value.toFixed(3), plusMinus: advance.plusMinus.toFixed(3) })}`,
        ]),
    ...(tonnes === null
      ? []
      : [
          `  ${say('tonnes-line', { tonnes: tonnes.tonnes.toFixed(1), plusMinus: tonnes.tonnesPlusMinus.toFixed(1), loose: cubic(tonnes.loose) })}`,
        ]),
    ...rounds.map(({ name, volume: gained, advance: went }) => {
      const figures = { name, volume: cubic(gained.value), plusMinus: cubic(gained.plusMinus) };
      return went === null
        ? `  ${say('compare-round', figures)}`
        : `  ${say('compare-round-advance', { ...figures, advance: went.toFixed(2) })}`;
    }),
    `  ${say('compare-moved', { moved: moved.length, count: convergence.profiles.length, percent: (100 * convergence.comparedShare).toFixed(0) })}`,
    `  ${say('compare-levels', { half: millimetres(levels.half), most: millimetres(levels.most), laid: millimetres(levels.laid) })}`,
    ...warnings.map(warningLine),
  ].join('\n');
}
