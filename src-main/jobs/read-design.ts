import { basename } from 'node:path';
import { type DesignFileOptions, readDesignFile } from '../../src-core/io/cad/read-design-file.ts';
import type { Message } from '../../src-core/messages/message.ts';
import { type CancelToken, inOneGo } from '../../src-core/model/context.ts';
import { soleSection } from '../../src-core/model/design.ts';
import type { Design } from '../../src-core/model/design-schema.ts';
import { readBytes } from '../files/read-bytes.ts';

/**
 * Reads a design file that the user named, with remarks on how it was interpreted.
 *
 * @throws SocavonError 'file-missing', 'file-unreadable', and what `readDesignFile` throws
 */
export async function readDesign(
  path: string,
  drawn: Partial<DesignFileOptions>,
  cancel: CancelToken,
): Promise<{ readonly design: Design; readonly notes: readonly Message[] }> {
  const name = basename(path);
  const bytes = await readBytes(path);
  const { design: programme, notes } = await inOneGo(cancel, () => readDesignFile(bytes, name, drawn));
  const [{ section }] = programme.stretches;
  return { design: { name, section, ...(soleSection(programme) === null && { programme }) }, notes };
}
