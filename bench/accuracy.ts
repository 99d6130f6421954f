import { join } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { parsePositive, parseSeed } from '../src-main/hosts/cli/option-parsers.ts';
import { PRESETS, type PresetName } from '../src-simulate/presets.ts';
import { truthBetween } from '../src-simulate/truth.ts';
import { BOUNDS_TEXT, endKept, trajectoryTable, volumeKept, volumeTable } from './support/drive-tables.ts';
import { type DriveResult, type KnownDrive, surveyKnownDrive } from './support/known-drive.ts';
import { type BenchReport, benchCommand, present } from './support/present.ts';
import { simulatedCapture } from './support/simulated-capture.ts';

interface AccuracyOptions {
  readonly presets: readonly PresetName[];
  readonly seeds: readonly number[];
  readonly length: number;
  readonly write?: boolean;
}

/** Metres at either end of the trajectory that are observed from one side only. */
const MARGIN = 2;

/** `npm run bench -- accuracy` */
export function registerAccuracy(program: Command): void {
  benchCommand(
    program,
    'accuracy',
    'position and volume of `socavon run` on simulated drives, with the truth',
  )
    .option('--presets <names>', 'of the simulator, with commas between', parsePresets, [
      'rough',
      'curved',
      'niche',
    ])
    .option('--seeds <numbers>', 'with commas between', parseSeeds, [1, 2])
    .option('--length <m>', 'of each drive', parsePositive, 60)
    .action((options: AccuracyOptions) => present('accuracy', options, () => accuracy(options)));
}

async function accuracy({ presets, seeds, length }: AccuracyOptions): Promise<BenchReport> {
  const results: DriveResult[] = [];
  for (const preset of presets) {
    for (const seed of seeds) results.push(await surveyKnownDrive(await simulated(preset, length, seed)));
  }
  return {
    title: 'Accuracy on simulated drives',
    body: [
      `\`socavon run\` on drives of ${length} m at 1 m/s (OS1-16, range noise 20 mm, 2 % dropouts), placed by the true pose of the first scan and measured along the true axis.`,
      BOUNDS_TEXT,
      trajectoryTable(results),
      volumeTable(results),
      'At true poses: the same measurement with every column of every scan at its true pose; what it is off by is not the alignment`s doing.',
    ],
    boundsMet: results.every((result) => endKept(result) && result.ranges.every(volumeKept)),
  };
}

async function simulated(preset: PresetName, length: number, seed: number): Promise<KnownDrive> {
  const { drive, folder } = await simulatedCapture(preset, length, seed);
  const from = drive.surveyed.from + MARGIN;
  const to = drive.surveyed.to - MARGIN;
  return {
    name: `${preset} ${seed}`,
    capture: join(folder, 'capture.pcap'),
    metadata: join(folder, 'metadata.json'),
    axis: join(folder, 'truth_axis.csv'),
    trajectory: join(folder, 'truth_tum.txt'),
    truePoseAt: (stampNs) => drive.trajectory.poseAt(Number(stampNs - drive.clockStartNs) * 1e-9),
    ranges: [{ from, to, volume: truthBetween(drive, from, to).volumes.void }],
  };
}

function parsePresets(text: string): PresetName[] {
  return text.split(',').map((name) => {
    if (!(name in PRESETS)) throw new InvalidArgumentError(`Choose of ${Object.keys(PRESETS).join(', ')}.`);
    return name as PresetName;
  });
}

function parseSeeds(text: string): number[] {
  return text.split(',').map(parseSeed);
}
