/** A drawing for a CAD program: layers and what lies on them, metres. */
export interface CadDrawing {
  readonly layers: readonly CadLayer[];
  /** In order; asked for once. Every entity names a layer that is listed. */
  readonly entities: Iterable<CadEntity>;
  /** What the first view shows, x and y, m. */
  readonly view: { readonly centre: readonly [number, number]; readonly height: number };
}

export interface CadLayer {
  /** ASCII letters, digits, `-` and `_`: every program takes those. */
  readonly name: string;
  /** AutoCAD colour index: 1 red, 2 yellow, 3 green, 4 cyan, 5 blue, 6 magenta, 7 black or white, 8 and 9 grey. */
  readonly color: number;
  readonly dashed?: boolean;
}

export type CadEntity =
  | {
      /** Line in space. */
      readonly kind: 'line-3d';
      readonly layer: string;
      /** x, y, z each. */
      readonly points: Float64Array;
      readonly closed: boolean;
    }
  | {
      /** Line in the plane z = 0. */
      readonly kind: 'line-2d';
      readonly layer: string;
      /** x, y each. */
      readonly points: Float64Array;
      readonly closed: boolean;
    }
  | {
      /** Filled area in the plane z = 0; what lies within an even number of loops is left free. */
      readonly kind: 'fill';
      readonly layer: string;
      /** x, y each. */
      readonly loops: readonly Float64Array[];
    }
  | {
      readonly kind: 'text';
      readonly layer: string;
      readonly text: string;
      /** The text stands with its middle (upright) and this part of it (along) here. */
      readonly at: readonly [number, number, number];
      readonly align: 'left' | 'middle' | 'right';
      /** Height of a capital, m. */
      readonly height: number;
      /** Radians, counter-clockwise from the x axis. */
      readonly rotation: number;
    };
