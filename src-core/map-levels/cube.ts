/** Cube of the octree: its path from the root, an octal digit per level, its corner and edge. */
export interface Cube {
  /** The root is ''. A digit is x + 2 y + 4 z: 1 for the half with the larger coordinates. */
  readonly id: string;
  /** Corner with the smallest coordinates, on whole metres down to cubes of one metre; m. */
  readonly corner: readonly [number, number, number];
  readonly edge: number;
}

export const OCTANTS = [0, 1, 2, 3, 4, 5, 6, 7] as const;

export function childCube({ id, corner, edge }: Cube, octant: number): Cube {
  const half = edge / 2;
  return {
    id: `${id}${octant}`,
    corner: [
      corner[0] + (octant & 1 ? half : 0),
      corner[1] + (octant & 2 ? half : 0),
      corner[2] + (octant & 4 ? half : 0),
    ],
    edge: half,
  };
}
