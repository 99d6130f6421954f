import { applyToPoint, invert, multiply3, transpose3 } from '../../math/se3.ts';
import { distance3 } from '../../math/vec3.ts';
import type { ControlObservation } from '../../model/control.ts';
import type { ScanPose } from '../../model/pose.ts';
import type { Rigid } from '../../model/rigid.ts';
import type { SensorModel } from '../../model/sensor.ts';
import { type BeamGeometry, beamGeometry } from '../../odometry/frame/beam-geometry.ts';
import { type ScanPoints, scanPointsBuffer, scanToPoints } from '../../odometry/frame/scan-points.ts';
import { detectionRange, TARGET_SEARCH_DEFAULTS, type TargetSearchOptions } from './target-options.ts';
import { type BrightSpot, brightSpots, shineThreshold } from './targets/bright-spots.ts';
import { classifyPass } from './targets/classify-pass.ts';
import type { PassVerdict } from './targets/pass-verdict.ts';
import { MIN_RANGE, PosedRays, type SeenScan } from './targets/posed-rays.ts';
import { emptyPass, type TargetPass, unconstrainedMotionOf } from './targets/target-pass.ts';

/** Result of a target search: the targets as observations, and every candidate with its verdict. */
export interface TargetSearch {
  /** In order of their scans; `observations[i]` is of `candidates[candidateOf[i]]`. */
  readonly observations: readonly ControlObservation[];
  readonly candidates: readonly PassVerdict[];
  readonly candidateOf: readonly number[];
}

interface Track {
  readonly pass: TargetPass;
  startNs: bigint;
  lastScan: number;
  last: readonly [number, number, number];
  /** Sensor position at the last stored scan, and scans stored since it moved from there. */
  storedAt: readonly number[];
  storedStanding: number;
}

/** Number of scans without a sighting after which an object counts as passed. */
const PATIENCE = 15;
/** Largest shift of an object's sighting between scans, m: half a target, or a person's step. */
const GATE = 0.35;
/** Most scans stored from one position, because a sensor that stands still sees the same again ... */
const STANDING_SCANS = 8;
/** ... and the size of such a position, m. */
const STANDING_DISTANCE = 0.01;
/**
 * Detects targets while scans arrive in order. Bright returns are tracked from scan to scan in the frame of the
 * poses; an object that has been passed is classified as a whole (`classify-pass.ts`), so memory grows with what is
 * in sight, not with the capture.
 */
export class TargetFinder {
  readonly #sensor: SensorModel;
  readonly #options: TargetSearchOptions;
  readonly #geometry: BeamGeometry;
  readonly #points: ScanPoints;
  readonly #reach: number;
  #tracks: Track[] = [];
  readonly #judged: PassVerdict[] = [];
  /** Poses of the scans that may be the anchor of a classified or open pass. */
  readonly #poses = new Map<number, Rigid>();

  constructor(sensor: SensorModel, options: TargetSearchOptions = TARGET_SEARCH_DEFAULTS) {
    this.#sensor = sensor;
    this.#options = options;
    this.#geometry = beamGeometry(sensor);
    this.#points = scanPointsBuffer(this.#geometry);
    this.#reach = detectionRange(options, sensor);
  }

  /** @param pose of this scan, in the common frame of all poses */
  add(input: SeenScan, pose: ScanPose): void {
    const { scan } = input;
    // Returns behind a target also define its edge, so the range limit is a little farther than for targets.
    const filter = { minRange: MIN_RANGE, maxRange: this.#reach + 1 };
    const points = scanToPoints(scan, this.#geometry, filter, this.#points);
    const threshold = shineThreshold(scan, points, this.#sensor);
    const spots = brightSpots(scan, points, this.#sensor, threshold);
    if (spots.length > 0) this.#follow(input, pose, spots, threshold);
    this.#close((track) => pose.scanIndex - track.lastScan > PATIENCE);
  }

  finish(): TargetSearch {
    this.#close(() => true);
    const candidates = [...this.#judged].sort((a, b) => a.scanIndex - b.scanIndex);
    const observations: ControlObservation[] = [];
    const candidateOf: number[] = [];
    candidates.forEach((candidate, i) => {
      if (candidate.target === null) return;
      observations.push(this.#observation(candidate));
      candidateOf.push(i);
    });
    return { observations, candidates, candidateOf };
  }

  #follow(input: SeenScan, pose: ScanPose, spots: readonly BrightSpot[], threshold: number): void {
    const rays = new PosedRays(input, pose, this.#sensor, this.#geometry);
    const { t } = rays.T_map_middle;
    const seen = new Map<Track, number[]>();
    for (const { pixels } of spots) {
      const centroid = rays.centroid(pixels);
      const range = distance3(centroid, t);
      if (range > this.#reach) continue;
      const track = this.#trackOf(centroid, pose);
      seen.set(track, [...(seen.get(track) ?? []), ...pixels]);
    }
    for (const [track, pixels] of seen) {
      const centroid = rays.centroid(pixels);
      track.last = centroid;
      track.lastScan = pose.scanIndex;
      if (!isWorthKeeping(track, t)) continue;
      this.#poses.set(pose.scanIndex, pose.T_map_sensor);
      track.pass.scans.push({
        scanIndex: pose.scanIndex,
        seconds: Number(pose.stampNs - track.startNs) * 1e-9,
        sensor: [t[0], t[1], t[2]],
        centroid,
        range: distance3(centroid, t),
        loose: unconstrainedMotionOf(pose.quality),
      });
      rays.keepAround(pixels, this.#options.size, threshold, track.pass);
    }
  }

  #trackOf(centroid: readonly [number, number, number], pose: ScanPose): Track {
    const gate = Math.max(GATE, this.#options.size);
    let best: Track | null = null;
    for (const track of this.#tracks) {
      const away = distance3(track.last, centroid);
      if (away < gate && (best === null || away < distance3(best.last, centroid))) best = track;
    }
    if (best !== null) return best;
    const opened: Track = {
      pass: emptyPass(),
      startNs: pose.stampNs,
      lastScan: pose.scanIndex,
      last: centroid,
      storedAt: [Infinity, 0, 0],
      storedStanding: 0,
    };
    this.#tracks.push(opened);
    return opened;
  }

  #close(isOver: (track: Track) => boolean): void {
    const over = this.#tracks.filter(isOver);
    if (over.length === 0) return;
    this.#tracks = this.#tracks.filter((track) => !over.includes(track));
    for (const { pass } of over) this.#judged.push(classifyPass(pass, this.#options));
    const needed = new Set([
      ...this.#judged.filter(({ target }) => target !== null).map(({ scanIndex }) => scanIndex),
      ...this.#tracks.flatMap(({ pass }) => pass.scans.map(({ scanIndex }) => scanIndex)),
    ]);
    for (const scanIndex of this.#poses.keys()) if (!needed.has(scanIndex)) this.#poses.delete(scanIndex);
  }

  #observation(candidate: PassVerdict): ControlObservation {
    const { centre, covariance, scanIndex } = candidate.target!;
    const T_sensor_map = invert(this.#poses.get(scanIndex)!);
    const inSensor = multiply3(multiply3(T_sensor_map.R, covariance), transpose3(T_sensor_map.R));
    return {
      scanIndex,
      name: null,
      pSensor: applyToPoint(T_sensor_map, ...centre),
      covariance: inSensor,
      sigma: Math.sqrt((inSensor[0] + inSensor[4] + inSensor[8]) / 3),
      source: 'target',
      firstScan: candidate.firstScan,
      lastScan: candidate.lastScan,
      scans: candidate.scans,
      returns: candidate.returns,
    };
  }
}

function isWorthKeeping(track: Track, sensor: ArrayLike<number>): boolean {
  if (distance3(track.storedAt, sensor) > STANDING_DISTANCE) {
    track.storedAt = Array.from(sensor);
    track.storedStanding = 0;
  }
  track.storedStanding++;
  return track.storedStanding <= STANDING_SCANS;
}
