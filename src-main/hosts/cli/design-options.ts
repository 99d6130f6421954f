import { type Command, Option } from 'commander';
import type { DrawnPlane } from '../../../src-core/io/cad/design-drawing.ts';
import type { Shotcrete, ToleranceBand } from '../../../src-core/model/design.ts';
import { parsePlace, parseShotcrete, parseTolerance } from './measure-parsers.ts';
import { parseNonNegative } from './option-parsers.ts';
import { UNITS, type UnitName } from './units.ts';

/** Which design, how its drawing is understood, and what the contract says of it. */
export interface DesignCommandOptions {
  readonly design?: string;
  readonly designLine?: string;
  readonly designUnit?: UnitName;
  readonly designPlane?: DrawnPlane;
  readonly designAxisAt?: readonly [across: number, upwards: number];
  readonly designView?: 'up-chainage' | 'down-chainage';
  readonly payLine?: number;
  readonly tolerance?: ToleranceBand;
  readonly minClearance?: number;
  readonly shotcrete?: Shotcrete;
}

const PLANES: readonly DrawnPlane[] = ['easting-northing', 'easting-elevation', 'northing-elevation'];

/** The options on the design, in the order of the help: what shifts the line of excavation. */
export function addDesignOptions(command: Command): Command {
  return command
    .option('--design <file>', 'design section or programme, for over- and underbreak: JSON, DXF or STR')
    .option('--design-line <name>', 'layer or string of the section, where a drawing holds several')
    .addOption(new Option('--design-unit <unit>', 'of a drawn section (default: as it says)').choices(UNITS))
    .addOption(
      new Option(
        '--design-plane <plane>',
        'coordinates that make a drawn section (default: the two that vary)',
      ).choices(PLANES),
    )
    .option(
      '--design-axis-at <across,up>',
      'where the axis stands in that plane, m (default: at its origin)',
      parsePlace,
    )
    .addOption(
      new Option(
        '--design-view <way>',
        'which way a drawn section is looked at (default: up-chainage)',
      ).choices(['up-chainage', 'down-chainage']),
    )
    .option(
      '--shotcrete <m[:side]>',
      'its thickness, where the design does not say, and "outward" where the section is the finished line (default: inward)',
      parseShotcrete,
    );
}

/** What of the contract over- and underbreak are told by. */
export function addContractOptions(command: Command): Command {
  return command
    .option(
      '--pay-line <m>',
      'how far outside of the design is paid, where the design does not say',
      parseNonNegative,
    )
    .option(
      '--tolerance <over:under>',
      'over- and underbreak that the contract lets pass, m, where the design does not say',
      parseTolerance,
    );
}
