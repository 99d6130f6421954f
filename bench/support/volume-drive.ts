import { parseAxisCsv } from '../../src-core/io/axis-csv.ts';
import { Odometry } from '../../src-core/mapping/odometry.ts';
import { seededRandom, subSeed } from '../../src-core/math/random.ts';
import { compose } from '../../src-core/math/se3.ts';
import { median } from '../../src-core/math/statistics.ts';
import type { Axis } from '../../src-core/model/axis.ts';
import type { BreakVolumes } from '../../src-core/model/breaks.ts';
import { SILENT_CONTEXT } from '../../src-core/model/context.ts';
import { type DesignProgramme, wholeAxis } from '../../src-core/model/design.ts';
import { instrumentRangeOf } from '../../src-core/model/instrument-range.ts';
import type { ScanPose, Trajectory } from '../../src-core/model/pose.ts';
import type { Volume } from '../../src-core/model/tunnel.ts';
import { mapPoints } from '../../src-core/pipeline/map-points.ts';
import { beamGeometry } from '../../src-core/scan/beam-geometry.ts';
import { ScanDeskewer } from '../../src-core/scan/deskewed-scan.ts';
import { RANGE_FILTER_DEFAULTS } from '../../src-core/scan/scan-points.ts';
import { poseOfColumn } from '../../src-core/simulate/cast-scan.ts';
import type { Drive } from '../../src-core/simulate/drive.ts';
import { type PresetName, presetOptions } from '../../src-core/simulate/presets.ts';
import { type SimulatedScans, simulateScans } from '../../src-core/simulate/simulate-scans.ts';
import { truthAxisCsv, truthBetween } from '../../src-core/simulate/truth.ts';
import { TruthIntegral, type TruthVolumes } from '../../src-core/simulate/truth-integral.ts';
import { breaksBetween } from '../../src-core/tunnel/breaks.ts';
import { gatherWall, MEASURE_DEFAULTS, measureWall } from '../../src-core/tunnel/measure-drive.ts';
import { ProfileAccumulator } from '../../src-core/tunnel/profile-accumulator.ts';
import { reliability } from '../../src-core/tunnel/reliability.ts';
import { volumeBetween } from '../../src-core/tunnel/volume.ts';
import type { WallSurface } from '../../src-core/tunnel/wall-surface.ts';

/** Metres of either end of the sensor's way that are left out: seen from one side only. */
const MARGIN = { start: 4, end: 2 };
/**
 * Between the sections that are compared with the design: rock out and rock in cancel inside thick ones, noise counts as both
 * in thin ones.
 */
const BREAK_INTERVAL = 0.2;
const SECTION_INTERVAL = 0.5;

/** How well one drive was measured, in one way. Shares of the truth. */
export interface MeasuredDrive {
  readonly drive: string;
  readonly seed: number;
  readonly poses: 'true' | 'own';
  /** What all ranges were too long by, m, and the bound that was told of it. */
  readonly bias: number;
  readonly told: number;
  readonly error: number;
  readonly plusMinus: number;
  readonly over: number;
  readonly under: number;
  /** True underbreak, m^3. */
  readonly trueUnder: number;
  /** Median of the sections' areas, absolute. */
  readonly area: number;
  readonly measuredShare: number;
  /** By source, one standard deviation. */
  readonly parts: Readonly<Record<string, number>>;
}

/**
 * Simulates a drive twice, by an instrument without a bias and by one that draws it from what its maker states, and measures
 * each with the true poses and with those of the alignment.
 */
export async function measuredDrives(
  name: string,
  preset: PresetName,
  length: number,
  seed: number,
): Promise<MeasuredDrive[]> {
  const stated = instrumentRangeOf('OS-1-16').rangeBias;
  const drawn = stated * (2 * seededRandom(subSeed(seed, `bias ${name}`)).uniform() - 1);
  const all: MeasuredDrive[] = [];
  for (const [bias, told] of [
    [0, 0],
    [drawn, stated],
  ]) {
    const scans = simulateScans({ ...presetOptions(preset, length), seed, rangeBias: bias }, SILENT_CONTEXT);
    const question = questionOf(scans.drive);
    const atTrue = await atTruePoses(scans, question, told);
    const own = await byAlignment(scans, question, told);
    for (const [poses, found] of [
      ['true', atTrue],
      ['own', own],
    ] as const)
      all.push({ drive: name, seed, poses, bias, told, ...compared(found, question) });
  }
  return all;
}

interface Question {
  readonly drive: Drive;
  readonly axis: Axis;
  readonly from: number;
  readonly to: number;
  readonly design: DesignProgramme;
  readonly truth: TruthVolumes;
}

interface Found {
  readonly wall: WallSurface;
  readonly volume: Volume;
  readonly breaks: BreakVolumes;
}

function questionOf(drive: Drive): Question {
  const { surveyed, options } = drive;
  const [from, to] = [surveyed.from + MARGIN.start, surveyed.to - MARGIN.end];
  const { width, height, wallHeight, axisHeight } = options.section;
  return {
    drive,
    axis: parseAxisCsv(truthAxisCsv(drive), 'truth').axis,
    from,
    to,
    design: wholeAxis({ shape: 'baul', width, height, wallHeight, axisHeight }),
    truth: truthBetween(drive, from, to).volumes,
  };
}

async function atTruePoses(
  scans: SimulatedScans,
  { drive, axis, from, to, design }: Question,
  told: number,
): Promise<Found> {
  const { sensor, count } = scans;
  const deskewer = new ScanDeskewer(beamGeometry(sensor), RANGE_FILTER_DEFAULTS);
  const accumulator = new ProfileAccumulator(axis);
  const columns = new Float64Array(12 * sensor.columnsPerFrame);
  for (let index = 0; index < count; index++) {
    deskewer.read((await scans.read(index)).scan);
    for (let column = 0; column < sensor.columnsPerFrame; column++) {
      const { R, t } = poseOfColumn(drive, index, column);
      columns.set(R, 12 * column);
      columns.set(t, 12 * column + 9);
    }
    const points = deskewer.deskewAll(columns);
    const middle = poseOfColumn(drive, index, sensor.columnsPerFrame / 2).t;
    accumulator.add(deskewer.xyz, [0, 0, 0], points, null, middle);
  }
  const wall = accumulator.wall();
  return {
    wall,
    volume: volumeBetween(wall, from, to, { rangeBias: told }),
    breaks: breaksBetween(wall, design, from, to, BREAK_INTERVAL),
  };
}

async function byAlignment(scans: SimulatedScans, question: Question, told: number): Promise<Found> {
  const { drive, axis, from, to, design } = question;
  const odometry = new Odometry(scans.sensor);
  const found: ScanPose[] = [];
  for (let index = 0; index < scans.count; index++)
    found.push(...(await odometry.next(await scans.read(index))));
  found.push(...odometry.finish());
  const T_world_first = poseOfColumn(drive, 0, 0);
  const trajectory: Trajectory = {
    poses: found.map((pose) => ({ ...pose, T_map_sensor: compose(T_world_first, pose.T_map_sensor) })),
  };
  const points = mapPoints(scans, trajectory, SILENT_CONTEXT.cancel);
  const { value } = await gatherWall(points, trajectory, axis, MEASURE_DEFAULTS.profiles, SILENT_CONTEXT);
  const { volume } = measureWall(
    value,
    reliability(trajectory, axis),
    { chainage: { from, to }, design: null },
    { ...MEASURE_DEFAULTS, volume: { ...MEASURE_DEFAULTS.volume, rangeBias: told } },
  );
  return { wall: value.wall, volume, breaks: breaksBetween(value.wall, design, from, to, BREAK_INTERVAL) };
}

function compared({ wall, volume, breaks }: Found, { drive, from, to, truth }: Question) {
  const integral = new TruthIntegral(drive.scene.line, drive.scene.surface, drive.section);
  const areas: number[] = [];
  for (let s = Math.ceil(from); s < to; s += SECTION_INTERVAL) {
    const profile = wall.profileAt(s, wall.options.slab);
    if (profile !== null) areas.push(Math.abs(profile.area / integral.areas(s).void - 1));
  }
  return {
    error: volume.volume.value / truth.void - 1,
    plusMinus: volume.volume.plusMinus / truth.void,
    over: breaks.overbreak / truth.overbreak - 1,
    under: breaks.underbreak / truth.underbreak - 1,
    trueUnder: truth.underbreak,
    area: median(areas),
    measuredShare: volume.measuredShare,
    parts: Object.fromEntries(volume.uncertainty.map(({ source, sigma }) => [source, sigma / truth.void])),
  };
}
