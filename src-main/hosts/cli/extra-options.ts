import type { VehiclePlacement } from '../../../src-core/model/clearance.ts';

/** Options of the results in addition to the volume: rounds, tonnes, floor grade, clearance. */
export interface ExtraCommandOptions {
  readonly rounds?: string;
  readonly roundLength?: { readonly start: number; readonly length: number };
  readonly density?: number;
  readonly swell?: number;
  readonly gradeBase?: number;
  /** Gradients, or the name of a file of gradients or elevations. */
  readonly gradeDesign?: string;
  readonly gradeStart?: number;
  readonly vehicle?: { readonly width: number; readonly height: number; readonly length: number };
  readonly groundClearance?: number;
  readonly wheelbase?: number;
  readonly vehiclePlace?: VehiclePlacement;
}
