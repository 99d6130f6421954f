import { join } from 'node:path';
import type { StageContext } from '../../../src-core/model/context.ts';
import { type Drive, simulateDrive } from '../../../src-simulate/drive.ts';
import type { SimulateOptions } from '../../../src-simulate/options.ts';
import { presetOptions } from '../../../src-simulate/presets.ts';
import { WRITE_CAPTURE_DEFAULTS, writeCapture } from '../../../src-simulate/write-capture.ts';
import { openAtomicSink } from '../../files/atomic-sink.ts';

interface SampleOptions {
  /** Length of the drive, m. */
  readonly length: number;
  /** Speed of the robot, m/s. */
  readonly speed: number;
  readonly seed: number;
}

/** A sample is seen by a sensor and an IMU with the errors of real ones, drawn with its seed. */
export const SAMPLE_INSTRUMENTS: Pick<SimulateOptions, 'instrument' | 'imuErrors'> = {
  instrument: 'drawn',
  imuErrors: 'drawn',
};

/** Rough drive of the demo, and the files of its capture. */
interface SampleDrive {
  readonly drive: Drive;
  readonly capture: string;
}

/**
 * Simulates a capture of a drive, with its ground truth.
 *
 * @param folder created if missing; files of these names are replaced
 * @throws SocavonError 'usage', 'disk-full', 'file-unwritable'; CancelledError
 */
export async function sampleDrive(
  folder: string,
  { length, speed, seed }: SampleOptions,
  context: StageContext,
): Promise<SampleDrive> {
  const drive = simulateDrive({ ...presetOptions('rough', length), ...SAMPLE_INSTRUMENTS, speed, seed });
  await writeCapture(
    drive,
    { ...WRITE_CAPTURE_DEFAULTS, layout: 'thesis64', preset: 'rough' },
    (name) => openAtomicSink(join(folder, name), { isCapture: true }),
    context,
  );
  return { drive, capture: join(folder, 'capture.pcap') };
}
