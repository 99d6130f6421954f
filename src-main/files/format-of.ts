import { FORMAT_HEAD_BYTES, fileFormat } from '../../src-core/io/bytes/file-format.ts';
import type { FileFormat } from '../../src-core/model/file-formats.ts';
import { openFileSource } from './file-source.ts';

/** The format of a file, by its content and its name; null: none that is known. @throws SocavonError of the file */
export async function formatOf(path: string): Promise<FileFormat | null> {
  const source = await openFileSource(path);
  try {
    return fileFormat(source.name, await source.read(0, FORMAT_HEAD_BYTES), source.size);
  } finally {
    await source.close();
  }
}
