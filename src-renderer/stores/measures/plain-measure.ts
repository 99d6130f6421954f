import type { MeasureAsked } from '../../../src-core/contract/measure-asked.ts';

/** How a drive is measured where the person asked for nothing else: as the contract has it. */
export const PLAIN_MEASURE: MeasureAsked = {
  axis: {
    of: 'trajectory',
    line: null,
    unit: null,
    elevation: null,
    kind: null,
    start: null,
    reversed: false,
  },
  sections: 'normal',
  stations: null,
  outline: 'radial',
  objects: 'left-out',
  recessLine: 'jambs',
  rounds: null,
  material: null,
  grade: null,
  vehicle: null,
  unrolled: false,
};
