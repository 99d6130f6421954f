import { type Command, Option } from 'commander';
import { USUAL_GROUND_CLEARANCE, type VehiclePlacement } from '../../src-core/model/clearance.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import { addDesignOptions, type DesignCommandOptions } from './design-options.ts';
import { parseBox, parseStretchLength, parseVehiclePlace } from './measure-parsers.ts';
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

/** How a drive is measured; `run` and the commands on an aligned project take the same. */
export interface MeasureCommandOptions extends AxisCommandOptions, DesignCommandOptions {
  readonly originPose?: Rigid;
  readonly chainage?: ChainageRange;
  readonly interval?: number;
  readonly stations?: string;
  readonly sections?: 'normal' | 'vertical';
  readonly outline?: 'radial' | 'solid';
  readonly keepObjects?: boolean;
  readonly recessLine?: 'jambs' | 'design';
  readonly rangeBias?: number;
  readonly rounds?: string;
  readonly roundLength?: { readonly start: number; readonly length: number };
  readonly density?: number;
  readonly swell?: number;
  readonly gradeBase?: number;
  /** Gradients, or the name of a file of them or of elevations. */
  readonly gradeDesign?: string;
  readonly gradeStart?: number;
  readonly vehicle?: { readonly width: number; readonly height: number; readonly length: number };
  readonly groundClearance?: number;
  readonly wheelbase?: number;
  readonly vehiclePlace?: VehiclePlacement;
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

/** The options on how a drive is measured, in the order of the help. */
export function addMeasureOptions(command: Command): Command {
  addAxisOptions(command)
    .option('--chainage <from:to>', 'range to measure (default: all that was surveyed)', parseChainageRange)
    .option('--interval <m>', 'between profiles (default: 0.5)', parsePositive)
    .option(
      '--stations <list>',
      'chainages of the profiles in place of an interval: 10,20.5,0+30, or a file of them',
    )
    .addOption(
      new Option('--sections <plane>', 'how sections stand (default: normal)').choices([
        'normal',
        'vertical',
      ]),
    )
    .addOption(
      new Option(
        '--outline <of>',
        'of the points of a slab, or of the closed solid (default: radial)',
      ).choices(['radial', 'solid']),
    )
    .option('--keep-objects', 'measure ducts, boxes and vehicles as wall')
    .addOption(
      new Option(
        '--recess-line <of>',
        'where niches and cross-cuts begin: from jamb to jamb, or on the design where there is one (default: jambs)',
      ).choices(['jambs', 'design']),
    )
    .option(
      '--range-bias <m>',
      'bound of what all ranges of the sensor may be off by, 0 where it was calibrated (default: as its maker states)',
      parseRangeBias,
    );
  addDesignOptions(command);
  return command
    .addOption(
      new Option(
        '--rounds <chainages>',
        'bounds of the blasting rounds: 10,13.2,16.5, or a file of them or of name,from,to',
      ).conflicts('roundLength'),
    )
    .option('--round-length <start:length>', 'rounds of one length from a chainage on', parseStretchLength)
    .option('--density <t/m3>', 'of the rock in place: tonnes are told', Number)
    .option('--swell <share>', 'by which the rock grows when it is broken, such as 0.4 (default: 0)', Number)
    .option('--grade-base <m>', 'tell the gradient of the floor over this length', parsePositive)
    .option(
      '--grade-design <of>',
      'hold the floor to gradients in per cent, 0:120:12.5,120:180:0, or to a file of them or of elevations',
    )
    .option('--grade-start <m>', 'elevation of the floor where those gradients begin', parseMetres)
    .option('--vehicle <WxHxL>', 'tell whether a vehicle of this width, height and length passes', parseBox)
    .option(
      '--ground-clearance <m>',
      `of the vehicle: what is lower passes under it (default: ${USUAL_GROUND_CLEARANCE})`,
      parseNonNegative,
    )
    .option('--wheelbase <m>', 'of the vehicle (default: not known)', parsePositive)
    .option(
      '--vehicle-place <place>',
      'where it drives: best, middle, or metres to the left of the axis (default: best)',
      parseVehiclePlace,
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
