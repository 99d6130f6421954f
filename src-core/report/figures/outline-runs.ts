/** Contiguous run of a closed outline: indices of its vertices in order. */
interface OutlineRun {
  readonly vertices: readonly number[];
  /** True if the run is the whole outline. */
  readonly closed: boolean;
}

/**
 * Runs of a closed outline whose edges are (1) or are not (0) measured at both ends: drawn solid and dashed. Adjacent
 * runs of both kinds share a vertex.
 */
export function outlineRuns(measured: Uint8Array, wanted: 0 | 1): OutlineRun[] {
  const n = measured.length;
  const is = (edge: number): boolean => (measured[edge] & measured[(edge + 1) % n]) === wanted;
  let start = 0;
  while (start < n && is(start)) start++;
  if (start === n) return [{ vertices: Array.from({ length: n }, (_, i) => i), closed: true }];
  const runs: { vertices: number[]; closed: false }[] = [];
  let open = false;
  // Start after an edge of the other kind, so that no run is split at the start of the outline.
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
