import type { Command } from 'commander';
import type { DrawnPlane } from '../../../src-core/io/cad/design-drawing.ts';
import type { Shotcrete, ToleranceBand } from '../../../src-core/model/design.ts';
import type { LengthUnitName } from '../../../src-core/question/field.ts';
import { addFields } from './field-options.ts';

/** Which design, how its drawing is understood, and what the contract says of it. */
export interface DesignCommandOptions {
  readonly design?: string;
  readonly designLine?: string;
  readonly designUnit?: LengthUnitName;
  readonly designPlane?: DrawnPlane;
  readonly designAxisAt?: readonly [across: number, upwards: number];
  readonly designView?: 'up-chainage' | 'down-chainage';
  readonly payLine?: number;
  readonly tolerance?: ToleranceBand;
  readonly minClearance?: number;
  readonly shotcrete?: Shotcrete;
}

/** The options on the design. */
export function addDesignOptions(command: Command): Command {
  return addFields(command, 'design');
}

/** What of the contract over- and underbreak are held to. */
export function addContractOptions(command: Command): Command {
  return addFields(command, 'contract');
}
