/** Outline of a target in its own plane, centre at the origin: signed distance, negative inside, with its gradient. */
export interface Outline {
  /** Half the size, m. */
  readonly half: number;
  /** @param out receives distance (m) of (u, v) to the outline and its gradient over u and v */
  distance(u: number, v: number, out: Float64Array): void;
}

export function outlineOf(shape: 'disc' | 'square', size: number): Outline {
  const half = size / 2;
  return { half, distance: shape === 'disc' ? disc(half) : square(half) };
}

function disc(radius: number): Outline['distance'] {
  return (u, v, out) => {
    const rho = Math.sqrt(u * u + v * v);
    out[0] = rho - radius;
    out[1] = rho > 0 ? u / rho : 0;
    out[2] = rho > 0 ? v / rho : 0;
  };
}

/**
 * Edges along u and v; beyond a corner, the distance to the line of the nearer edge, which is accurate enough for a
 * fit.
 */
function square(half: number): Outline['distance'] {
  return (u, v, out) => {
    const sideways = Math.abs(u) > Math.abs(v);
    out[0] = (sideways ? Math.abs(u) : Math.abs(v)) - half;
    out[1] = sideways ? Math.sign(u) : 0;
    out[2] = sideways ? 0 : Math.sign(v);
  };
}
