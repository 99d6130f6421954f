import type { PointCloud } from '../../model/cloud.ts';
import type { WriteSink } from '../bytes/byte-stream.ts';
import { type CloudSummary, type CloudWriter, receiptWriter } from './cloud-writer.ts';

const DECIMALS = 4;

/**
 * Writes PTS, the text of Leica's programs: the count, then x y z and the intensity of each point, in metres to a tenth of
 * a millimetre. The intensity is the reflectivity as it is, 0 to 65535; Leica's own runs from -2048 to 2047.
 */
export async function createPtsWriter(sink: WriteSink, summary: CloudSummary): Promise<CloudWriter> {
  const writer = receiptWriter(sink, summary, 10 ** -DECIMALS);
  await writer.head(new TextEncoder().encode(`${summary.count}\n`));
  return {
    write: (cloud) => writer.points(cloud, new TextEncoder().encode(linesOf(cloud, summary))),
    finish: async () => writer.receipt(),
  };
}

function linesOf({ count, origin, xyz, reflectivity }: PointCloud, summary: CloudSummary): string {
  const lines: string[] = [];
  for (let i = 0; i < count; i++) {
    const place = `${decimal(origin[0] + xyz[3 * i])} ${decimal(origin[1] + xyz[3 * i + 1])} ${decimal(origin[2] + xyz[3 * i + 2])}`;
    lines.push(summary.hasReflectivity ? `${place} ${reflectivity?.[i] ?? 0}\n` : `${place}\n`);
  }
  return lines.join('');
}

function decimal(value: number): string {
  return value.toFixed(DECIMALS);
}
