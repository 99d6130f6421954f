/**
 * Number of edges of a mesh that are not met exactly once in each direction: 0 for a closed surface whose triangles are
 * all turned the same way. Edges of an open border count once.
 */
export function openEdges(triangles: Uint32Array): number {
  const seen = new Map<number, number>();
  const vertices = triangles.reduce((most, vertex) => Math.max(most, vertex), 0) + 1;
  for (let t = 0; t < triangles.length; t += 3)
    for (let k = 0; k < 3; k++) {
      const edge = triangles[t + k] * vertices + triangles[t + ((k + 1) % 3)];
      seen.set(edge, (seen.get(edge) ?? 0) + 1);
    }
  let open = 0;
  for (const [edge, count] of seen) {
    const back = (edge % vertices) * vertices + Math.floor(edge / vertices);
    open += count - 1 + (seen.has(back) ? 0 : 1);
  }
  return open;
}
