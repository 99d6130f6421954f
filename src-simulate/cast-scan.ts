import { seededRandom, subSeed } from '../src-core/math/random.ts';
import { compose, rigidFromMatrix4 } from '../src-core/math/se3.ts';
import type { Rigid } from '../src-core/model/rigid.ts';
import type { Scan } from '../src-core/model/scan.ts';
import type { Drive } from './drive.ts';
import { beamDirections, type SensingEffects } from './effects.ts';
import { BEAM_ORIGIN_MM, BEAMS, COLUMNS_PER_FRAME, LIDAR_TO_SENSOR, ROTATION_HZ } from './os1-16.ts';
import { albedoOfHit } from './sensor/brightness.ts';
import type { Echo } from './sensor/ray-tracer.ts';
import { SPOT_ORDER, SpotEchoes, spotRay } from './sensor/spot.ts';

/** Largest range in the packet's 20 bits, mm. */
const RANGE_LIMIT_MM = 0xfffff;
/** Signal photons from a white wall at one metre, in the sensor's counts. */
const SIGNAL_AT_ONE_METRE = 24_000;
/** Signal count at which half of the returns are lost. */
const SIGNAL_FLOOR = 4;
/** Reflectivity counts of a surface of albedo 1 (legacy firmware's 16-bit scale). */
const REFLECTIVITY_SCALE = 400;
/** Cosine to the normal below which returns start to be lost, and the share lost at grazing incidence. */
const GRAZING = { cosine: 0.12, lost: 0.5 };
/** Near-infrared counts: lamps underground, no sun. */
const NEAR_IR = { base: 18, sigma: 4 };

/** Sensor clock of a column, ns. */
export function columnStampNs(drive: Drive, scanIndex: number, column: number): bigint {
  const seconds = columnSeconds(scanIndex, column);
  return drive.clockStartNs + BigInt(Math.round(seconds * 1e9)) + drive.recording.shiftNs(seconds);
}

/** Frame id of a scan, u16, counted since the sensor was switched on. */
function simulatedFrameId(drive: Drive, scanIndex: number): number {
  const first = drive.recording.firstRotation(scanIndex);
  if (first > 0) return (scanIndex - first) & 0xffff;
  return (Number(drive.clockStartNs / 100_000_000n) + scanIndex) & 0xffff;
}

/** True `T_world_sensor` at the instant of a column. */
export function poseOfColumn(drive: Drive, scanIndex: number, column: number): Rigid {
  return drive.trajectory.poseAt(columnSeconds(scanIndex, column));
}

/**
 * True `T_world_map` of a map of the drive, whose frame is that of the first scan: the sensor at the first column,
 * or at the middle of the rotation if the recording begins in motion.
 */
export function poseOfMap(drive: Drive): Rigid {
  return poseOfColumn(drive, 0, drive.options.startInMotion ? COLUMNS_PER_FRAME / 2 : 0);
}

function columnSeconds(scanIndex: number, column: number): number {
  return scanIndex / ROTATION_HZ + column / (ROTATION_HZ * COLUMNS_PER_FRAME);
}

const PIXELS = BEAMS * COLUMNS_PER_FRAME;
const spotEchoes = new SpotEchoes();
const spotPart = new Float64Array(6);
const NOMINAL_BEAMS = beamDirections();

/**
 * Casts one rotation of the sensor by the manufacturer's forward model ("Sensor coordinate frame" of the software
 * manual): column m looks along the encoder angle 2 pi (1 - m / 1024), a beam's azimuth offset turns it against the
 * encoder, rays start at the beam origin n from the lidar axis, and range counts from the axis. Each column is cast
 * from the true pose at its own instant. Scans can be cast in any order.
 */
export function castScan(drive: Drive, scanIndex: number): Scan {
  const { options, trajectory, schedule, walker, effects } = drive;
  const beams = effects?.beams ?? NOMINAL_BEAMS;
  const [BEAM_X, BEAM_Y, BEAM_Z] = [beams.x, beams.y, beams.z];
  const ray = new Float64Array(6);
  const random = seededRandom(subSeed(options.surveySeed ?? options.seed, `scan ${scanIndex}`));
  const scan = emptyScan(simulatedFrameId(drive, scanIndex));
  const T_sensor_lidar = rigidFromMatrix4(LIDAR_TO_SENSOR, 1e-3);
  const pose = { R: new Float64Array(9), t: new Float64Array(3) };
  const originOffset = BEAM_ORIGIN_MM * 1e-3;
  const echo: Echo = { kind: 'none', range: 0, albedo: 0, cosine: 1, gain: 1, chancy: false };
  for (let column = 0; column < COLUMNS_PER_FRAME; column++) {
    const time = columnSeconds(scanIndex, column);
    scan.stampNs[column] = columnStampNs(drive, scanIndex, column);
    trajectory.poseInto(time, pose);
    const { R, t } = compose(pose, T_sensor_lidar);
    const encoder = 2 * Math.PI * (1 - column / COLUMNS_PER_FRAME);
    const [ce, se] = [Math.cos(encoder), Math.sin(encoder)];
    const wx = t[0] + originOffset * (R[0] * ce + R[1] * se);
    const wy = t[1] + originOffset * (R[3] * ce + R[4] * se);
    const wz = t[2] + originOffset * (R[6] * ce + R[7] * se);
    const { chainage } = schedule.at(time);
    walker?.followTo(chainage);
    for (let beam = 0; beam < BEAMS; beam++) {
      const dx = BEAM_X[beam] * ce - BEAM_Y[beam] * se;
      const dy = BEAM_X[beam] * se + BEAM_Y[beam] * ce;
      const dz = BEAM_Z[beam];
      const pixel = beam * COLUMNS_PER_FRAME + column;
      ray[0] = wx;
      ray[1] = wy;
      ray[2] = wz;
      ray[3] = R[0] * dx + R[1] * dy + R[2] * dz;
      ray[4] = R[3] * dx + R[4] * dy + R[5] * dz;
      ray[5] = R[6] * dx + R[7] * dy + R[8] * dz;
      castEcho(drive, ray, chainage, scanIndex * PIXELS + pixel, echo);
      echo.range += originOffset;
      recordEcho(drive, scan, pixel, echo, beam, time, random);
    }
  }
  drive.recording.spoil(scan, scanIndex);
  return scan;
}

/**
 * What comes back of a ray of the drive, in range from its origin.
 *
 * @param ray origin and unit direction, world frame
 * @param id of the ray, from which the chances of its effects are drawn
 */
export function castEcho(
  { options, caster, albedo, effects }: Drive,
  ray: Float64Array,
  chainage: number,
  id: number,
  out: Echo,
): void {
  if (effects !== null) {
    sense(effects, ray, chainage, options.maxRange, id, out);
    return;
  }
  out.range = caster.cast(ray[0], ray[1], ray[2], ray[3], ray[4], ray[5], chainage, options.maxRange);
  out.cosine = caster.cosine;
  out.albedo = out.range === Number.POSITIVE_INFINITY ? 0 : albedoOfHit(albedo, caster);
}

/** What comes back of a beam that is a ray or a spot. */
function sense(
  { tracer, spot }: SensingEffects,
  ray: Float64Array,
  chainage: number,
  reach: number,
  pixel: number,
  out: Echo,
): void {
  if (spot === 0) {
    Object.assign(out, tracer.trace(ray, chainage, reach, pixel, 0));
    return;
  }
  spotPart.set(ray);
  for (const k of SPOT_ORDER) {
    spotRay(ray, spot, k, spotPart);
    spotEchoes.put(tracer.trace(spotPart, chainage, reach, pixel, k));
    if (spotEchoes.isOneSurface()) break;
  }
  spotEchoes.merge(out);
}

/**
 * Measures an echo with the errors of the drive's instrument into a pixel. The same random numbers are drawn for every
 * pixel, so that an option changes only its own effect.
 */
export function recordEcho(
  drive: Drive,
  scan: Pick<Scan, 'rangeMm' | 'signal' | 'reflectivity' | 'nearIr'>,
  pixel: number,
  { range, albedo, cosine, gain }: Echo,
  beam: number,
  seconds: number,
  random: { uniform(): number; normal(): number },
): void {
  const { options } = drive;
  const noise = random.normal();
  const shotNoise = random.normal();
  const luck = random.uniform();
  scan.nearIr[pixel] = Math.max(0, Math.round(NEAR_IR.base + NEAR_IR.sigma * random.normal()));
  if (range === Number.POSITIVE_INFINITY) return;
  const photons = (SIGNAL_AT_ONE_METRE * albedo * cosine * gain) / (range * range);
  const signal = photons + Math.sqrt(photons) * shotNoise;
  const grazing = cosine < GRAZING.cosine ? GRAZING.lost * (1 - cosine / GRAZING.cosine) : 0;
  const weak = Math.exp((-Math.LN2 * photons) / SIGNAL_FLOOR);
  const returned = (1 - options.dropout) * (1 - grazing) * (1 - weak);
  const errors = drive.effects?.ranges ?? null;
  const measured =
    range +
    (options.rangeBias ?? 0) +
    (errors === null
      ? options.rangeNoise * noise
      : errors.bias(beam, seconds, cosine, photons) + errors.sigma(range, photons) * noise);
  const rangeMm = Math.round(measured * 1000);
  if (
    luck >= returned ||
    measured < options.minRange ||
    measured > options.maxRange ||
    rangeMm > RANGE_LIMIT_MM
  )
    return;
  scan.rangeMm[pixel] = rangeMm;
  scan.signal[pixel] = Math.min(Math.max(Math.round(signal), 1), 0xffff);
  // From signal and range, as the sensor computes it: light lost on the way makes a surface look darker.
  const counts = Math.round(REFLECTIVITY_SCALE * albedo * gain * (1 + 0.03 * shotNoise));
  scan.reflectivity[pixel] = Math.min(Math.max(counts, 1), 0xffff);
}

function emptyScan(frameId: number): Scan {
  const pixels = BEAMS * COLUMNS_PER_FRAME;
  return {
    frameId,
    beams: BEAMS,
    columns: COLUMNS_PER_FRAME,
    rangeMm: new Uint32Array(pixels),
    reflectivity: new Uint16Array(pixels),
    signal: new Uint16Array(pixels),
    nearIr: new Uint16Array(pixels),
    stampNs: new BigUint64Array(COLUMNS_PER_FRAME),
    columnValid: new Uint8Array(COLUMNS_PER_FRAME).fill(1),
  };
}
