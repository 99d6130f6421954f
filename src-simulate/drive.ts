import type { RawImuReading } from '../src-core/io/capture/legacy-encoder.ts';
import { subSeed } from '../src-core/math/random.ts';
import { rigidFromMatrix4 } from '../src-core/math/se3.ts';
import { type Albedo, buildAlbedo } from './albedo.ts';
import { checkSimulateOptions } from './check-options.ts';
import { DriveSchedule } from './drive-schedule.ts';
import { Centreline } from './motion/centreline.ts';
import { type AlignmentElement, DriveAlignment } from './motion/drive-alignment.ts';
import { simulateImu } from './motion/imu.ts';
import { SensorTrajectory } from './motion/trajectory.ts';
import { excavatedLength, type SimulateOptions } from './options.ts';
import { IMU_TO_SENSOR, ROTATION_HZ } from './os1-16.ts';
import { Face } from './rock/face.ts';
import { checkRecesses } from './rock/recess.ts';
import { COLUMN_ANGLES, ROW_STEP, RockSurface } from './rock/rock-surface.ts';
import { buildDisplacement } from './rock/roughness.ts';
import { buildSection, type Section } from './rock/section.ts';
import { RayCaster, type Scene } from './sensor/ray-caster.ts';
import { buildTargets, type TargetPlate } from './targets.ts';
import { personObstacle, vehicleObstacles } from './things/obstacles.ts';
import { Walker } from './things/walker.ts';
import { withChanges } from './wall-change.ts';

/** A simulated survey before its capture: the world, the true motion, and the time of each scan. */
export interface Drive {
  readonly options: SimulateOptions;
  readonly section: Section;
  readonly scene: Scene;
  readonly caster: RayCaster;
  readonly albedo: Albedo;
  /** Walking person, moved while scans are cast; null: none. */
  readonly walker: Walker | null;
  readonly targets: readonly TargetPlate[];
  readonly schedule: DriveSchedule;
  readonly trajectory: SensorTrajectory;
  /** Every reading of the IMU, in order. */
  readonly imu: readonly RawImuReading[];
  /** Number of whole rotations. */
  readonly scans: number;
  /** Sensor clock (since power-on) at the start, ns. */
  readonly clockStartNs: bigint;
  /** Chainages where the sensor starts and stops: the stretch it passes, and hence surveys from both sides. */
  readonly surveyed: { readonly from: number; readonly to: number };
}

/**
 * Builds the drive, its surface, the robot's true trajectory and the IMU readings. Deterministic: the same options
 * give the same drive.
 *
 * @throws SocavonError usage if an option is invalid
 */
export function simulateDrive(given: SimulateOptions): Drive {
  const options = given.length === 0 ? { ...given, length: lengthOf(given.alignment) } : given;
  checkSimulateOptions(options);
  const { seed, surveySeed = seed, length } = options;
  const excavated = excavatedLength(options);
  const section = buildSection(options.section);
  checkRecesses(options.recesses, section, length);
  const line = new Centreline(
    new DriveAlignment(scaledTo(options.alignment, length), (options.headingDeg * Math.PI) / 180),
    options.portal,
  );
  const walker = options.walker ? new Walker(options.walker, line, options.section.axisHeight) : null;
  const { scene, targets } = buildScene(options, section, line, walker);
  const surveyed = { from: options.start, to: excavated - options.standoff };
  const schedule = new DriveSchedule(surveyed.from, surveyed.to, options.speed, {
    still: { start: options.stillStart, end: options.stillEnd },
    outAndBack: options.outAndBack,
    manoeuvres: options.manoeuvres ?? [],
    startInMotion: options.startInMotion ?? false,
  });
  const mount = { up: options.sensorHeight - options.section.axisHeight, left: options.lateralOffset };
  const trajectory = new SensorTrajectory(line, schedule, options.sway, mount, options.speed, surveySeed);
  // Switched on minutes before, as sensors are; never a round number of rotations.
  const clockStartNs = 100_000_000_000n + BigInt(subSeed(surveySeed, 'clock') % 40_000_000) * 1000n;
  return {
    options,
    section,
    scene,
    caster: new RayCaster(scene),
    albedo: buildAlbedo(options.albedo ?? { kind: 'rock' }, scene.surface.end, subSeed(seed, 'albedo')),
    walker,
    targets,
    schedule,
    trajectory,
    imu: simulateImu(
      trajectory,
      rigidFromMatrix4(IMU_TO_SENSOR, 1e-3),
      options.imu,
      clockStartNs,
      surveySeed,
    ),
    scans: Math.floor(schedule.duration * ROTATION_HZ),
    clockStartNs,
    surveyed,
  };
}

function buildScene(
  options: SimulateOptions,
  section: Section,
  line: Centreline,
  walker: Walker | null,
): { scene: Scene; targets: TargetPlate[] } {
  const { seed, length, faceRelief } = options;
  const { axisHeight, width, height } = section.options;
  const rock = buildDisplacement(options.roughness, section, COLUMN_ANGLES, subSeed(seed, 'rock'));
  const displacement = withChanges(rock, options.wallChanges ?? [], section, COLUMN_ANGLES);
  const faceAt = excavatedLength(options);
  // Every round leaves a face of its own.
  const faceSeed = subSeed(seed, faceAt === length ? 'face' : `face ${faceAt}`);
  const face =
    options.face === 'rough' ? new Face(faceAt, faceRelief, Math.max(width, height) + 1, faceSeed) : null;
  const end = (face ? Math.max(face.farthest, length) : length) + 4 * ROW_STEP;
  const surface = new RockSurface(section, displacement, options.recesses, end);
  const targets = buildTargets(options.targets ?? [], line, surface);
  const scene: Scene = {
    line,
    surface,
    face,
    duct: options.duct,
    obstacles: [
      ...options.vehicles.flatMap((place) => vehicleObstacles(place, line, axisHeight)),
      ...options.persons.map((place) => personObstacle(place, line, axisHeight)),
      ...(walker ? [walker.obstacle] : []),
      ...targets,
    ],
  };
  return { scene, targets };
}

function lengthOf(alignment: readonly AlignmentElement[]): number {
  return alignment.reduce((sum, element) => sum + element.length, 0);
}

function scaledTo(alignment: readonly AlignmentElement[], length: number): AlignmentElement[] {
  const scale = length / lengthOf(alignment);
  return alignment.map((element) => ({ ...element, length: element.length * scale }));
}
