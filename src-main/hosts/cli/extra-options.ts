import type { VehiclePlacement } from '../../../src-core/model/clearance.ts';

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
