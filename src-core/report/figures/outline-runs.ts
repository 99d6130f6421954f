/** A stretch of a closed outline: numbers of its vertices in order. */
export interface OutlineRun {
  readonly vertices: readonly number[];
  /** True where it is all of the outline. */
  readonly closed: boolean;
}

/**
 * The runs of a closed outline whose edges are (1) or are not (0) measured at both ends: what is drawn solid and dashed.
 * Neighbouring runs of both kinds share a vertex.
 */
export function outlineRuns(measured: Uint8Array, wanted: 0 | 1): OutlineRun[] {
  const n = measured.length;
  const is = (edge: number): boolean => (measured[edge] & measured[(edge + 1) % n]) === wanted;
  let start = 0;
  while (start < n && is(start)) start++;
  if (start === n) return [{ vertices: Array.from({ length: n }, (_, i) => i), closed: true }];
  const runs: { vertices: number[]; closed: false }[] = [];
  let open = false;
  // From an edge of the other kind on, so that no run is parted where the outline begins.
  for (let k = 1; k <= n; k++) {
    const edge = (start + k) % n;
    if (is(edge)) {
      if (!open) runs.push({ vertices: [edge], closed: false });
      runs[runs.length - 1].vertices.push((edge + 1) % n);
    }
    open = is(edge);
  }
  return runs;
}
