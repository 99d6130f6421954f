import type { Command } from 'commander';
import { lessCourse } from '../src-core/calibration/beam-course.ts';
import { SILENT_CONTEXT } from '../src-core/model/context.ts';
import {
  CALIBRATION_KINDS,
  type CalibratedParameter,
  type CalibrationKind,
  type InstrumentCalibration,
} from '../src-core/model/instrument-calibration.ts';
import { COVERAGE_95 } from '../src-core/model/reliability.ts';
import { calibrate } from '../src-core/survey/calibrate.ts';
import { parsePositive } from '../src-main/hosts/cli/option-parsers.ts';
import { drawnInstrument } from '../src-simulate/instrument.ts';
import type { DriveOptions, SimulateOptions } from '../src-simulate/options.ts';
import { ALTITUDE_DEG } from '../src-simulate/os1-16.ts';
import { alignedDrive } from './support/aligned-drive.ts';
import { markdownTable } from './support/markdown-table.ts';
import { type BenchReport, benchCommand, present, say } from './support/present.ts';

interface CalibrationOptions {
  readonly seeds: number;
  readonly length: number;
  readonly write?: boolean;
}

/** An estimated parameter beside its truth, in m, rad and s. */
interface Compared extends CalibratedParameter {
  readonly truth: number;
}

interface Calibrated {
  readonly seed: number;
  readonly parameters: readonly Compared[];
  readonly calibration: InstrumentCalibration;
  readonly seconds: { readonly align: number; readonly calibrate: number };
}

const RADIANS = Math.PI / 180;
const UNITS: Readonly<Record<CalibrationKind, readonly [unit: string, factor: number]>> = {
  'range-offset': ['mm', 1000],
  elevation: ['mdeg', 1000 / RADIANS],
  azimuth: ['mdeg', 1000 / RADIANS],
  'common-bias': ['mm', 1000],
  incidence: ['mm', 1000],
  signal: ['mm/decade', 1000],
  'warm-up': ['mm', 1000],
  'imu-delay': ['ms', 1000],
  'imu-rotation': ['mdeg', 1000 / RADIANS],
};

/** `npm run bench -- calibration` */
export function registerCalibration(program: Command): void {
  benchCommand(program, 'calibration', 'the calibration of simulated instruments beside their truth')
    .option('--seeds <count>', 'of each instrument, from 1 on', parsePositive, 6)
    .option('--length <m>', 'of each drive', parsePositive, 30)
    .action((options: CalibrationOptions) => present('calibration', options, () => calibration(options)));
}

async function calibration({ seeds, length }: CalibrationOptions): Promise<BenchReport> {
  const drawn: Calibrated[] = [];
  const perfect: Calibrated[] = [];
  for (let seed = 1; seed <= seeds; seed++) {
    drawn.push(
      await calibrated(seed, length, {
        instrument: { ...drawnInstrument(seed), spotDeg: 0 },
        imuErrors: 'drawn',
      }),
    );
    perfect.push(await calibrated(seed, length, {}));
  }
  const all = [...drawn, ...perfect];
  const times = (part: 'align' | 'calibrate'): string =>
    (all.reduce((sum, { seconds }) => sum + seconds[part], 0) / all.length).toFixed(1);
  // Of the kinds that are corrected: nothing is applied that is not there.
  const isKept = perfect.every(({ parameters }) => parameters.every(({ isApplied }) => !isApplied));
  return {
    title: 'Calibration of the instrument by its own drive',
    body: [
      `Blast-rough drives of ${length} m (seeds 1 to ${seeds}), surveyed by an instrument drawn at random (\`drawnInstrument\` and \`imuErrors: 'drawn'\` of the simulator, its beams as rays) and by a perfect one; calibrated at the poses that the odometry finds with the uncorrected instrument. *RMS e* is estimate less truth, *rms e/σ* is 1 if the stated deviations are correct, *within* counts the parameters whose error is within ± (95 %). Range offsets and elevations are from the smooth course of the beams over their elevation (a cubic), azimuths from their mean: a drive shows no more. Bound: nothing is corrected of a perfect instrument. Aligning takes ${times('align')} s, calibrating ${times('calibrate')} s (scans in memory).`,
      '**A drawn instrument**',
      summary(drawn),
      '**A perfect instrument**',
      summary(perfect),
      `**Every parameter of seed 1, drawn**`,
      every(drawn[0]),
    ],
    boundsMet: isKept,
  };
}

async function calibrated(seed: number, length: number, own: Partial<SimulateOptions>): Promise<Calibrated> {
  const before = performance.now();
  const { scans, poses } = await alignedDrive('rough', length, seed, own);
  const between = performance.now();
  say('calibrating');
  const calibration = await calibrate(scans, { poses }, { earlier: null, distance: null }, SILENT_CONTEXT);
  if (calibration === null) throw new Error(`seed ${seed}: nothing was observed`);
  const truth = truthOf(scans.drive.options, calibration);
  return {
    seed,
    calibration,
    parameters: calibration.parameters.map((parameter) => ({ ...parameter, truth: truth(parameter) })),
    seconds: { align: (between - before) / 1000, calibrate: (performance.now() - between) / 1000 },
  };
}

/** True value of a parameter by the options of the simulator. */
function truthOf(
  { instrument = {}, imuErrors = {} }: DriveOptions,
  { knotSeconds, beams }: InstrumentCalibration,
): (parameter: CalibratedParameter) => number {
  const none = new Array<number>(beams).fill(0);
  const { beamOffsets = none, beamElevations = none, beamAzimuths = none, warmUp } = instrument;
  const factors = lessCourse(ALTITUDE_DEG, beams);
  const ownOf = (values: readonly number[], beam: number): number =>
    values.reduce((sum, value, b) => sum + factors[beams * beam + b] * value, 0);
  const [offset, azimuth] = [beamOffsets, beamAzimuths].map(
    (values) => values.reduce((sum, value) => sum + value, 0) / beams,
  );
  const warmedAt = (seconds: number): number =>
    warmUp === undefined ? 0 : warmUp.bias * Math.exp(-seconds / warmUp.seconds);
  return ({ kind, index }) => {
    switch (kind) {
      case 'range-offset':
        return ownOf(beamOffsets, index);
      case 'elevation':
        return RADIANS * ownOf(beamElevations, index);
      case 'azimuth':
        return RADIANS * (beamAzimuths[index] - azimuth);
      case 'common-bias':
        return (instrument.rangeBias ?? 0) + offset + warmedAt(0);
      case 'incidence':
        return (instrument.incidenceBias ?? 0) / (1 - Math.cos(75 * RADIANS));
      case 'signal':
        return instrument.signalBias ?? 0;
      case 'warm-up':
        return warmedAt(knotSeconds[index]) - warmedAt(0);
      case 'imu-delay':
        return imuErrors.timeOffset ?? 0;
      default:
        // The simulator turns the readings into the nominal axes, whose rotation is the identity.
        return -RADIANS * (imuErrors.misalignmentDeg?.[index] ?? 0);
    }
  };
}

function summary(drives: readonly Calibrated[]): string {
  const rows = CALIBRATION_KINDS.map((kind) => {
    const all = drives.flatMap(({ parameters }) => parameters.filter((parameter) => parameter.kind === kind));
    const [unit, factor] = UNITS[kind];
    const rms = (value: (parameter: Compared) => number): number =>
      Math.sqrt(all.reduce((sum, parameter) => sum + value(parameter) ** 2, 0) / all.length);
    return [
      kind,
      unit,
      (factor * rms(({ truth }) => truth)).toFixed(2),
      (factor * rms(({ value, truth }) => value - truth)).toFixed(2),
      (factor * rms(({ sigma }) => sigma)).toFixed(2),
      rms(({ value, truth, sigma }) => (value - truth) / sigma).toFixed(2),
      `${all.filter(({ value, truth, sigma }) => Math.abs(value - truth) <= COVERAGE_95 * sigma).length} of ${all.length}`,
      `${drives.filter(({ parameters }) => parameters.some((each) => each.kind === kind && each.isApplied)).length} of ${drives.length}`,
    ];
  });
  return markdownTable(
    ['parameter', 'unit', 'RMS truth', 'RMS e', 'RMS σ', 'rms e/σ', 'within', 'applied in'],
    rows,
  );
}

function every({ parameters }: Calibrated): string {
  return markdownTable(
    ['parameter', 'unit', 'truth', 'estimate', 'σ', 'applied'],
    parameters.map(({ kind, index, truth, value, sigma, isApplied }) => {
      const [unit, factor] = UNITS[kind];
      const numbers = [truth, value, sigma].map((each) => (factor * each).toFixed(2));
      return [`${kind} ${index}`, unit, ...numbers, isApplied ? 'yes' : ''];
    }),
  );
}
