import { open } from 'node:fs/promises';
import { captureFormat, latin1 } from '../../src-core/io/bytes/file-kind.ts';
import { message } from '../../src-core/messages/message.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import { looksLikeProject } from './project-header.ts';
import { regularFile } from './regular-file.ts';

/** First bytes that tell a recording. */
const HEAD_BYTES = 16;

/**
 * Refuses to write over what cannot be made again: a project, and a recording of a sensor, whatever its name is. Results
 * are made again, and are replaced.
 *
 * @param isCapture true: what is written is a recording itself, by the simulator or in the format of one
 * @throws SocavonError 'file-unwritable' that names the file
 */
export async function refuseKeptFile(path: string, isCapture: boolean): Promise<void> {
  if (looksLikeProject(path))
    throw new SocavonError('file-unwritable', message('write-over-project', { path }));
  const format = isCapture ? null : captureFormat(await headOf(path));
  if (format !== null)
    throw new SocavonError('file-unwritable', message('write-over-capture', { path, format }));
}

/** First characters of a file; none where there is no file, or none that can be read. */
async function headOf(path: string): Promise<string> {
  try {
    await regularFile(path);
    const file = await open(path, 'r');
    try {
      const { buffer, bytesRead } = await file.read(new Uint8Array(HEAD_BYTES), 0, HEAD_BYTES, 0);
      return latin1(buffer.subarray(0, bytesRead));
    } finally {
      await file.close();
    }
  } catch {
    return '';
  }
}
