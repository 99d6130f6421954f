import { METHOD_IDS } from '../../src-core/model/registration-ids.ts';

/** Methods available in the window; `newton-custom` needs a distance function written in code. */
export const LAB_METHODS = METHOD_IDS.filter((id) => id !== 'newton-custom');
export type LabMethod = (typeof LAB_METHODS)[number];
