import type { WriteSink } from '../bytes/byte-stream.ts';
import { type CloudSummary, type CloudWriter, receiptWriter } from './cloud-writer.ts';
import { LAS_WRITER_DEFAULTS, type LasWriterOptions, lasRecords } from './las-records.ts';

/**
 * Writes LAS 1.4, point format 6, as `lasRecords` says.
 *
 * @throws SocavonError 'export-range' if the map spans more than 32 bits of `scale`
 */
export async function createLasWriter(
  sink: WriteSink,
  summary: CloudSummary,
  options: LasWriterOptions = LAS_WRITER_DEFAULTS,
): Promise<CloudWriter> {
  const records = lasRecords(sink.name, summary, options);
  const writer = receiptWriter(sink, summary, options.scale);
  await writer.head(records.head());
  return {
    write: async (cloud) => writer.points(cloud, records.encode(cloud)),
    finish: async () => writer.receipt(),
  };
}
