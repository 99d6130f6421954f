import { message } from '../../messages/message.ts';
import type { PointCloud } from '../../model/cloud.ts';
import { SocavonError } from '../../model/errors.ts';
import type { ReadSource } from '../bytes/byte-stream.ts';
import { chunkBuilder } from './chunk-builder.ts';
import { CHUNK_POINTS, type CloudReader } from './cloud-reader.ts';
import { type LasHeader, readLasHeader } from './las-header.ts';
import { extraUint32Offset, type LasVlr, readVlrs } from './las-vlr.ts';
import { LAS_SCAN_INDEX } from './las-writer.ts';

/** Bytes of the standard fields of point formats 0 to 10 (LAS 1.4 R15, section 2.6). */
const STANDARD_BYTES = [20, 28, 26, 34, 57, 63, 30, 36, 38, 59, 67];

/**
 * Opens an uncompressed LAS 1.0 to 1.4 of any point format as a cloud: coordinates, intensity, and the scan index
 * if this program wrote the file.
 *
 * @throws SocavonError 'file-format' if it is not LAS, is compressed, or is shorter than its header states
 */
export async function openLas(
  source: ReadSource,
): Promise<CloudReader & { readonly header: LasHeader; readonly vlrs: readonly LasVlr[] }> {
  const header = await readLasHeader(source);
  const standard = STANDARD_BYTES[header.pointFormat];
  if (standard === undefined || header.recordBytes < standard) {
    throw new SocavonError(
      'file-format',
      message('las-format', { name: source.name, format: header.pointFormat, bytes: header.recordBytes }),
    );
  }
  const end = header.pointDataOffset + header.count * header.recordBytes;
  if (end > source.size) {
    throw new SocavonError(
      'file-format',
      message('las-cut', {
        name: source.name,
        bytes: source.size,
        missing: end - source.size,
        count: header.count,
      }),
    );
  }
  const sizeField = await source.read(94, 2);
  const vlrs = await readVlrs(source, header, sizeField[0] | (sizeField[1] << 8));
  const extra = extraUint32Offset(vlrs, LAS_SCAN_INDEX);
  const scanAt = extra === null || standard + extra + 4 > header.recordBytes ? null : standard + extra;
  return {
    format: 'las',
    count: header.count,
    announcedBounds: header.count > 0 ? header.bounds : null,
    header,
    vlrs,
    chunks: () => pointChunks(source, header, scanAt),
  };
}

async function* pointChunks(
  source: ReadSource,
  header: LasHeader,
  scanAt: number | null,
): AsyncGenerator<PointCloud, void, undefined> {
  const { recordBytes, scale, offset } = header;
  const builder = chunkBuilder(CHUNK_POINTS, { reflectivity: true, scanIndex: scanAt !== null });
  for (let first = 0; first < header.count; first += builder.capacity) {
    const rows = Math.min(builder.capacity, header.count - first);
    const bytes = await source.read(header.pointDataOffset + first * recordBytes, rows * recordBytes);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    for (let row = 0, at = 0; row < rows; row++, at += recordBytes) {
      builder.push(
        view.getInt32(at, true) * scale[0] + offset[0],
        view.getInt32(at + 4, true) * scale[1] + offset[1],
        view.getInt32(at + 8, true) * scale[2] + offset[2],
        view.getUint16(at + 12, true),
        scanAt === null ? 0 : view.getUint32(at + scanAt, true),
      );
    }
    yield builder.flush();
  }
}
