/** A picture with a place: rows from the top, x to the right and y upwards in metres of some plane. */
export interface RasterPlace {
  readonly width: number;
  readonly height: number;
  /** Upper left corner of the upper left pixel, m. */
  readonly originX: number;
  readonly originY: number;
  /** Edge of a pixel, m, both ways. */
  readonly pixel: number;
}

/** Colours: red, green, blue, opacity, 0..255, 4 a pixel. */
export interface ColourRaster extends RasterPlace {
  readonly rgba: Uint8Array<ArrayBuffer>;
}

/** Values, one a pixel; NaN where there is none. */
export interface ValueRaster extends RasterPlace {
  readonly values: Float32Array;
}
