/**
 * Nominal section of a drive, metres. `axisHeight` is how far the axis runs above the floor, so that the same
 * section serves an axis on the floor (0), at the robot's height, or at the crown.
 */
export type DesignSection =
  | {
      /** D-shape (baúl): vertical walls and one circular arc through both springlines and the crown. */
      readonly shape: 'baul';
      readonly width: number;
      /** Floor to crown. */
      readonly height: number;
      /** Floor to springline. */
      readonly wallHeight: number;
      readonly axisHeight: number;
    }
  | { readonly shape: 'circle'; readonly diameter: number; readonly axisHeight: number }
  | {
      readonly shape: 'rectangle';
      readonly width: number;
      readonly height: number;
      readonly axisHeight: number;
    }
  | {
      readonly shape: 'polyline';
      /** Closed outline, (left, height above the floor) pairs, first not repeated, either way round. */
      readonly points: readonly (readonly [number, number])[];
      readonly axisHeight: number;
    };
