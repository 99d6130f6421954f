/**
 * Decodes the text of a drawing: UTF-8, or the Western code page if it is not valid UTF-8, as older programs write.
 */
export function drawingText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Largest side of the bounding box of points (consecutive x, y, z), in their unit. */
export function largestSide(pieces: Iterable<ArrayLike<number>>): number {
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  for (const points of pieces)
    for (let i = 0; i < points.length; i++) {
      min[i % 3] = Math.min(min[i % 3], points[i]);
      max[i % 3] = Math.max(max[i % 3], points[i]);
    }
  return Math.max(0, max[0] - min[0], max[1] - min[1], max[2] - min[2]);
}
