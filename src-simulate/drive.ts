import type { RawImuReading } from '../src-core/io/capture/legacy-encoder.ts';
import { subSeed } from '../src-core/math/random.ts';
import { rigidFromMatrix4 } from '../src-core/math/se3.ts';
import { type Albedo, buildAlbedo } from './albedo.ts';
import { checkSimulateOptions } from './check-options.ts';
import { DriveSchedule } from './drive-schedule.ts';
import { buildEffects, type SensingEffects } from './effects.ts';
import { drawnInstrument } from './instrument.ts';
import { Centreline } from './motion/centreline.ts';
import { type AlignmentElement, DriveAlignment } from './motion/drive-alignment.ts';
import { simulateImu } from './motion/imu.ts';
import { drawnImuErrors, ImuDistortion } from './motion/imu-errors.ts';
import { timedJolts } from './motion/jolts.ts';
import { SensorTrajectory } from './motion/trajectory.ts';
import { type DriveOptions, excavatedLength, type SimulateOptions } from './options.ts';
import { IMU_TO_SENSOR, ROTATION_HZ } from './os1-16.ts';
import { Recording } from './recording.ts';
import { Face } from './rock/face.ts';
import { checkRecesses } from './rock/recess.ts';
import { COLUMN_ANGLES, ROW_STEP, RockSurface } from './rock/rock-surface.ts';
import { buildDisplacement } from './rock/roughness.ts';
import { buildSection, type Section } from './rock/section.ts';
import { RayCaster, type Scene } from './sensor/ray-caster.ts';
import { buildTargets, type TargetPlate } from './targets.ts';
import { MuckHeap } from './things/muck.ts';
import { personObstacle, vehicleObstacles } from './things/obstacles.ts';
import { cableObstacle, ductObstacle } from './things/pipes.ts';
import { Walker } from './things/walker.ts';
import { withBasins } from './things/water.ts';
import { withChanges } from './wall-change.ts';

/** A simulated survey before its capture: the world, the true motion, and the time of each scan. */
export interface Drive {
  readonly options: DriveOptions;
  readonly section: Section;
  readonly scene: Scene;
  readonly caster: RayCaster;
  readonly albedo: Albedo;
  /** Walking person, moved while scans are cast; null: none. */
  readonly walker: Walker | null;
  readonly targets: readonly TargetPlate[];
  /** What changes rays and ranges; null: nothing does. */
  readonly effects: SensingEffects | null;
  readonly recording: Recording;
  readonly schedule: DriveSchedule;
  readonly trajectory: SensorTrajectory;
  /** Every reading of the IMU that is recorded, in order. */
  readonly imu: readonly RawImuReading[];
  /** Instant of each of them (of its gyro), s since the start. */
  readonly imuSeconds: Float64Array;
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
export function simulateDrive(simulateOptions: SimulateOptions): Drive {
  const measured =
    simulateOptions.length === 0
      ? { ...simulateOptions, length: lengthOf(simulateOptions.alignment) }
      : simulateOptions;
  checkSimulateOptions(measured);
  const options = withDrawnInstruments(measured);
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
  const trajectory = new SensorTrajectory(
    line,
    schedule,
    options.sway,
    mount,
    options.speed,
    surveySeed,
    timedJolts(options.jolts ?? [], schedule),
  );
  // Switched on minutes before, as sensors are; never a round number of rotations.
  const clockStartNs = 100_000_000_000n + BigInt(subSeed(surveySeed, 'clock') % 40_000_000) * 1000n;
  const caster = new RayCaster(scene);
  const albedo = buildAlbedo(options.albedo ?? { kind: 'rock' }, scene.surface.end, subSeed(seed, 'albedo'));
  const recording = new Recording(options.recorder ?? {}, schedule, clockStartNs, surveySeed);
  return {
    options,
    section,
    scene,
    caster,
    albedo,
    walker,
    targets,
    effects: buildEffects(options, section, scene, caster, albedo, { rock: seed, survey: surveySeed }),
    recording,
    schedule,
    trajectory,
    ...recordedImu(options, trajectory, recording, clockStartNs),
    scans: Math.floor(schedule.duration * ROTATION_HZ),
    clockStartNs,
    surveyed,
  };
}

/** The options with the instruments that 'drawn' stands for. */
function withDrawnInstruments({ instrument, imuErrors, ...rest }: SimulateOptions): DriveOptions {
  const seed = rest.surveySeed ?? rest.seed;
  const sensor = instrument === 'drawn' ? drawnInstrument(seed) : instrument;
  const inertial = imuErrors === 'drawn' ? drawnImuErrors(seed) : imuErrors;
  return {
    ...rest,
    ...(sensor === undefined ? {} : { instrument: sensor }),
    ...(inertial === undefined ? {} : { imuErrors: inertial }),
  };
}

function recordedImu(
  { imu, imuErrors, seed, surveySeed = seed }: DriveOptions,
  trajectory: SensorTrajectory,
  recording: Recording,
  clockStartNs: bigint,
): Pick<Drive, 'imu' | 'imuSeconds'> {
  const T_sensor_imu = rigidFromMatrix4(IMU_TO_SENSOR, 1e-3);
  const distortion = imuErrors === undefined ? null : new ImuDistortion(imuErrors, surveySeed);
  const secondsOf = ({ gyroStampNs }: RawImuReading) => Number(gyroStampNs - clockStartNs) * 1e-9;
  const all = simulateImu(trajectory, T_sensor_imu, imu, clockStartNs, surveySeed, distortion).filter(
    (reading) => recording.hasReading(secondsOf(reading)),
  );
  return {
    imu: all.map((reading) => recording.stamped(reading, secondsOf(reading))),
    imuSeconds: Float64Array.from(all, secondsOf),
  };
}

function buildScene(
  options: DriveOptions,
  section: Section,
  line: Centreline,
  walker: Walker | null,
): { scene: Scene; targets: TargetPlate[] } {
  const { seed, length, faceRelief } = options;
  const { axisHeight, width, height } = section.options;
  const rock = buildDisplacement(options.roughness, section, COLUMN_ANGLES, subSeed(seed, 'rock'));
  const changed = withChanges(rock, options.wallChanges ?? [], section, COLUMN_ANGLES);
  const displacement = withBasins(changed, options.pools ?? [], section, COLUMN_ANGLES);
  const faceAt = excavatedLength(options);
  // Every round leaves a face of its own.
  const faceSeed = subSeed(seed, faceAt === length ? 'face' : `face ${faceAt}`);
  const face =
    options.face === 'rough' ? new Face(faceAt, faceRelief, Math.max(width, height) + 1, faceSeed) : null;
  const end = (face ? Math.max(face.farthest, length) : length) + 4 * ROW_STEP;
  const surface = new RockSurface(section, displacement, options.recesses, end);
  const blooming = ((options.instrument?.bloomingDeg ?? 0) * Math.PI) / 180;
  const targets = buildTargets(options.targets ?? [], line, surface, blooming);
  const scene: Scene = {
    line,
    surface,
    face,
    duct: options.duct,
    obstacles: [
      ...options.vehicles.flatMap((place) => vehicleObstacles(place, line, axisHeight)),
      ...options.persons.map((place) => personObstacle(place, line, axisHeight)),
      ...(walker ? [walker.obstacle] : []),
      ...(options.muck ?? []).map((heap) => new MuckHeap(heap, line, axisHeight)),
      ...(options.cables ?? []).map((cable) => cableObstacle(cable, line)),
      ...(options.furtherDucts ?? []).map((duct) => ductObstacle(duct, line)),
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
