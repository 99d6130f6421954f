import { openCapture } from '../../../../src-core/io/capture/capture.ts';
import { newCaptureHealth } from '../../../../src-core/io/capture/capture-health.ts';
import { type CaptureSummary, inspectCapture } from '../../../../src-core/io/capture/inspect-capture.ts';
import { metadataMisfit } from '../../../../src-core/io/capture/metadata-candidates.ts';
import type { StageContext } from '../../../../src-core/model/context.ts';
import { SocavonError } from '../../../../src-core/model/errors.ts';
import type { CaptureHealth } from '../../../../src-core/model/scan.ts';
import { type FileSource, openFileSource } from '../../../files/file-source.ts';
import { type FoundMetadata, findMetadata } from '../../../files/find-metadata.ts';
import { healthEntries, sensorEntries, summaryEntries } from '../../../jobs/capture-facts.ts';
import type { CommandResult } from '../with-command.ts';
import { say, sayError, sayRemark } from '../words.ts';
import { plain, sheet } from './sheet.ts';

/** Result of looking for the metadata of the capture. */
interface MetadataVerdict {
  readonly found: FoundMetadata | null;
  /** Reason why there is none, or why it does not fit the capture; null: no problem. */
  readonly trouble: string | null;
}

/** Describes a capture file: its packets and, if its metadata is found, its scans. */
export async function describeCapture(path: string, context: StageContext): Promise<CommandResult> {
  const source = await openFileSource(path);
  try {
    const summary = await inspectCapture(source, context);
    const { found, trouble } = await judgeMetadata(path, summary);
    const fits = found !== null && trouble === null;
    const read = fits ? await readThrough(source, found, context) : { health: summary.health, trouble: null };
    // The reader repeats most of what the first look saw, with the counts of the sensor that it reads.
    const health = read.trouble === null ? read.health : summary.health;
    const warnings = health.warnings.map(sayRemark);
    if (read.trouble !== null) warnings.push(read.trouble);
    if (health.lidarPackets + health.scans > 0 && health.imuPackets === 0) warnings.push(say('no-imu'));
    if (trouble !== null) warnings.push(trouble);
    if (fits) warnings.push(...found.sensor.assumptions.map(sayRemark));
    return {
      data: {
        kind: 'capture',
        path,
        summary: plain({ ...summary, health }),
        metadata: found?.path ?? null,
        sensor: fits ? plain(found.sensor) : null,
        warnings,
      },
      text: sheet(
        say('info-capture', { path }),
        [
          ...summaryEntries(summary),
          ...healthEntries(health, fits && read.trouble === null),
          ['metadata', found?.path ?? null],
          ...(fits ? sensorEntries(found.sensor) : []),
        ],
        warnings,
      ),
    };
  } finally {
    await source.close();
  }
}

async function judgeMetadata(path: string, summary: CaptureSummary): Promise<MetadataVerdict> {
  try {
    const found = await findMetadata(path);
    const misfit = metadataMisfit(found.sensor, summary);
    return {
      found,
      trouble: misfit === null ? null : say('metadata-misfit', { name: found.name, why: misfit.why }),
    };
  } catch (error) {
    if (!(error instanceof SocavonError)) throw error;
    return { found: null, trouble: sayError(error) };
  }
}

/** Decodes the whole capture, so that every missing column is counted; or says why it cannot be. */
async function readThrough(
  source: FileSource,
  { sensor }: FoundMetadata,
  context: StageContext,
): Promise<{ health: CaptureHealth; trouble: string | null }> {
  let health = newCaptureHealth();
  try {
    const opened = await openCapture([source], sensor, context, { refuseSeveral: true });
    health = opened.health;
    for await (const _ of opened.items);
    return { health, trouble: null };
  } catch (error) {
    if (!(error instanceof SocavonError) || error.code === 'cancelled') throw error;
    return { health, trouble: sayError(error) };
  }
}
