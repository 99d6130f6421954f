import { type Command, Option } from 'commander';
import { USUAL_GROUND_CLEARANCE, type VehiclePlacement } from '../../../src-core/model/clearance.ts';
import { parseBox, parseStretchLength, parseVehiclePlace } from './measure-parsers.ts';
import { parseMetres, parseNonNegative, parsePositive } from './option-parsers.ts';

/** What is told of a drive beside its volume: rounds, tonnes, the floor, what passes. */
export interface ExtraCommandOptions {
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
}

/** These options, in the order of the help. */
export function addExtraOptions(command: Command): Command {
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
    );
}
