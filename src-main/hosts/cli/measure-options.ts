import { type Command, Option } from 'commander';
import type { Rigid } from '../../../src-core/model/rigid.ts';
import { addContractOptions, addDesignOptions, type DesignCommandOptions } from './design-options.ts';
import { addExtraOptions, type ExtraCommandOptions } from './extra-options.ts';
import {
  type ChainageRange,
  parseChainage,
  parseChainageRange,
  parseCount,
  parseMetres,
  parseNonNegative,
  parsePose,
  parsePositive,
  parseRangeBias,
} from './option-parsers.ts';
import { UNITS, type UnitName } from './units.ts';

/** Which axis, and how its chainage is counted. */
export interface AxisCommandOptions {
  readonly axis?: string;
  readonly axisLine?: string;
  readonly axisUnit?: UnitName;
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
  return command
    .option(
      '--axis <file>',
      'axis in that grid: CSV (chainage,x,y,z), DXF, STR or LandXML (default: --axis-of)',
    )
    .option('--axis-line <name>', 'layer, string or alignment of the axis, where its file holds several')
    .addOption(new Option('--axis-unit <unit>', 'of a drawing (default: as it says)').choices(UNITS))
    .option('--axis-elevation <m>', 'of all of an alignment that has no profile', parseMetres)
    .addOption(
      new Option(
        '--axis-of <what>',
        'what the axis follows without a file: the robot, or the middle of the void',
      )
        .choices(['trajectory', 'map'])
        .conflicts('axis'),
    )
    .addOption(
      new Option(
        '--chainage-kind <kind>',
        'along the slope or along the plan (default: as the axis has it)',
      ).choices(['slope', 'horizontal']),
    )
    .option('--chainage-start <m>', 'chainage at the beginning of the axis', parseChainage)
    .option('--chainage-reversed', 'count the chainage from the other end');
}

/** Which sections of that wall, in the order of the help. */
export function addSectionOptions(command: Command): Command {
  return addWallOptions(addAxisOptions(command))
    .option('--interval <m>', 'between profiles (default: 0.5)', parsePositive)
    .option(
      '--stations <list>',
      'chainages of the profiles in place of an interval: 10,20.5,0+30, or a file of them',
    )
    .addOption(
      new Option(
        '--outline <of>',
        'of the points of a slab, or of the closed solid (default: radial)',
      ).choices(['radial', 'solid']),
    )
    .addOption(
      new Option(
        '--recess-line <of>',
        'where niches and cross-cuts begin: from jamb to jamb, or on the design where there is one (default: jambs)',
      ).choices(['jambs', 'design']),
    );
}

/** Which part of the wall, in which plane, and what stands before it. */
export function addWallOptions(command: Command): Command {
  return command
    .option('--chainage <from:to>', 'range to measure (default: all that was surveyed)', parseChainageRange)
    .addOption(
      new Option('--sections <plane>', 'how sections stand (default: normal)').choices([
        'normal',
        'vertical',
      ]),
    )
    .option('--keep-objects', 'measure ducts, boxes and vehicles as wall');
}

/** What a ± rests on. */
export function addRangeBias(command: Command): Command {
  return command.option(
    '--range-bias <m>',
    'bound of what all ranges of the sensor may be off by, 0 where it was calibrated (default: as its maker states)',
    parseRangeBias,
  );
}

/** All that a volume takes, in the order of the help. */
export function addVolumeOptions(command: Command): Command {
  addRangeBias(addSectionOptions(command));
  addContractOptions(addDesignOptions(command));
  return addExtraOptions(command);
}

/** All that a report takes: what a volume takes, and what is only shown. */
export function addReportOptions(command: Command): Command {
  return addVolumeOptions(command)
    .option(
      '--min-clearance <m>',
      'within the finished line nothing may stand, where the design does not say',
      parseNonNegative,
    )
    .option('--unrolled', 'show the wall laid out flat in the report');
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
