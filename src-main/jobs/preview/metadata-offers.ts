import { readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { CapturePreview } from '../../../src-core/contract/project-requests.ts';
import type { ReadSource } from '../../../src-core/io/bytes/byte-stream.ts';
import { openCapture } from '../../../src-core/io/capture/capture.ts';
import type { CaptureSummary } from '../../../src-core/io/capture/inspect-capture.ts';
import { metadataMisfit, rankMetadata } from '../../../src-core/io/capture/metadata-candidates.ts';
import { type Remark, remarkOf } from '../../../src-core/messages/remark.ts';
import type { StageContext } from '../../../src-core/model/context.ts';
import { SocavonError } from '../../../src-core/model/errors.ts';
import type { SensorModel } from '../../../src-core/model/sensor.ts';
import { type FoundMetadata, readMetadata } from '../../files/find-metadata.ts';

type MetadataOffer = CapturePreview['metadataOffers'][number];

/** Metadata has some kilobytes; a larger JSON file is a result of this program or of another. */
const LARGEST_BYTES = 1 << 20;
/** JSON files of a folder that are looked at, the best names first. */
const MOST_FILES = 24;

/**
 * Metadata files in the folder of a capture, each tried on its packets as the import would; those that fit come first,
 * in the order of their names' likeness. JSON files that are no metadata are left out.
 *
 * @param head start of the capture
 * @param summary of that start
 */
export async function metadataOffers(
  capturePath: string,
  head: ReadSource,
  summary: CaptureSummary,
  context: StageContext,
): Promise<MetadataOffer[]> {
  const folder = dirname(capturePath);
  const names = (await readdir(folder).catch(() => [])).filter((name) => /\.json$/i.test(name)).sort();
  const ranked = rankMetadata(head.name, names);
  const likely = [...ranked, ...names.filter((name) => !ranked.includes(name))].slice(0, MOST_FILES);
  const offers: MetadataOffer[] = [];
  for (const name of likely) {
    const metadata = await metadataIn(join(folder, name));
    if (metadata === null) continue;
    offers.push({
      path: metadata.path,
      name,
      misfit: await misfitOf(metadata.sensor, head, summary, context),
    });
  }
  return [
    ...offers.filter(({ misfit }) => misfit === null),
    ...offers.filter(({ misfit }) => misfit !== null),
  ];
}

async function metadataIn(path: string): Promise<FoundMetadata | null> {
  try {
    return (await stat(path)).size > LARGEST_BYTES ? null : await readMetadata(path);
  } catch {
    return null; // no metadata, or not readable for this user
  }
}

/** Reason why metadata does not belong to a capture: by its ids and packets, then by opening it. */
async function misfitOf(
  sensor: SensorModel,
  head: ReadSource,
  summary: CaptureSummary,
  context: StageContext,
): Promise<Remark | null> {
  const misfit = metadataMisfit(sensor, summary);
  if (misfit !== null) return remarkOf(misfit.why);
  try {
    await openCapture([head], sensor, context);
    return null;
  } catch (error) {
    if (!(error instanceof SocavonError) || error.code === 'cancelled') throw error;
    return { message: error.message, sentence: error.sentence };
  }
}
