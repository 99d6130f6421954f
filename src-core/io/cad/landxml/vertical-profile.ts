/** A point of vertical intersection with its vertical curve. Metres; stations of the alignment. */
export interface VerticalPoint {
  readonly station: number;
  readonly elevation: number;
  /** Parabola that begins `before` and ends `after` metres from the point (0, 0: a kink), or a circle. */
  readonly curve:
    | { readonly kind: 'parabola'; readonly before: number; readonly after: number }
    | { readonly kind: 'circle'; readonly radius: number };
  /** Line of the file. */
  readonly line: number;
}

/** Elevations along an alignment. */
export interface VerticalProfile {
  readonly from: number;
  readonly to: number;
  /** Stations of the ends of tangents and curves, ascending. */
  readonly breaks: readonly number[];
  /** Elevation at a station between `from` and `to`, m. */
  elevation(station: number): number;
}

interface Curve {
  readonly begin: number;
  readonly end: number;
  elevation(station: number): number;
}

/**
 * Makes the profile through points in ascending stations, at least two. Curves at the first and last point are
 * ignored.
 *
 * @returns a profile, or the point whose curve overlaps the one before it
 */
export function verticalProfile(points: readonly VerticalPoint[]): VerticalProfile | VerticalPoint {
  const grades = points
    .slice(1)
    .map((b, i) => (b.elevation - points[i].elevation) / (b.station - points[i].station));
  const curves: Curve[] = [];
  for (let i = 1; i < points.length - 1; i++) {
    const curve = curveAt(points[i], grades[i - 1], grades[i]);
    const before = curves[curves.length - 1]?.end ?? points[0].station;
    // Tolerance of a micrometre: curves usually touch.
    if (curve.begin < before - 1e-6 || curve.end > points[i + 1].station + 1e-6) return points[i];
    curves.push(curve);
  }
  const [from, to] = [points[0].station, points[points.length - 1].station];
  return {
    from,
    to,
    breaks: [from, ...curves.flatMap(({ begin, end }) => (begin < end ? [begin, end] : [begin])), to],
    elevation: (station) => {
      const curve = curves[firstFrom(curves, ({ end }) => station < end)];
      if (curve && station > curve.begin) return curve.elevation(station);
      const i = Math.min(
        firstFrom(points, (_, k) => k > 0 && station <= points[k].station) - 1,
        grades.length - 1,
      );
      return points[i].elevation + grades[i] * (station - points[i].station);
    },
  };
}

/** Index of the first of which something holds, as it does of all after it; the length if it holds of none. */
function firstFrom<T>(all: readonly T[], holds: (one: T, index: number) => boolean): number {
  let [low, high] = [0, all.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(all[middle], middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

export function isProfile(element: VerticalProfile | VerticalPoint): element is VerticalProfile {
  return 'breaks' in element;
}

function curveAt({ station, elevation, curve }: VerticalPoint, before: number, after: number): Curve {
  if (curve.kind === 'circle') return circleAt(station, elevation, curve.radius, before, after);
  const [l1, l2] = [curve.before, curve.after];
  const begin = station - l1;
  const end = station + l2;
  // Two parabolas that meet at the point's station with a common tangent; for equal lengths they are one.
  const middle = (l1 * l2 * (after - before)) / (2 * (l1 + l2));
  return {
    begin,
    end,
    elevation: (at) => {
      const arm = at <= station ? at - begin : end - at;
      const tangent = elevation + (at <= station ? before : after) * (at - station);
      return tangent + middle * (arm / (at <= station ? l1 : l2)) ** 2;
    },
  };
}

/** The circle of a given radius tangent to both grades; heights and stations have the same scale. */
function circleAt(station: number, elevation: number, radius: number, before: number, after: number): Curve {
  const [a, b] = [Math.atan(before), Math.atan(after)];
  const tangent = Math.abs(radius * Math.tan((b - a) / 2));
  const begin = station - tangent * Math.cos(a);
  const end = station + tangent * Math.cos(b);
  // A sag (grade rising) has its centre above.
  const side = b > a ? 1 : -1;
  const centre = [
    begin - side * radius * Math.sin(a),
    elevation - tangent * Math.sin(a) + side * radius * Math.cos(a),
  ];
  return {
    begin,
    end,
    elevation: (at) => centre[1] - side * Math.sqrt(Math.max(0, radius * radius - (at - centre[0]) ** 2)),
  };
}
