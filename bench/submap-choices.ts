import { compose, identity, invert, rotationAngle } from '../src-core/math/se3.ts';
import { median } from '../src-core/math/statistics.ts';
import { NEVER_CANCELLED, SILENT_CONTEXT } from '../src-core/model/context.ts';
import type { ScanPose } from '../src-core/model/pose.ts';
import type { Rigid } from '../src-core/model/rigid.ts';
import { beamGeometry } from '../src-core/odometry/frame/beam-geometry.ts';
import { scanPointsBuffer, scanToPoints } from '../src-core/odometry/frame/scan-points.ts';
import { thinEvenly } from '../src-core/odometry/frame/thin.ts';
import { SCAN_MATCHER_DEFAULTS, ScanMatcher } from '../src-core/odometry/match/scan-matcher.ts';
import { SUBMAP_DEFAULTS, Submap } from '../src-core/odometry/match/submap.ts';
import { Odometry } from '../src-core/odometry/odometry.ts';
import { ODOMETRY_DEFAULTS } from '../src-core/odometry/odometry-options.ts';
import { castScan, poseOfColumn } from '../src-simulate/cast-scan.ts';
import { simulateDrive } from '../src-simulate/drive.ts';
import { simulatedSensor } from '../src-simulate/os1-16.ts';
import { type PresetName, presetOptions } from '../src-simulate/presets.ts';
import { type SimulatedScans, simulateScans } from '../src-simulate/simulate-scans.ts';

const STILL_SCANS = 15;
const SEEDS = [1, 2, 3];

/**
 * The figures behind docs/decisions/0003-submap.md: which points to match, and which bins make a plane.
 *
 * `npm run bench -- submap-choices`
 */
export async function submapChoices(): Promise<void> {
  console.log(
    `A still sensor, ${STILL_SCANS} scans of a rough drive: how far the pose creeps, by the points matched`,
  );
  for (const [name, choose] of CHOICES) {
    for (const seed of SEEDS) {
      const { t, R } = creep(seed, choose);
      const millimetres = (1000 * Math.hypot(...t)).toFixed(1).padStart(5);
      console.log(`  ${name.padEnd(24)} seed ${seed}  ${millimetres} mm  ${degrees(R)} deg`);
    }
  }
  console.log('Bins crossed by a single ring as planes or not (minSpread), drives of 40 m');
  for (const preset of ['rough', 'smooth'] as const) {
    const drive = simulateScans({ ...presetOptions(preset, 40), seed: 1 }, SILENT_CONTEXT);
    for (const minSpread of [0, 0.1, 0.3]) await printOdometry(preset, drive, minSpread);
  }
}

type Choose = (
  xyz: Float32Array,
  pixel: Uint32Array,
  count: number,
  scan: number,
  out: Uint32Array,
) => number;

const CHOICES: readonly (readonly [string, Choose])[] = [
  ['first in a 0.15 m grid', firstInGrid],
  ['one in 3, evenly', (_xyz, pixel, count, scan, out) => thinEvenly(pixel, count, 3, scan, out)],
  ['all', (_xyz, pixel, count, scan, out) => thinEvenly(pixel, count, 1, scan, out)],
];

function firstInGrid(
  xyz: Float32Array,
  _pixel: Uint32Array,
  count: number,
  _scan: number,
  out: Uint32Array,
): number {
  const seen = new Set<string>();
  let chosen = 0;
  for (let i = 0; i < count; i++) {
    const key = [0, 1, 2].map((k) => Math.floor(xyz[3 * i + k] / 0.15)).join();
    if (seen.has(key)) continue;
    seen.add(key);
    out[chosen++] = i;
  }
  return chosen;
}

/** Pose of the last scan of a stationary sensor, each matched to the submap of those before. */
function creep(seed: number, choose: Choose): Rigid {
  const drive = simulateDrive({ ...presetOptions('rough', 40), seed, stillStart: 2 });
  const geometry = beamGeometry(simulatedSensor('legacy16'));
  const raw = scanPointsBuffer(geometry);
  const submap = new Submap();
  const matcher = new ScanMatcher(SCAN_MATCHER_DEFAULTS);
  const chosen = new Uint32Array(raw.pixel.length);
  const xyz = new Float32Array(raw.xyz.length);
  const normal = new Float32Array(raw.xyz.length);
  let pose = identity();
  for (let index = 0; index < STILL_SCANS; index++) {
    scanToPoints(castScan(drive, index), geometry, ODOMETRY_DEFAULTS.filter, raw);
    if (index > 0) {
      const count = choose(raw.xyz, raw.pixel, raw.count, index, chosen);
      for (let k = 0; k < count; k++) xyz.set(raw.xyz.subarray(3 * chosen[k], 3 * chosen[k] + 3), 3 * k);
      const prior = { T_map_sensor: pose, rotationSigma: 0.01, translationSigma: 0.02 };
      const points = { count, xyz, normal };
      pose = matcher.match(() => points, submap, pose, prior, 0.3, NEVER_CANCELLED).T_map_sensor;
    }
    submap.insert(raw.xyz, raw.count, pose);
  }
  return pose;
}

async function printOdometry(preset: PresetName, drive: SimulatedScans, minSpread: number): Promise<void> {
  const odometry = new Odometry(drive.sensor, {
    ...ODOMETRY_DEFAULTS,
    submap: { ...SUBMAP_DEFAULTS, plane: { ...SUBMAP_DEFAULTS.plane, minSpread } },
  });
  const poses: ScanPose[] = [];
  for (let i = 0; i < drive.count; i++) poses.push(...(await odometry.next(await drive.read(i))));
  const last = drive.count - 1;
  const T_first_last = compose(invert(poseOfColumn(drive.drive, 0, 0)), poseOfColumn(drive.drive, last, 0));
  const error = compose(invert(T_first_last), poses[last].T_map_sensor);
  const share = median(poses.slice(1).map(({ quality }) => quality.weakShare));
  const fixed = Math.hypot(...poses[last].T_map_sensor.t).toFixed(2);
  const truth = Math.hypot(...T_first_last.t).toFixed(2);
  console.log(
    `  ${preset.padEnd(7)} minSpread ${minSpread.toFixed(1)}  end found at ${fixed} m of ${truth} m, off by ${(1000 * Math.hypot(...error.t)).toFixed(0)} mm and ${degrees(error.R)} deg; median share of information along the weak direction ${(100 * share).toFixed(2)} %`,
  );
}

function degrees(R: Float64Array): string {
  return ((rotationAngle(R) * 180) / Math.PI).toFixed(3);
}
