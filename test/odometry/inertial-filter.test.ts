import { describe, expect, it } from 'vitest';
import { type Random, seededRandom } from '../../src-core/math/random.ts';
import { compose, exp, expSo3, rotateVector, transpose3 } from '../../src-core/math/se3.ts';
import { InertialFilter } from '../../src-core/odometry/along/inertial-filter.ts';
import type { ForceSpan } from '../../src-core/odometry/frame/accelerometer.ts';

const SEED = 229;
const DT = 0.1;
const ALONG: [number, number, number] = [Math.cos(0.3), Math.sin(0.3), 0];
const ACROSS: [number, number, number][] = [
  [-Math.sin(0.3), Math.cos(0.3), 0],
  [0, 0, 1],
];
const NOISE = 0.004;

/** A robot that stands, drives off, changes its speed, and sways; exact motion in one direction. */
class Drive {
  readonly #random: Random;
  readonly #bias: number[];
  #time = 0;

  constructor(random: Random) {
    this.#random = random;
    this.#bias = [0, 1, 2].map(() => 0.1 * random.normal());
  }

  static speedAt(t: number): number {
    return t < 2 ? 0 : 1 - Math.exp(-(t - 2)) + 0.3 * Math.sin(0.4 * (t - 2));
  }

  static placeAt(t: number): number {
    // By Simpson's rule, finely.
    const n = 2 * Math.max(1, Math.ceil(t / 0.02));
    let sum = 0;
    for (let i = 0; i <= n; i++)
      sum += (i === 0 || i === n ? 1 : i % 2 === 1 ? 4 : 2) * Drive.speedAt((t * i) / n);
    return (sum * t) / (3 * n);
  }

  rotationAt(t: number): Float64Array {
    return t < 2
      ? expSo3(0, 0, 0.3)
      : expSo3(0.02 * Math.sin(3 * t), 0.03 * Math.cos(2.2 * t), 0.3 + 0.05 * Math.sin(t));
  }

  /** Readings of the next span, as they add up. */
  span(): ForceSpan {
    const from = this.#time;
    const R_start = this.rotationAt(from);
    const steps = 10;
    const span = {
      seconds: DT,
      velocity: [0, 0, 0],
      position: [0, 0, 0],
      biasVelocity: new Float64Array(9),
      biasPosition: new Float64Array(9),
    };
    for (let k = 0; k < steps; k++) {
      const [dt, t] = [DT / steps, from + ((k + 0.5) * DT) / steps];
      const left = DT - ((k + 0.5) * DT) / steps;
      const acceleration = (Drive.speedAt(t + 1e-4) - Drive.speedAt(t - 1e-4)) / 2e-4;
      const R = this.rotationAt(t);
      const [fx, fy, fz] = rotateVector(
        transpose3(R),
        acceleration * ALONG[0],
        acceleration * ALONG[1],
        9.78,
      );
      const read = [fx, fy, fz].map((value, i) => value + this.#bias[i] + 0.03 * this.#random.normal());
      const R_start_now = Float64Array.from(
        compose({ R: transpose3(R_start), t: new Float64Array(3) }, { R, t: new Float64Array(3) }).R,
      );
      const force = rotateVector(R_start_now, read[0], read[1], read[2]);
      for (let i = 0; i < 3; i++) {
        span.velocity[i] += force[i] * dt;
        span.position[i] += force[i] * dt * left;
      }
      for (let i = 0; i < 9; i++) {
        span.biasVelocity[i] += R_start_now[i] * dt;
        span.biasPosition[i] += R_start_now[i] * dt * left;
      }
    }
    this.#time += DT;
    return span as unknown as ForceSpan;
  }

  get time(): number {
    return this.#time;
  }
}

interface Gap {
  readonly from: number;
  readonly to: number;
}

/** Runs a filter over 30 s. @param gap without positions along the drive */
function run(random: Random, gap: Gap, each?: (filter: InertialFilter, drive: Drive) => void) {
  const drive = new Drive(random);
  const filter = new InertialFilter();
  while (drive.time < 30) {
    const R = drive.rotationAt(drive.time);
    filter.predict(drive.span(), R);
    const t = drive.time;
    const unheld =
      t > gap.from && t <= gap.to
        ? { inMap: ALONG, inSensor: rotateVector(transpose3(drive.rotationAt(t)), ...ALONG) }
        : null;
    for (const u of ACROSS) filter.observe(u, NOISE * random.normal(), NOISE, unheld);
    if (unheld === null) filter.observe(ALONG, Drive.placeAt(t) + NOISE * random.normal(), NOISE);
    if (t < 1.5) filter.stand();
    each?.(filter, drive);
  }
  return filter;
}

describe(`motion by the accelerometer (seed ${SEED})`, () => {
  const along = (filter: InertialFilter) =>
    filter.position.reduce((sum, value, i) => sum + value * ALONG[i], 0);

  it('bridges what nothing holds, with a doubt that covers its error', () => {
    let covered = 0;
    const runs = 60;
    for (let trial = 0; trial < runs; trial++) {
      const random = seededRandom(SEED + trial);
      let error = 0;
      let sigma = 0;
      run(random, { from: 15, to: 23.05 }, (filter, { time }) => {
        if (Math.abs(time - 23) > 0.05) return;
        error = along(filter) - Drive.placeAt(time);
        sigma = Math.sqrt(filter.varianceAlong(ALONG));
      });
      // Eight seconds, seven metres.
      expect(Math.abs(error)).toBeLessThan(0.5);
      expect(sigma).toBeLessThan(0.5);
      if (Math.abs(error) < 2 * sigma) covered++;
    }
    expect(covered / runs).toBeGreaterThan(0.9);
  });

  it('grows ever less sure while nothing holds it, though what is across is seen all the time', () => {
    let last = 0;
    run(seededRandom(SEED), { from: 10, to: 99 }, (filter, { time }) => {
      const variance = filter.varianceAlong(ALONG);
      if (time > 10.2) expect(variance).toBeGreaterThan(last);
      last = variance;
      if (time > 15) for (const u of ACROSS) expect(Math.sqrt(filter.varianceAlong(u))).toBeLessThan(0.01);
    });
    expect(Math.sqrt(last)).toBeGreaterThan(1);
  });

  it('sees the robot drive off where it was still before: no motion does not win', () => {
    const random = seededRandom(SEED + 1);
    let error = Number.NaN;
    run(random, { from: 0, to: 8.05 }, (filter, { time }) => {
      if (Math.abs(time - 8) < 0.05) error = along(filter) - Drive.placeAt(time);
    });
    expect(Math.abs(error)).toBeLessThan(0.15 * Drive.placeAt(8));
  });

  it('does not believe that the robot stands where it knows that it drives', () => {
    const filter = run(seededRandom(SEED + 2), { from: 99, to: 99 });
    const state = JSON.stringify(filter.state);
    filter.stand();
    expect(JSON.stringify(filter.state)).toBe(state);
  });

  it('is not believed before it has seen enough, nor with its axes exchanged', () => {
    const random = seededRandom(SEED + 3);
    const drive = new Drive(random);
    const filter = new InertialFilter();
    expect(filter.believable).toBe(false);
    const [sound, exchanged] = [filter, new InertialFilter()];
    while (drive.time < 20) {
      const R = drive.rotationAt(drive.time);
      const span = drive.span();
      sound.predict(span, R);
      const [x, y, z] = span.velocity;
      const [px, py, pz] = span.position;
      exchanged.predict({ ...span, velocity: [2 * y, -2 * x, z], position: [2 * py, -2 * px, pz] }, R);
      for (const each of [sound, exchanged]) {
        for (const u of ACROSS) each.observe(u, NOISE * random.normal(), NOISE);
        each.observe(ALONG, Drive.placeAt(drive.time) + NOISE * random.normal(), NOISE);
      }
    }
    expect(sound.believable).toBe(true);
    expect(exchanged.believable).toBe(false);
  });

  it('goes on from its state to the last bit, and turns with the map frame', () => {
    const filter = run(seededRandom(SEED + 4), { from: 20, to: 99 });
    const copy = new InertialFilter();
    copy.state = JSON.parse(JSON.stringify(filter.state));
    const drive = new Drive(seededRandom(1));
    const span = drive.span();
    const R = drive.rotationAt(0);
    const T = exp([0.1, -0.4, 1.2, 5, -3, 2]);
    const moved = filter.clone();
    moved.move(T);
    for (const each of [filter, copy]) each.predict(span, R);
    expect(JSON.stringify(copy.state)).toBe(JSON.stringify(filter.state));
    // Moved first or last, the same.
    moved.predict(span, compose(T, { R, t: new Float64Array(3) }).R);
    filter.move(T);
    filter.position.forEach((value, i) => {
      expect(moved.position[i]).toBeCloseTo(value, 9);
    });
    const u = rotateVector(T.R, ...ALONG);
    expect(moved.varianceAlong(u) / copy.varianceAlong(ALONG)).toBeCloseTo(1, 9);
  });

  it('coasts without readings, ever less sure', () => {
    const filter = run(seededRandom(SEED + 5), { from: 99, to: 99 });
    const [place, speed] = [along(filter), Drive.speedAt(30)];
    filter.coast(1, 2);
    expect(along(filter) - place).toBeCloseTo(speed, 1);
    filter.coast(1, 2);
    expect(filter.varianceAlong(ALONG)).toBeGreaterThan(1);
  });
});
