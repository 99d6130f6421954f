import type { seededRandom } from '../../src-core/math/random.ts';
import { castEcho, recordEcho } from '../cast-scan.ts';
import type { Drive } from '../drive.ts';
import { BEAMS, ROTATION_HZ } from '../os1-16.ts';
import type { Echo } from './ray-tracer.ts';

/** Returns that are sent; 'dual' sends every firing twice, its last and its strongest return, which are the same. */
export type SpinningReturns = 'strongest' | 'dual';

/** A packet and when the sensor had it ready, s since the start of the drive. */
export interface SimulatedPacket {
  readonly port: number;
  readonly bytes: Uint8Array;
  readonly seconds: number;
  /** False for packets without ranges. */
  readonly isLidar: boolean;
}

/** Lasers of a spinning sensor, in the order of its packets. */
export interface SimulatedLasers {
  readonly elevationDeg: readonly number[];
  /** Degrees clockwise from the azimuth at the instant of the laser; absent: none. */
  readonly azimuthDeg?: readonly number[];
  /** Height of the origin above the sensor's centre, mm; absent: none. */
  readonly heightMm?: readonly number[];
  /** Distance of the origins from the axis, the way the laser array looks, mm; absent: none. */
  readonly originMm?: number;
  /** How far the origin lies to the left of the laser, seen from above, mm; absent: not at all. */
  readonly sidewaysMm?: readonly number[];
  /** Instant of a laser after the first of its firing, s. */
  readonly secondsOf: (laser: number) => number;
}

/** Measurements of some firings, laser by laser. */
export type SimulatedBlock = Parameters<typeof recordEcho>[1];

/** A block without returns. */
export function emptyBlock(pixels: number): SimulatedBlock {
  return {
    rangeMm: new Uint32Array(pixels),
    reflectivity: new Uint16Array(pixels),
    signal: new Uint16Array(pixels),
    nearIr: new Uint16Array(pixels),
  };
}

/** Azimuth at an instant, at ten rotations a second, degrees clockwise from the sensor's y axis. */
export function azimuthAt(seconds: number): number {
  return (360 * ROTATION_HZ * seconds) % 360;
}

const RADIANS = Math.PI / 180;

/**
 * Casts one firing of a spinning sensor at ten rotations a second as it would have measured it: each laser at its own
 * instant and azimuth, from the true pose then. Frame: y where the azimuth is 0, x where it is 90 degrees, z up.
 *
 * @param seconds of its first laser, since the start of the drive
 * @param id of its first ray, from which the chances of its effects are drawn
 * @param out measurements, from `first` on
 */
export function castFiring(
  drive: Drive,
  lasers: SimulatedLasers,
  seconds: number,
  id: number,
  out: SimulatedBlock,
  first: number,
  random: ReturnType<typeof seededRandom>,
): void {
  const { trajectory, schedule, walker } = drive;
  const { elevationDeg, azimuthDeg, heightMm, sidewaysMm, originMm = 0, secondsOf } = lasers;
  const pose = { R: new Float64Array(9), t: new Float64Array(3) };
  const ray = new Float64Array(6);
  const echo: Echo = { kind: 'none', range: 0, albedo: 0, cosine: 1, gain: 1, chancy: false };
  for (let laser = 0; laser < elevationDeg.length; laser++) {
    const time = seconds + secondsOf(laser);
    trajectory.poseInto(time, pose);
    const { chainage } = schedule.at(time);
    walker?.followTo(chainage);
    const array = azimuthAt(time) * RADIANS;
    const azimuth = array + (azimuthDeg?.[laser] ?? 0) * RADIANS;
    const elevation = elevationDeg[laser] * RADIANS;
    const [dx, dy, dz] = [
      Math.cos(elevation) * Math.sin(azimuth),
      Math.cos(elevation) * Math.cos(azimuth),
      Math.sin(elevation),
    ];
    const left = (sidewaysMm?.[laser] ?? 0) * 1e-3;
    const ox = originMm * 1e-3 * Math.sin(array) - left * Math.cos(azimuth);
    const oy = originMm * 1e-3 * Math.cos(array) + left * Math.sin(azimuth);
    const oz = (heightMm?.[laser] ?? 0) * 1e-3;
    const { R, t } = pose;
    for (let k = 0; k < 3; k++) {
      ray[k] = t[k] + R[3 * k] * ox + R[3 * k + 1] * oy + R[3 * k + 2] * oz;
      ray[3 + k] = R[3 * k] * dx + R[3 * k + 1] * dy + R[3 * k + 2] * dz;
    }
    castEcho(drive, ray, chainage, id + laser, echo);
    // The instrument that is drawn has errors for as many beams as an OS1-16.
    recordEcho(drive, out, first + laser, echo, laser % BEAMS, time, random);
  }
}
