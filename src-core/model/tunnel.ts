/** Centreline of a working: a polyline in the map frame (mine grid), with its chainage. */
export interface Axis {
  /** Metres along the axis, ascending, one per vertex. */
  readonly chainage: Float64Array;
  /** 3 per vertex, metres, map frame, f64. */
  readonly xyz: Float64Array;
  /** 'slope': along the 3D line; 'horizontal': along its plan projection. Always said which. */
  readonly kind: 'slope' | 'horizontal';
  readonly source: 'trajectory' | 'given';
}

/** Closed cross-section of the void normal to the axis at a chainage. */
export interface Profile {
  readonly chainage: number;
  /** Point of the axis, map frame. */
  readonly origin: readonly [number, number, number];
  /** Unit vectors of the section plane, map frame: left (looking up-chainage) and up. */
  readonly left: readonly [number, number, number];
  readonly up: readonly [number, number, number];
  /** Closed outline, (left, up) pairs in metres, counter-clockwise, first vertex not repeated. */
  readonly outline: Float64Array;
  /** Per outline vertex: 1 measured, 0 filled in between measured neighbours. */
  readonly measured: Uint8Array;
  /** Square metres enclosed by the outline. */
  readonly area: number;
  /** Share of the outline's length that was measured, 0..1. */
  readonly measuredShare: number;
  /** Centroid of the area, (left, up), metres; with the axis' curvature it gives the wedge factor. */
  readonly centroid: readonly [number, number];
  /** Points that made the outline. */
  readonly support: number;
}

/** Volume between two chainages, by every method, with what it is worth. */
export interface Volume {
  readonly chainageFrom: number;
  readonly chainageTo: number;
  /** Length of the axis between them, m. */
  readonly length: number;
  readonly volume: { readonly value: number; readonly plusMinus: number; readonly confidence: number };
  readonly methods: { readonly endArea: number; readonly prismoidal: number; readonly solid: number };
  /** What the ± is made of, m^3, one standard deviation each. */
  readonly uncertainty: readonly { readonly source: string; readonly sigma: number }[];
  readonly measuredShare: number;
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
}
