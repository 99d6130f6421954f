/** Where a picture lies: rows from the top, x to the right and y upwards in metres of some plane. */
export interface RasterFrame {
  readonly columns: number;
  readonly rows: number;
  /** Edge of a cell, m, both ways. */
  readonly cell: number;
  /** Upper left corner of the first cell, m. */
  readonly left: number;
  readonly top: number;
}

/** A picture. */
export interface ColourRaster extends RasterFrame {
  readonly kind: 'colour';
  /** Red, green, blue, opacity, 0..255, 4 a cell. */
  readonly rgba: Uint8Array<ArrayBuffer>;
}

/** A grid of figures. */
export interface ValueRaster extends RasterFrame {
  readonly kind: 'value';
  /** What the figures are, and their unit. */
  readonly quantity: string;
  readonly unit: string;
  /** One a cell; NaN where there is none. */
  readonly values: Float32Array;
}
