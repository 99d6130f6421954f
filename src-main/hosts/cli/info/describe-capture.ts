import { openCapture } from '../../../../src-core/io/capture/capture.ts';
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
    const health = fits ? await readThrough(source, found, context) : summary.health;
    const warnings = health.warnings.map(sayRemark);
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
          ...healthEntries(health, fits),
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

/** Decodes the whole capture, so that every missing column is counted. */
async function readThrough(
  source: FileSource,
  { sensor }: FoundMetadata,
  context: StageContext,
): Promise<CaptureHealth> {
  const { items, health } = await openCapture([source], sensor, context);
  for await (const _ of items);
  return health;
}
