import { parseAxisCsv } from '../../src-core/io/tables/axis-csv.ts';
import { seededRandom, subSeed } from '../../src-core/math/random.ts';
import { median } from '../../src-core/math/statistics.ts';
import type { Axis, Stretch } from '../../src-core/model/axis.ts';
import type { BreakVolumes } from '../../src-core/model/breaks.ts';
import { SILENT_CONTEXT } from '../../src-core/model/context.ts';
import { type DesignProgramme, wholeAxis } from '../../src-core/model/design.ts';
import {
  type InstrumentRange,
  idealInstrument,
  instrumentRangeOf,
} from '../../src-core/model/instrument-range.ts';
import type { Trajectory } from '../../src-core/model/pose.ts';
import type { Volume } from '../../src-core/model/tunnel.ts';
import { beamGeometry } from '../../src-core/odometry/frame/beam-geometry.ts';
import { ScanDeskewer } from '../../src-core/odometry/frame/deskewed-scan.ts';
import { RANGE_FILTER_DEFAULTS } from '../../src-core/odometry/frame/scan-points.ts';
import { mapPoints } from '../../src-core/survey/map-points.ts';
import { placeTrajectory } from '../../src-core/survey/place-trajectory.ts';
import {
  NOTHING_ASKED,
  REFINE_SURVEY_DEFAULTS,
  refine,
  refinedAnchors,
  refinedTrajectory,
} from '../../src-core/survey/refine.ts';
import { type RefinedAnchors, reliability } from '../../src-core/tunnel/axis/reliability.ts';
import { contouredBreaks } from '../../src-core/tunnel/design/breaks.ts';
import { correctedDrive } from '../../src-core/tunnel/uncertainty/instrument-posterior.ts';
import { MEASURE_DEFAULTS, measureWall } from '../../src-core/tunnel/volume/measure-drive.ts';
import { volumeBetween } from '../../src-core/tunnel/volume/volume.ts';
import { PROFILE_DEFAULTS } from '../../src-core/tunnel/wall/cells/profile-options.ts';
import { gatherWall } from '../../src-core/tunnel/wall/gather-drive.ts';
import { ProfileAccumulator } from '../../src-core/tunnel/wall/profile-accumulator.ts';
import type { WallSurface } from '../../src-core/tunnel/wall/wall-surface.ts';
import { poseOfColumn } from '../../src-simulate/cast-scan.ts';
import { type Drive, simulateDrive } from '../../src-simulate/drive.ts';
import type { SimulateOptions } from '../../src-simulate/options.ts';
import { type PresetName, presetOptions } from '../../src-simulate/presets.ts';
import { type SimulatedScans, simulateScans } from '../../src-simulate/simulate-scans.ts';
import { surveyedTargets, type TargetOptions, targetGroups } from '../../src-simulate/targets.ts';
import { TruthIntegral, type TruthVolumes } from '../../src-simulate/truth/truth-integral.ts';
import { truthAxisCsv, truthBetween } from '../../src-simulate/truth.ts';
import { odometryOf } from './odometry-of.ts';

/** Metres left out at either end of the trajectory: observed from one side only. */
const MARGIN = { start: 4, end: 2 };
/**
 * Interval of the sections that are compared with the design, m: over- and underbreak cancel inside long intervals, noise
 * counts as both in short ones.
 */
const BREAK_INTERVAL = 0.2;
const SECTION_INTERVAL = 0.5;
/** Length that a group of three targets needs, m. */
const GROUP_LENGTH = 6.8;
/** Diameter of the discs, m. */
const TARGET_SIZE = 0.3;

/** Errors of one drive measured with one set of poses. Shares of the truth. */
export interface MeasuredDrive {
  readonly drive: string;
  readonly seed: number;
  /** Own: by the alignment, placed by the true pose of its first scan; control: constrained by surveyed targets at both ends. */
  readonly poses: 'true' | 'own' | 'control';
  /** Bias of all ranges, and its stated bound, m. */
  readonly bias: number;
  readonly statedBias: number;
  readonly error: number;
  readonly plusMinus: number;
  readonly over: number;
  readonly under: number;
  /** Half-widths of the intervals of over- and underbreak, shares of their truths; null at true poses, which are taken as exact. */
  readonly overPlusMinus: number | null;
  readonly underPlusMinus: number | null;
  /** True underbreak, m^3, and its share of the design's volume. */
  readonly trueUnder: number;
  readonly trueUnderShare: number;
  /** Median of the sections' areas, absolute. */
  readonly area: number;
  readonly measuredShare: number;
  /** Components of the ± by source, one standard deviation. */
  readonly parts: Readonly<Record<string, number>>;
}

/**
 * Simulates a drive twice, by an instrument without a bias and by one that draws it from what its maker states, and measures
 * each with the true poses, with those of the alignment, and with these constrained by control.
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
  for (const [bias, statedBias] of [
    [0, 0],
    [drawn, stated],
  ]) {
    const options = { ...presetOptions(preset, length), seed, rangeBias: bias };
    const scans = simulateScans({ ...options, targets: targetsBeside(options) }, SILENT_CONTEXT);
    const question = questionOf(scans.drive);
    const aligned = await odometryOf(scans);
    for (const [poses, found] of [
      ['true', await atTruePoses(scans, question, statedBias)],
      ['own', await byAlignment(scans, placedByFirst(scans, aligned), null, question, statedBias)],
      ['control', await byControl(scans, aligned, question, statedBias)],
    ] as const)
      all.push({ drive: name, seed, poses, bias, statedBias, ...compared(found, question) });
  }
  return all;
}

/** Instrument without errors where no bias is stated, as the simulator's is; else that of the maker. */
function statedInstrument(statedBias: number): InstrumentRange {
  const maker = instrumentRangeOf('OS-1-16');
  return statedBias === 0 ? idealInstrument(maker.rangeNoise) : { ...maker, rangeBias: statedBias };
}

/** Three targets before the measured range and three beyond it: a target on the wall hides rock. */
function targetsBeside(options: SimulateOptions): TargetOptions[] {
  const { from, to } = measuredRange(simulateDrive(options));
  const [first, second] = [from - GROUP_LENGTH, to];
  return targetGroups(first, second + GROUP_LENGTH, second - first, TARGET_SIZE, options.seed);
}

function measuredRange({ surveyed }: Drive): Stretch {
  return { from: surveyed.from + MARGIN.start, to: surveyed.to - MARGIN.end };
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
  const { from, to } = measuredRange(drive);
  const { width, height, wallHeight, axisHeight } = drive.options.section;
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
  statedBias: number,
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
    volume: volumeBetween(wall, from, to, statedInstrument(statedBias)),
    breaks: contouredBreaks(wall, design, from, to, BREAK_INTERVAL).volumes,
  };
}

function placedByFirst({ drive }: SimulatedScans, aligned: Trajectory): Trajectory {
  return placeTrajectory(aligned, poseOfColumn(drive, 0, 0));
}

async function byControl(
  scans: SimulatedScans,
  aligned: Trajectory,
  question: Question,
  statedBias: number,
): Promise<Found> {
  const points = surveyedTargets(scans.drive.targets);
  const request = { ...NOTHING_ASKED, points, loops: false };
  const refined = await refine(scans, aligned, request, REFINE_SURVEY_DEFAULTS, SILENT_CONTEXT);
  const trajectory = refinedTrajectory(aligned, refined, poseOfColumn(scans.drive, 0, 0));
  return byAlignment(
    scans,
    trajectory,
    refinedAnchors({ asked: request, value: refined }),
    question,
    statedBias,
  );
}

async function byAlignment(
  scans: SimulatedScans,
  trajectory: Trajectory,
  refined: RefinedAnchors | null,
  { axis, from, to, design }: Question,
  statedBias: number,
): Promise<Found> {
  const points = mapPoints(scans, trajectory, SILENT_CONTEXT.cancel);
  const gathered = await gatherWall(points, trajectory, axis, PROFILE_DEFAULTS, SILENT_CONTEXT);
  const options = { ...MEASURE_DEFAULTS.volume, ...statedInstrument(statedBias), every: BREAK_INTERVAL };
  const value = correctedDrive(gathered.value, options);
  const { volume, breaks } = measureWall(value, reliability(trajectory, axis, refined), {
    ...MEASURE_DEFAULTS,
    volume: options,
    chainage: { from, to },
    design,
  });
  if (breaks === null) throw new Error('a design gives breaks');
  return { wall: value.wall, volume, breaks };
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
    overPlusMinus: breaks.plusMinus ? breaks.plusMinus.overbreak / truth.overbreak : null,
    underPlusMinus: breaks.plusMinus ? breaks.plusMinus.underbreak / truth.underbreak : null,
    trueUnder: truth.underbreak,
    trueUnderShare: truth.underbreak / truth.design,
    area: median(areas),
    measuredShare: volume.measuredShare,
    parts: Object.fromEntries(volume.uncertainty.map(({ source, sigma }) => [source, sigma / truth.void])),
  };
}
