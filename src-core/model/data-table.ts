/** A cell: a number stays a number; null: nothing. */
export type Cell = string | number | null;

/** A table for a spreadsheet: a heading with its unit for each column, and rows of numbers and words. */
export interface DataTable {
  /** Name of the sheet: at most 31 characters, none of `\ / ? * [ ] :`. */
  readonly name: string;
  readonly columns: readonly TableColumn[];
  readonly rows: readonly (readonly Cell[])[];
}

export interface TableColumn {
  /** Heading, with the unit in brackets if it has one. */
  readonly title: string;
  /** Decimals that are shown; the cell holds the number with all of its digits. Null: a column of words. */
  readonly decimals: number | null;
}

/** Features of one kind for a map: lines or points in space, and what is known of each. */
export interface FeatureLayer {
  /** Name of the table: lower case, digits, underscores. */
  readonly name: string;
  readonly description: string;
  readonly geometry: 'POINT' | 'LINESTRING';
  readonly columns: readonly { readonly name: string; readonly type: 'DOUBLE' | 'TEXT' }[];
  readonly features: readonly Feature[];
}

export interface Feature {
  /** Easting, northing, elevation of each vertex, m; a closed line ends on its first vertex. */
  readonly xyz: Float64Array;
  /** One for each column. */
  readonly values: readonly Cell[];
}

/** Coordinate system of a layer. */
export interface LayerSystem {
  /** EPSG code; null: a local grid. */
  readonly epsg: number | null;
  readonly name: string;
  /** Well-known text (OGC 01-009). */
  readonly wkt: string;
}
