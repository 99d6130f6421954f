import { type SectorWedge, sectorAt } from './sectors.ts';

/** Point of the section plane: (left, up), m. */
export type SectionPoint = readonly [number, number];

/** The outline without its floor, from the left corner of the floor over the crown to the right one. */
export function contourLine(outline: ArrayLike<number>, sectors: readonly SectorWedge[]): SectionPoint[] {
  const ring = cutAtFloor(outline, sectors[0]);
  const n = ring.length;
  const isFloor = ring.map(([x, y], i) => {
    const next = ring[(i + 1) % n];
    return sectorAt(sectors, (x + next[0]) / 2, (y + next[1]) / 2) === 'floor';
  });
  const begin = isFloor.findIndex((floor, i) => floor && !isFloor[(i + 1) % n]);
  if (begin < 0) return isFloor[0] ? [] : [...ring, ring[0]];
  const line = [ring[(begin + 1) % n]];
  for (let i = begin + 1; !isFloor[i % n]; i++) line.push(ring[(i + 1) % n]);
  return line;
}

/** Outline with a vertex wherever it crosses the rays that bound the floor. */
function cutAtFloor(outline: ArrayLike<number>, { centre, from, to }: SectorWedge): SectionPoint[] {
  const n = outline.length / 2;
  return Array.from({ length: n }, (_, i): SectionPoint[] => {
    const j = (i + 1) % n;
    const a: SectionPoint = [outline[2 * i], outline[2 * i + 1]];
    const b: SectionPoint = [outline[2 * j], outline[2 * j + 1]];
    const at = (share: number): SectionPoint => [a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])];
    const shares = [from, to].flatMap((angle) => {
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      const across = ([x, y]: SectionPoint): number => c * (y - centre[1]) - s * (x - centre[0]);
      const [before, after] = [across(a), across(b)];
      if (before * after >= 0) return [];
      const [x, y] = at(before / (before - after));
      // The ray only, not its extension behind the centre.
      return c * (x - centre[0]) + s * (y - centre[1]) > 0 ? [before / (before - after)] : [];
    });
    return [a, ...shares.toSorted((p, q) => p - q).map(at)];
  }).flat();
}

export function lineLength(line: readonly SectionPoint[]): number {
  return line.slice(1).reduce((sum, place, i) => sum + apart(line[i], place), 0);
}

/** Points at equal steps of at most `spacing` along a line, both ends included. */
export function resampled(line: readonly SectionPoint[], spacing: number): SectionPoint[] {
  const length = lineLength(line);
  const steps = Math.max(1, Math.ceil(length / spacing - 1e-9));
  const places: SectionPoint[] = [line[0]];
  let gone = 0;
  let i = 0;
  for (let k = 1; k < steps; k++) {
    const wanted = (length * k) / steps;
    while (gone + apart(line[i], line[i + 1]) < wanted) gone += apart(line[i], line[++i]);
    const share = (wanted - gone) / apart(line[i], line[i + 1]);
    places.push([
      line[i][0] + share * (line[i + 1][0] - line[i][0]),
      line[i][1] + share * (line[i + 1][1] - line[i][1]),
    ]);
  }
  return [...places, line[line.length - 1]];
}

function apart(a: SectionPoint, b: SectionPoint): number {
  return Math.sqrt((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2);
}
