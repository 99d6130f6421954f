/** Triangle mesh, f64 because it is measured. */
export interface TriangleMesh {
  /** Map coordinates that `xyz` is relative to. */
  readonly origin: readonly [number, number, number];
  /** 3 per vertex, metres relative to `origin`. */
  readonly xyz: Float64Array;
  /** 3 vertex numbers per triangle, counter-clockwise seen from outside. */
  readonly triangles: Uint32Array;
}

/**
 * What a face of a drive's mesh rests on: points; neighbours within the section or along the axis; nothing but the last
 * sections on either side of a gap; no rock at all, where a cap closes the end.
 */
export const FACE_KINDS = ['measured', 'interpolated', 'bridged', 'cap'] as const;
export type FaceKind = (typeof FACE_KINDS)[number];

/** Mesh of a drive as files hold it: with what each vertex and face rests on. */
export interface DriveMesh extends TriangleMesh {
  /**
   * `wall-surface`: open, seen from inside the drive; `solid`: closed, seen from outside; `chamber`: likewise, of a void
   * without an axis; `beyond` and `short`: likewise, what of it lies outside of another solid, and of that outside of it.
   */
  readonly name: 'wall-surface' | 'solid' | 'chamber' | 'beyond' | 'short';
  /** 1 per vertex that points measured, else 0. */
  readonly measured: Uint8Array;
  /** Chainage of each vertex, m; null: there is no axis. */
  readonly chainage: Float32Array | null;
  /**
   * Distance of each vertex from the line of excavation in its section, m: positive is overbreak; NaN where the
   * programme has no design. Null: no design was given.
   */
  readonly overbreak: Float32Array | null;
  /** Per triangle its place in `FACE_KINDS`, ascending: faces of a kind follow each other. */
  readonly kind: Uint8Array;
}
