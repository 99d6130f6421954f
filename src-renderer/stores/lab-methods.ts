import { METHOD_IDS } from '../../src-core/model/registration-ids.ts';

/** The methods that a window can ask for; `newton-custom` needs a distance that is written in code. */
export const LAB_METHODS = METHOD_IDS.filter((id) => id !== 'newton-custom');
export type LabMethod = (typeof LAB_METHODS)[number];
