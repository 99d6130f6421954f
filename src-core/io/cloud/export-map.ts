import { message } from '../../messages/message.ts';
import type { PointCloud } from '../../model/cloud.ts';
import { type StageContext, throwIfCancelled } from '../../model/context.ts';
import { SocavonError } from '../../model/errors.ts';
import { type Attempt, orThrow } from '../../model/outputs.ts';
import {
  defaultFormatsOf,
  endingsOf,
  type MapAttribute,
  type MapFormat,
} from '../../model/survey-content.ts';
import type { PatchSink, ReadSource, WriteSink } from '../bytes/byte-stream.ts';
import { boundsTracker, type CloudReceipt, type CloudSummary, type CloudWriter } from './cloud-writer.ts';
import { createCopcWriter, type Scratch } from './copc-writer.ts';
import { createE57Writer, E57_WRITER_DEFAULTS, type E57WriterOptions } from './e57/e57-writer.ts';
import { LAS_WRITER_DEFAULTS, type LasWriterOptions } from './las-records.ts';
import { createLasWriter } from './las-writer.ts';
import { createLazWriter } from './laz-writer.ts';
import { createPcdWriter, PCD_WRITER_DEFAULTS, type PcdWriterOptions } from './pcd-writer.ts';
import { createPlyWriter, PLY_WRITER_DEFAULTS, type PlyWriterOptions } from './ply-writer.ts';
import { pointAttributes } from './point-attributes.ts';
import { spooledPoints, spoolPoints } from './point-spool.ts';
import { createPtsWriter } from './pts-writer.ts';
import { verifyCloud } from './verify-cloud.ts';

/** Output folder of exports, provided by the host. */
export interface ExportFolder {
  /** Where it is on the disk, for another thread to write into; absent: it is not on a disk. */
  readonly path?: string;
  /** A sink whose file appears under its name, complete, when the sink is closed. */
  create(fileName: string): Promise<PatchSink>;
  /** Opens a previously written file. */
  open(fileName: string): Promise<ReadSource & { close(): Promise<void> }>;
  remove(fileName: string): Promise<void>;
  /** Name of a hidden file for the time of a work, by which a host knows what a killed program left; absent: a random one. */
  readonly hiddenName?: (fileName: string) => string;
}

export interface ExportMapOptions {
  readonly formats: readonly MapFormat[];
  /** File name without the extension. */
  readonly baseName: string;
  /** Numbers of each point to be kept besides reflectivity and scan; those that not every point has are left out. */
  readonly attributes: readonly MapAttribute[];
  /** True: the points of the first pass are kept on the disk for the second, because making them again is slow. */
  readonly keepsPoints: boolean;
  readonly ply: PlyWriterOptions;
  readonly pcd: PcdWriterOptions;
  /** Of LAS, LAZ and COPC. */
  readonly las: LasWriterOptions;
  readonly e57: E57WriterOptions;
}

export const EXPORT_MAP_DEFAULTS: ExportMapOptions = {
  formats: defaultFormatsOf('map'),
  baseName: 'map',
  attributes: [],
  keepsPoints: false,
  ply: PLY_WRITER_DEFAULTS,
  pcd: PCD_WRITER_DEFAULTS,
  las: LAS_WRITER_DEFAULTS,
  e57: E57_WRITER_DEFAULTS,
};

export interface ExportedMap {
  readonly summary: CloudSummary;
  readonly files: readonly {
    readonly format: MapFormat;
    readonly fileName: string;
    readonly checksum: number;
  }[];
}

/**
 * Writes a map to all formats and verifies each file by reading it back. The first pass over the points determines
 * their count and bounds, which the formats store ahead of the points; the second writes. Only one chunk is in
 * memory.
 *
 * @param chunks the points in the map frame; called twice unless they are kept, must yield the same points each time
 * @param attempt of the file of each format; default: the first that fails ends the export
 * @returns the files that were written
 * @throws SocavonError 'export-range' for points that are not finite; errors of the points; CancelledError. An attempt gets
 *   'export-range' for points too far apart for LAS, and 'export-mismatch' if a file read back differs (it is removed)
 */
export async function exportMap(
  chunks: () => AsyncIterable<PointCloud>,
  folder: ExportFolder,
  options: ExportMapOptions,
  context: StageContext,
  attempt: Attempt = orThrow,
): Promise<ExportedMap> {
  if (!options.keepsPoints) {
    const summary = await summarise(chunks(), options.attributes, context);
    return writeMap(chunks(), summary, folder, options, context, attempt);
  }
  const spool = scratchOf(folder, `${options.baseName}.points`);
  try {
    const summary = await summariseKept(chunks(), spool, options.attributes, context);
    const source = await spool.open();
    try {
      return await writeMap(spooledPoints(source), summary, folder, options, context, attempt);
    } finally {
      await source.close();
    }
  } finally {
    await spool.remove();
  }
}

/** The first pass, whose points go to the disk too. */
async function summariseKept(
  clouds: AsyncIterable<PointCloud>,
  spool: Scratch,
  attributes: readonly MapAttribute[],
  context: StageContext,
): Promise<CloudSummary> {
  const sink = await spool.create();
  try {
    const summary = await summarise(spoolPoints(clouds, sink), attributes, context);
    await sink.close();
    return summary;
  } catch (error) {
    await sink.abort();
    throw error;
  }
}

/** The second pass: writes all formats, and reads them back. */
async function writeMap(
  clouds: AsyncIterable<PointCloud>,
  summary: CloudSummary,
  folder: ExportFolder,
  options: ExportMapOptions,
  context: StageContext,
  attempt: Attempt,
): Promise<ExportedMap> {
  const outputs = await openOutputs(folder, summary, options, attempt);
  try {
    await writeAll(clouds, outputs, summary, context, attempt);
  } catch (error) {
    for (const output of outputs) await giveUp(output);
    throw error;
  }
  await verifyAll(folder, outputs, context, attempt);
  return {
    summary,
    files: [...outputs].map(({ format, fileName, receipt }) => ({
      format,
      fileName,
      checksum: receipt!.checksum,
    })),
  };
}

/** A file that is being written; one that fails leaves the set. */
interface Output {
  readonly format: MapFormat;
  readonly fileName: string;
  readonly sink: WriteSink;
  readonly writer: CloudWriter;
  /** null: it is not finished. */
  receipt: CloudReceipt | null;
}

/** Ends an output that is not whole, without a trace. */
async function giveUp({ writer, sink }: Output): Promise<void> {
  await writer.abort?.();
  await sink.abort();
}

async function summarise(
  chunks: AsyncIterable<PointCloud>,
  requested: readonly MapAttribute[],
  context: StageContext,
): Promise<CloudSummary> {
  const tracker = boundsTracker();
  let count = 0;
  let hasReflectivity = true;
  let hasScanIndex = true;
  let attributes = pointAttributes(requested);
  let [first, last] = [Infinity, -Infinity];
  for await (const chunk of chunks) {
    throwIfCancelled(context.cancel, 'work-export-map');
    refuseNotFinite(chunk, count);
    tracker.add(chunk);
    count += chunk.count;
    context.emit({ kind: 'progress', stage: 'export', done: count, total: null, unit: 'points' });
    hasReflectivity &&= chunk.count === 0 || chunk.reflectivity !== undefined;
    hasScanIndex &&= chunk.count === 0 || chunk.scanIndex !== undefined;
    if (chunk.count > 0) attributes = attributes.filter(({ of }) => of(chunk) !== undefined);
    for (let i = 0; i < (chunk.time?.length ?? 0); i++) {
      first = Math.min(first, chunk.time![i]);
      last = Math.max(last, chunk.time![i]);
    }
  }
  const names = attributes.map(({ name }) => name);
  return {
    count,
    bounds: tracker.bounds(),
    hasReflectivity: count > 0 && hasReflectivity,
    hasScanIndex: count > 0 && hasScanIndex,
    ...(count > 0 && names.length > 0 && { attributes: names }),
    ...(names.includes('time') && { times: [first, last] as const }),
  };
}

function refuseNotFinite({ count, origin, xyz }: PointCloud, before: number): void {
  const originSum = origin[0] + origin[1] + origin[2];
  for (let i = 0; i < count; i++) {
    if (Number.isFinite(originSum + xyz[3 * i] + xyz[3 * i + 1] + xyz[3 * i + 2])) continue;
    throw new SocavonError('export-range', message('export-not-finite', { point: before + i }));
  }
}

async function openOutputs(
  folder: ExportFolder,
  summary: CloudSummary,
  options: ExportMapOptions,
  attempt: Attempt,
): Promise<Set<Output>> {
  const outputs = new Set<Output>();
  try {
    for (const format of options.formats) {
      const fileName = `${options.baseName}${endingsOf('map', format)[0]}`;
      await attempt(fileName, async () => {
        const sink = await folder.create(fileName);
        try {
          const writer = await createWriter(format, sink, summary, options, folder);
          outputs.add({ format, fileName, sink, writer, receipt: null });
        } catch (error) {
          await sink.abort();
          throw error;
        }
      });
    }
  } catch (error) {
    for (const output of outputs) await giveUp(output);
    throw error;
  }
  return outputs;
}

function createWriter(
  format: MapFormat,
  sink: PatchSink,
  summary: CloudSummary,
  options: ExportMapOptions,
  folder: ExportFolder,
): Promise<CloudWriter> {
  switch (format) {
    case 'ply':
      return createPlyWriter(sink, summary, options.ply);
    case 'las':
      return createLasWriter(sink, summary, options.las);
    case 'laz':
      return createLazWriter(sink, summary, options.las);
    case 'copc':
      return createCopcWriter(sink, summary, () => scratchOf(folder, sink.name), options.las);
    case 'e57':
      return createE57Writer(sink, summary, options.e57);
    case 'pts':
      return createPtsWriter(sink, summary);
    case 'pcd':
      return createPcdWriter(sink, summary, options.pcd);
  }
}

/**
 * A file that is gone once its points are written, of a name that no other export into the folder has; named as the leftovers
 * that the next export clears away.
 */
function scratchOf(folder: ExportFolder, fileName: string): Scratch {
  const number = Math.floor(Math.random() * 2 ** 32);
  const name = folder.hiddenName?.(fileName) ?? `.${fileName}.${number.toString(16).padStart(8, '0')}.part`;
  return {
    create: () => folder.create(name),
    open: () => folder.open(name),
    remove: () => folder.remove(name),
  };
}

async function writeAll(
  chunks: AsyncIterable<PointCloud>,
  outputs: Set<Output>,
  summary: CloudSummary,
  context: StageContext,
  attempt: Attempt,
): Promise<void> {
  const orGiveUp = async (output: Output, work: () => Promise<unknown>): Promise<void> => {
    if (await attempt(output.fileName, work)) return;
    outputs.delete(output);
    await giveUp(output);
  };
  let done = 0;
  for await (const chunk of chunks) {
    throwIfCancelled(context.cancel, 'work-export-map');
    for (const output of outputs) await orGiveUp(output, () => output.writer.write(chunk));
    if (outputs.size === 0) return;
    done += chunk.count;
    context.emit({ kind: 'progress', stage: 'export', done, total: summary.count, unit: 'points' });
  }
  const finish = async (output: Output): Promise<void> => {
    output.receipt = await output.writer.finish();
  };
  await Promise.all([...outputs].map((output) => orGiveUp(output, () => finish(output))));
  for (const output of outputs) await orGiveUp(output, () => output.sink.close());
}

/** Removes a file that failed verification, so that only verified files exist under their final names. */
async function verifyAll(
  folder: ExportFolder,
  outputs: Set<Output>,
  context: StageContext,
  attempt: Attempt,
): Promise<void> {
  const verified = new Set<Output>();
  const verify = async (output: Output): Promise<void> => {
    const file = await folder.open(output.fileName);
    try {
      await verifyCloud(file, output.format, output.receipt!, context.cancel);
    } finally {
      await file.close();
    }
    verified.add(output);
  };
  try {
    for (const output of outputs) await attempt(output.fileName, () => verify(output));
  } finally {
    for (const output of outputs)
      if (!verified.has(output)) {
        outputs.delete(output);
        await folder.remove(output.fileName);
      }
  }
}
