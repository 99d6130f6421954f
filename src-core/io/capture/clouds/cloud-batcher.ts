import type { CaptureHealth, Scan } from '../../../model/scan.ts';
import type { SensorModel } from '../../../model/sensor.ts';
import { emptyScan } from '../empty-scan.ts';
import type { RingCloud, RingFit } from './fit-rings.ts';

/** A rotation that is still being filled. */
interface OpenRotation {
  readonly scan: Scan;
  readonly columnTurn: Float32Array;
  /** Per column: number of its points, and the sum of their deviations from it, degrees. */
  readonly points: Uint16Array;
  readonly deviation: Float64Array;
  readonly startNs: bigint;
  /** Degrees of the farthest firing until now. */
  progress: number;
  /** False for one that begins a drive, or what follows a pause. */
  readonly afterSeam: boolean;
}

const DEGREES = 180 / Math.PI;
const HALF_TURN = 180;
/** Degrees of the next rotation after which no point of the last one comes any more. */
const SEAM = 30;
/** Rotations after which the next one begins, even if no azimuth has passed zero: clouds were lost. */
const LONGEST_TURN = 1.2;
const FRAME_IDS = 0x1_0000;

/**
 * Puts the points of clouds into scans, one from azimuth 0 to the next, wherever a cloud begins and ends. Points of one
 * firing share a column, which gets the mean of their azimuths and the time of the firing.
 */
export class CloudBatcher {
  readonly #sensor: SensorModel;
  readonly #fit: RingFit;
  readonly #health: CaptureHealth;
  readonly #beamOfRing: Map<number, number>;
  #previous: OpenRotation | null = null;
  #current: OpenRotation | null = null;
  #frameId = -1;
  #ready: Scan[] = [];
  /** Points of rings that the fitted cloud did not have. */
  strays = 0;

  constructor(sensor: SensorModel, fit: RingFit, health: CaptureHealth) {
    this.#sensor = sensor;
    this.#fit = fit;
    this.#health = health;
    this.#beamOfRing = new Map(fit.rings.map((ring, beam) => [ring, beam]));
  }

  /** @returns scans that are complete now, in order */
  add({ count, xyz, ring, seconds, reflectivity, stampNs }: RingCloud): Scan[] {
    const order = Uint32Array.from({ length: count }, (_, i) => i).sort((a, b) => seconds[a] - seconds[b]);
    const sign = this.#fit.clockwise ? 1 : -1;
    for (const i of order) {
      const beam = this.#beamOfRing.get(ring[i]);
      if (beam === undefined) {
        this.strays++;
        continue;
      }
      const [x, y, z] = [xyz[3 * i], xyz[3 * i + 1], sign * xyz[3 * i + 2] - this.#fit.height[beam]];
      const azimuth = sign * Math.atan2(-y, x) * DEGREES - this.#fit.azimuthDeg[beam];
      const ns = stampNs + BigInt(Math.round((seconds[i] - this.#fit.delay[beam]) * 1e9));
      const fired = this.#seamless(((azimuth % 360) + 360) % 360, ns);
      const open = this.#rotationOf(fired, ns);
      if (open === null) continue;
      this.#put(open, beam, fired, ns, Math.sqrt(x * x + y * y + z * z), reflectivity[i]);
    }
    return this.#takeReady();
  }

  end(): Scan[] {
    this.#release(this.#previous);
    this.#release(this.#current);
    this.#previous = null;
    this.#current = null;
    return this.#takeReady();
  }

  /**
   * The azimuth of a firing: those that begin a cloud at the seam, of the drive or after a pause, may lie just before it by
   * their rounding, and are no rotation of their own.
   */
  #seamless(fired: number, ns: bigint): number {
    const { columnsPerFrame } = this.#sensor;
    const current = this.#current;
    if (fired < 360 - 360 / columnsPerFrame) return fired;
    const turns = current === null ? LONGEST_TURN : this.#turnsOf(current, ns);
    const isStart = current?.afterSeam === false && turns < 1 / columnsPerFrame;
    return turns >= LONGEST_TURN || isStart ? fired - 360 : fired;
  }

  #turnsOf({ startNs }: OpenRotation, ns: bigint): number {
    return Number(ns - startNs) * 1e-9 * this.#sensor.rotationHz;
  }

  #put(
    { scan, points, deviation }: OpenRotation,
    beam: number,
    fired: number,
    ns: bigint,
    range: number,
    reflectivity: number,
  ): void {
    const { columns } = scan;
    const column = Math.min(Math.max(Math.floor((fired / 360) * columns), 0), columns - 1);
    const pixel = beam * columns + column;
    if (scan.rangeMm[pixel] !== 0) return;
    scan.rangeMm[pixel] = Math.round(range * 1000);
    scan.reflectivity[pixel] = reflectivity;
    points[column]++;
    deviation[column] += fired - (360 * column) / columns;
    if (scan.columnValid[column] !== 0) return;
    scan.columnValid[column] = 1;
    scan.stampNs[column] = ns > 0n ? ns : 1n;
  }

  /** The rotation of a firing; null: one that was released before. */
  #rotationOf(fired: number, ns: bigint): OpenRotation | null {
    const current = this.#current;
    if (current === null) return this.#begin(fired, ns, false);
    const turns = this.#turnsOf(current, ns);
    const step = fired - current.progress;
    if (step > HALF_TURN && turns < 1) return this.#previous;
    if (step < -HALF_TURN || turns >= LONGEST_TURN) {
      this.#release(this.#previous);
      this.#previous = current;
      return this.#begin(fired, ns, turns < LONGEST_TURN);
    }
    current.progress = Math.max(current.progress, fired);
    if (current.progress > SEAM && this.#previous !== null) {
      this.#release(this.#previous);
      this.#previous = null;
    }
    return current;
  }

  #begin(fired: number, ns: bigint, afterSeam: boolean): OpenRotation {
    const { rotationHz, beams, columnsPerFrame } = this.#sensor;
    const last = this.#previous?.startNs ?? ns;
    const turns = Math.max(1, Math.round(Number(ns - last) * 1e-9 * rotationHz));
    this.#frameId = this.#frameId < 0 ? 0 : (this.#frameId + turns) % FRAME_IDS;
    const columnTurn = new Float32Array(columnsPerFrame);
    this.#current = {
      scan: { ...emptyScan(this.#frameId, beams, columnsPerFrame, false), columnTurn },
      columnTurn,
      points: new Uint16Array(columnsPerFrame),
      deviation: new Float64Array(columnsPerFrame),
      startNs: ns,
      progress: fired,
      afterSeam,
    };
    return this.#current;
  }

  #release(open: OpenRotation | null): void {
    if (open === null) return;
    const { scan, columnTurn, points, deviation } = open;
    const health = this.#health;
    const sign = this.#fit.clockwise ? -1 : 1;
    let valid = 0;
    for (let column = 0; column < scan.columns; column++) {
      if (points[column] === 0) continue;
      valid++;
      columnTurn[column] = (sign * (deviation[column] / points[column])) / DEGREES;
      const stamp = scan.stampNs[column];
      if (health.firstStampNs === null || stamp < health.firstStampNs) health.firstStampNs = stamp;
      if (health.lastStampNs === null || stamp > health.lastStampNs) health.lastStampNs = stamp;
    }
    if (valid === 0) return;
    health.scans++;
    this.#ready.push(scan);
  }

  #takeReady(): Scan[] {
    const ready = this.#ready;
    if (ready.length > 0) this.#ready = [];
    return ready;
  }
}
