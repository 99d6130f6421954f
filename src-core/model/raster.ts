/** Georeference of a raster: rows from the top, x to the right and y upwards in metres of some plane. */
export interface RasterFrame {
  readonly columns: number;
  readonly rows: number;
  /** Edge of a square cell, m. */
  readonly cell: number;
  /** Upper left corner of the first cell, m. */
  readonly left: number;
  readonly top: number;
}

/** Colour raster. */
export interface ColourRaster extends RasterFrame {
  readonly kind: 'colour';
  /** Red, green, blue, opacity, 0..255, 4 per cell. */
  readonly rgba: Uint8Array<ArrayBuffer>;
}

/** Raster of values. */
export interface ValueRaster extends RasterFrame {
  readonly kind: 'value';
  /** Quantity of the values, and their unit. */
  readonly quantity: string;
  readonly unit: string;
  /** One per cell; NaN for no data. */
  readonly values: Float32Array;
}
