import type { Command } from 'commander';
import type { Rigid } from '../../../src-core/model/rigid.ts';
import type { LengthUnitName } from '../../../src-core/question/field.ts';
import type { DesignCommandOptions } from './design-options.ts';
import type { ExtraCommandOptions } from './extra-options.ts';
import { addFields } from './field-options.ts';
import { type ChainageRange, parseCount, parsePose } from './option-parsers.ts';

/** Which axis, and how its chainage is counted. */
export interface AxisCommandOptions {
  readonly axis?: string;
  readonly axisLine?: string;
  readonly axisUnit?: LengthUnitName;
  readonly axisElevation?: number;
  readonly axisOf?: 'trajectory' | 'map';
  readonly chainageKind?: 'slope' | 'horizontal';
  readonly chainageStart?: number;
  readonly chainageReversed?: boolean;
}

/** How a drive is measured; each command takes of it what stands in its result. */
export interface MeasureCommandOptions extends AxisCommandOptions, DesignCommandOptions, ExtraCommandOptions {
  readonly originPose?: Rigid;
  readonly chainage?: ChainageRange;
  readonly interval?: number;
  readonly stations?: string;
  readonly sections?: 'normal' | 'vertical';
  readonly outline?: 'radial' | 'solid';
  readonly keepObjects?: boolean;
  readonly recessLine?: 'jambs' | 'design';
  readonly rangeBias?: number;
  readonly unrolled?: boolean;
}

export function addAxisOptions(command: Command): Command {
  return addFields(command, 'axis');
}

/** Which sections of that wall. */
export function addSectionOptions(command: Command): Command {
  return addFields(command, 'axis', 'wall', 'sections');
}

/** Which part of the wall, in which plane, and what stands before it. */
export function addWallOptions(command: Command): Command {
  return addFields(command, 'wall');
}

/** What a ± rests on. */
export function addRangeBias(command: Command): Command {
  return addFields(command, 'uncertainty');
}

/** All options of a volume. */
export function addVolumeOptions(command: Command): Command {
  return addFields(command, 'axis', 'wall', 'sections', 'uncertainty', 'design', 'contract', 'extras');
}

/** All options of a report: those of a volume, and what is only shown. */
export function addReportOptions(command: Command): Command {
  return addFields(addVolumeOptions(command), 'report');
}

/** Where the first scan stands: only `run` says more of it. */
export function addOriginPose(command: Command): Command {
  return command.option(
    '--origin-pose <pose>',
    'pose of the first scan in the mine grid, "x y z qx qy qz qw" (default: the first scan is the origin)',
    parsePose,
  );
}

/** An earlier survey of the same working, and where its first scan stands. @param purpose what it is for */
export function addEarlier(command: Command, purpose: string): Command {
  return command
    .option('--earlier <id>', `session of an earlier survey ${purpose}`, parseCount)
    .option(
      '--earlier-pose <pose>',
      'pose of its first scan in the mine grid (default: by its control points, or by a join)',
      parsePose,
    );
}
