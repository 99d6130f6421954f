import { dirname, join } from 'node:path';
import { openCapture } from '../../../../src-core/io/capture/capture.ts';
import { newCaptureHealth } from '../../../../src-core/io/capture/capture-health.ts';
import { type CaptureSummary, inspectCapture } from '../../../../src-core/io/capture/inspect-capture.ts';
import { metadataMisfit } from '../../../../src-core/io/capture/metadata-candidates.ts';
import type { StageContext } from '../../../../src-core/model/context.ts';
import { SocavonError } from '../../../../src-core/model/errors.ts';
import type { CaptureHealth } from '../../../../src-core/model/scan.ts';
import type { SensorModel } from '../../../../src-core/model/sensor.ts';
import { openCaptureSource } from '../../../files/capture-source.ts';
import type { FileSource } from '../../../files/file-source.ts';
import { type ResolvedSensor, resolveSensor } from '../../../files/resolve-sensor.ts';
import { healthEntries, sensorEntries, summaryEntries } from '../../../jobs/preview/capture-facts.ts';
import type { CommandResult } from '../with-command.ts';
import { say, sayError, sayRemark } from '../words.ts';
import { plain, sheet } from './sheet.ts';

/** Result of looking for the sensor of the capture. */
interface SensorVerdict {
  readonly resolved: ResolvedSensor | null;
  /** Reason why there is none, or why its metadata does not fit the capture; null: no problem. */
  readonly trouble: string | null;
}

/**
 * Describes a capture file: its packets and, if its metadata is found, its scans. One that yields no scan has failed, with
 * the reason among the warnings; one whose metadata is missing has not, because its packets have scans.
 */
export async function describeCapture(path: string, context: StageContext): Promise<CommandResult> {
  const source = await openCaptureSource(path, context.cancel);
  try {
    const summary = await inspectCapture(source, context);
    const { resolved, trouble } = await judgeSensor(path, summary, context);
    const fits = resolved !== null && trouble === null;
    const metadata = resolved?.metadata ? join(dirname(path), resolved.metadata.name) : null;
    const read = fits
      ? await readThrough(source, resolved.sensor, context)
      : { health: summary.health, trouble: null, isEmpty: summary.health.scans === 0 };
    // The reader repeats most of what the first look saw, with the counts of the sensor that it reads.
    const health = read.trouble === null ? read.health : summary.health;
    const warnings = health.warnings.map(sayRemark);
    if (read.trouble !== null) warnings.push(read.trouble);
    if (health.lidarPackets + health.scans > 0 && health.imuPackets === 0) warnings.push(say('no-imu'));
    if (trouble !== null) warnings.push(trouble);
    if (fits) warnings.push(...resolved.sensor.assumptions.map(sayRemark));
    return {
      data: {
        kind: 'capture',
        path,
        summary: plain({ ...summary, health }),
        metadata,
        sensor: fits ? plain(resolved.sensor) : null,
        warnings,
      },
      text: sheet(
        say('info-capture', { path }),
        [
          ...summaryEntries(summary),
          ...healthEntries(health, fits && read.trouble === null),
          ['metadata', metadata],
          ...(fits ? sensorEntries(resolved.sensor) : []),
        ],
        warnings,
      ),
      failed: read.isEmpty,
    };
  } finally {
    await source.close();
  }
}

async function judgeSensor(
  path: string,
  summary: CaptureSummary,
  context: StageContext,
): Promise<SensorVerdict> {
  try {
    const resolved = await resolveSensor(path, {}, context);
    const misfit = resolved.metadata && metadataMisfit(resolved.sensor, summary);
    const name = resolved.metadata?.name ?? '';
    return { resolved, trouble: misfit ? say('metadata-misfit', { name, why: misfit.why }) : null };
  } catch (error) {
    if (!(error instanceof SocavonError) || error.code === 'cancelled') throw error;
    return { resolved: null, trouble: sayError(error) };
  }
}

/** Reasons why a capture has no scan at all. */
const WITHOUT_SCAN: ReadonlySet<string> = new Set(['capture-empty', 'capture-format', 'capture-truncated']);

/** Decodes the whole capture, so that every missing column is counted; or says why it cannot be. */
async function readThrough(
  source: FileSource,
  sensor: SensorModel,
  context: StageContext,
): Promise<{ health: CaptureHealth; trouble: string | null; isEmpty: boolean }> {
  let health = newCaptureHealth();
  try {
    const opened = await openCapture([source], sensor, context, { refuseSeveral: true });
    health = opened.health;
    for await (const _ of opened.items);
    return { health, trouble: null, isEmpty: health.scans === 0 };
  } catch (error) {
    if (!(error instanceof SocavonError) || error.code === 'cancelled') throw error;
    return { health, trouble: sayError(error), isEmpty: WITHOUT_SCAN.has(error.code) };
  }
}
