/** A drawing for a CAD program: layers and their entities, metres. */
export interface CadDrawing {
  readonly layers: readonly CadLayer[];
  /** In order; iterated once. Every entity names a layer that is listed. */
  readonly entities: Iterable<CadEntity>;
  /** Initial view, x and y, m. */
  readonly view: { readonly centre: readonly [number, number]; readonly height: number };
}

export interface CadLayer {
  /** ASCII letters, digits, `-` and `_`, which every program accepts. */
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
      /** x, y, z per point. */
      readonly points: Float64Array;
      readonly closed: boolean;
    }
  | {
      /** Triangle in space. */
      readonly kind: 'face-3d';
      readonly layer: string;
      /** x, y, z of its three corners, counter-clockwise seen from outside. */
      readonly corners: Float64Array;
    }
  | {
      /** Line in the plane z = 0. */
      readonly kind: 'line-2d';
      readonly layer: string;
      /** x, y per point. */
      readonly points: Float64Array;
      readonly closed: boolean;
    }
  | {
      /** Filled area in the plane z = 0, by the even-odd rule. */
      readonly kind: 'fill';
      readonly layer: string;
      /** x, y per point. */
      readonly loops: readonly Float64Array[];
    }
  | {
      readonly kind: 'text';
      readonly layer: string;
      readonly text: string;
      /** Insertion point: middle of the text vertically, and this alignment of it horizontally. */
      readonly at: readonly [number, number, number];
      readonly align: 'left' | 'middle' | 'right';
      /** Height of a capital, m. */
      readonly height: number;
      /** Radians, counter-clockwise from the x axis. */
      readonly rotation: number;
    };
