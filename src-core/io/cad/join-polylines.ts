import type { NamedPolyline } from '../../model/polyline.ts';

/** Tolerance for joining ends, m: drawings are made by snapping, and saved with six decimals or less. */
const JOIN_TOLERANCE = 1e-3;

/** An open piece, with the place numbers of its two ends. */
interface Piece {
  readonly polyline: NamedPolyline;
  readonly from: number;
  readonly to: number;
  used: boolean;
}

/**
 * Joins pieces of one name (layer, string) end to end, because CAD draws an outline as loose lines and arcs. Where
 * more than two ends meet nothing is joined, as the continuation is ambiguous. A line that returns to its start is
 * closed. Closed lines stay unchanged; the order is that of the first piece of each.
 */
export function joinPolylines(
  polylines: readonly NamedPolyline[],
  tolerance = JOIN_TOLERANCE,
): NamedPolyline[] {
  const places = placeNumbers(tolerance);
  const pieces = polylines.map((polyline): Piece => {
    const { points, name } = polyline;
    return {
      polyline,
      from: places(name, points, 0),
      to: places(name, points, points.length - 3),
      used: polyline.closed,
    };
  });
  const meeting = new Map<number, Piece[]>();
  for (const piece of pieces)
    if (!piece.used) for (const place of [piece.from, piece.to]) put(meeting, place, piece);
  return pieces.flatMap((piece) => {
    if (piece.polyline.closed) return [piece.polyline];
    if (piece.used) return [];
    return [joined(piece, meeting)];
  });
}

/** The line through a piece, extended in both directions as far as possible. */
function joined(first: Piece, meeting: ReadonlyMap<number, readonly Piece[]>): NamedPolyline {
  first.used = true;
  const { polyline } = first;
  if (first.from === first.to && polyline.points.length > 9) return closedLine(polyline, polyline.points);
  let points = [...polyline.points];
  let [start, end] = [first.from, first.to];
  let line = polyline.line;
  for (let turned = false; ; ) {
    const next = partner(meeting, end);
    if (next) {
      next.used = true;
      line = Math.min(line, next.polyline.line);
      const forward = next.from === end;
      const more = forward ? [...next.polyline.points] : reversed(next.polyline.points);
      points.push(...more.slice(3));
      end = forward ? next.to : next.from;
      if (end === start) return { ...closedLine(polyline, Float64Array.from(points)), line };
    } else if (!turned) {
      // From the other end of the first piece; the direction of the first piece is preserved.
      points = reversed(points);
      [start, end] = [end, start];
      turned = true;
    } else return { ...polyline, points: Float64Array.from(reversed(points)), line };
  }
}

/** The only other unused piece that ends where this one does; undefined if there is none, or at a branch. */
function partner(meeting: ReadonlyMap<number, readonly Piece[]>, place: number): Piece | undefined {
  const there = meeting.get(place) ?? [];
  return there.length === 2 ? there.find((piece) => !piece.used) : undefined;
}

function closedLine(polyline: NamedPolyline, points: Float64Array): NamedPolyline {
  return { ...polyline, points: points.slice(0, points.length - 3), closed: true };
}

function reversed(points: ArrayLike<number>): number[] {
  const turned: number[] = [];
  for (let i = points.length - 3; i >= 0; i -= 3) turned.push(points[i], points[i + 1], points[i + 2]);
  return turned;
}

/** Numbers the places of ends: an end within the tolerance of a known place gets its number. */
function placeNumbers(tolerance: number): (name: string, points: Float64Array, at: number) => number {
  const cells = new Map<string, { number: number; place: Float64Array }[]>();
  // Large beside the tolerance, so that nearly every end has one cell to look into.
  const side = 32 * tolerance;
  let count = 0;
  return (name, points, at) => {
    const place = points.slice(at, at + 3);
    const [first, last] = [-tolerance, tolerance].map((shift) =>
      Array.from(place, (value) => Math.floor((value + shift) / side)),
    );
    for (let x = first[0]; x <= last[0]; x++)
      for (let y = first[1]; y <= last[1]; y++)
        for (let z = first[2]; z <= last[2]; z++)
          for (const known of cells.get(`${x} ${y} ${z} ${name}`) ?? []) {
            const [dx, dy, dz] = [0, 1, 2].map((k) => place[k] - known.place[k]);
            if (Math.hypot(dx, dy, dz) <= tolerance) return known.number;
          }
    const [x, y, z] = Array.from(place, (value) => Math.floor(value / side));
    put(cells, `${x} ${y} ${z} ${name}`, { number: count, place });
    return count++;
  };
}

function put<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const there = map.get(key);
  if (there) there.push(value);
  else map.set(key, [value]);
}
