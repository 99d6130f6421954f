import type { Command } from 'commander';
import type { DrawnPlane } from '../../../src-core/io/cad/design-drawing.ts';
import type { Shotcrete, ToleranceBand } from '../../../src-core/model/design.ts';
import type { LengthUnitName } from '../../../src-core/question/field.ts';
import { addFields } from './field-options.ts';

/** Options of the design section: file, units of its drawing, and contract terms. */
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

/** Adds the design options. */
export function addDesignOptions(command: Command): Command {
  return addFields(command, 'design');
}

/** Adds the contract terms that over- and underbreak are checked against. */
export function addContractOptions(command: Command): Command {
  return addFields(command, 'contract');
}
