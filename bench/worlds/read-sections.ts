import type { FoundSection } from './score-drive.ts';

/**
 * Sections of the file outlines.csv with the middle of their areas in the map, m.
 *
 * @throws Error if the file has no outline
 */
export function readSections(text: string): FoundSection[] {
  const [header, ...lines] = text.trimEnd().split('\n');
  const names = header.split(',');
  const column = (name: string): number => names.indexOf(name);
  const [at, x, y, z] = ['chainage_m', 'x_m', 'y_m', 'z_m'].map(column);
  const outlines = new Map<string, [number, number, number][]>();
  for (const line of lines) {
    const cells = line.split(',');
    const outline = outlines.get(cells[at]) ?? [];
    outline.push([Number(cells[x]), Number(cells[y]), Number(cells[z])]);
    outlines.set(cells[at], outline);
  }
  if (outlines.size === 0) throw new Error('outlines.csv has no outline');
  return [...outlines].map(([chainage, outline]) => ({
    chainage: Number(chainage),
    middle: middleOfArea(outline),
  }));
}

/** Centroid of the area of a plane polygon in space: triangles from its first corner, each with the sign of its turn. */
function middleOfArea(corners: readonly (readonly [number, number, number])[]): [number, number, number] {
  const [origin] = corners;
  const minus = (p: readonly number[]) => [0, 1, 2].map((k) => p[k] - origin[k]);
  const crosses = corners.slice(1, -1).map((corner, i) => {
    const [a, b] = [minus(corner), minus(corners[i + 2])];
    return { a, b, n: [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]] };
  });
  const whole = [0, 1, 2].map((k) => crosses.reduce((sum, { n }) => sum + n[k], 0));
  const size = Math.hypot(...whole);
  const middle = [0, 0, 0];
  for (const { a, b, n } of crosses) {
    const share = (n[0] * whole[0] + n[1] * whole[1] + n[2] * whole[2]) / (size * size);
    for (let k = 0; k < 3; k++) middle[k] += (share * (a[k] + b[k])) / 3;
  }
  return [origin[0] + middle[0], origin[1] + middle[1], origin[2] + middle[2]];
}
