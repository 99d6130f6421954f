import type { View } from '../../viewer/camera.ts';
import { addScaled, length, subtract, unit, type Vector } from '../../viewer/vector.ts';

/** Distance ahead that the eye looks at, m: as one who walks, it turns before the bend. */
const AHEAD = 4;
/** Vertices of a trajectory closer together are passed over, m: a standing robot sways. */
const LEAST_STEP = 0.5;

/** Way of a flight: a polyline that the eye stays on, passed at constant speed. */
export class FlightPath {
  /** Length of the way in space, m. */
  readonly length: number;
  readonly #vertices: readonly Vector[];
  /** Metres from the start to each vertex. */
  readonly #metres: Float64Array;

  /** @param vertices two or more, no two in the same place, map frame, m */
  private constructor(vertices: readonly Vector[]) {
    this.#vertices = vertices;
    this.#metres = new Float64Array(vertices.length);
    for (let i = 1; i < vertices.length; i++)
      this.#metres[i] = this.#metres[i - 1] + length(subtract(vertices[i], vertices[i - 1]));
    this.length = this.#metres.at(-1) ?? 0;
  }

  /** Way along the vertices of an axis, 3 each; null: no two of them differ. */
  static alongAxis(xyz: ArrayLike<number>): FlightPath | null {
    return FlightPath.#through(xyz, 0);
  }

  /** Way of the sensor, 3 per scan; null: it stood still. */
  static alongTrajectory(positions: ArrayLike<number>): FlightPath | null {
    return FlightPath.#through(positions, LEAST_STEP);
  }

  static #through(xyz: ArrayLike<number>, least: number): FlightPath | null {
    const vertices: Vector[] = [];
    for (let i = 0; i + 2 < xyz.length; i += 3) {
      const next: Vector = [xyz[i], xyz[i + 1], xyz[i + 2]];
      const last = vertices.at(-1);
      if (last === undefined || length(subtract(next, last)) > least) vertices.push(next);
    }
    return vertices.length < 2 ? null : new FlightPath(vertices);
  }

  /** Place at so many metres along the way; beyond its ends it goes on straight. */
  placeAt(metres: number): Vector {
    let low = 0;
    let high = this.#vertices.length - 2;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#metres[middle] <= metres) low = middle;
      else high = middle - 1;
    }
    const [a, b] = [this.#vertices[low], this.#vertices[low + 1]];
    return addScaled(a, unit(subtract(b, a)), metres - this.#metres[low]);
  }

  /** View at so many metres along the way. @param height of the eye above it, m */
  viewAt(metres: number, height: number): View {
    const here = this.placeAt(metres);
    const [x, y, z] = unit(subtract(this.placeAt(metres + AHEAD), here));
    const eye: Vector = [here[0], here[1], here[2] + height];
    return {
      target: addScaled(eye, [x, y, z], 1),
      yaw: Math.atan2(-y, -x),
      pitch: Math.asin(Math.max(-1, Math.min(1, -z))),
      distance: 1,
      projection: 'perspective',
    };
  }

  /** Metres along the way of each frame of a video. @param speed m/s */
  frames(speed: number, fps: number): Float64Array {
    const count = Math.floor((this.length * fps) / speed + 1e-9) + 1;
    return Float64Array.from({ length: count }, (_, k) => Math.min(this.length, (k * speed) / fps));
  }
}
