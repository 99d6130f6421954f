import { basename } from 'node:path';
import { type ReadSolid, readSolid, type SolidOptions } from '../../../src-core/io/mesh/read-solid.ts';
import { message } from '../../../src-core/messages/message.ts';
import { type CancelToken, inOneGo } from '../../../src-core/model/context.ts';
import { bytesBeside, readBytes } from '../../files/read-bytes.ts';

/**
 * Reads a closed solid from its file, and what lies beside it. The notes say too where metres were assumed.
 *
 * @throws SocavonError 'file-missing', 'file-unreadable', and what `readSolid` throws; CancelledError
 */
export async function readSolidFile(
  path: string,
  { unit, part }: Pick<SolidOptions, 'unit' | 'part'>,
  cancel: CancelToken,
): Promise<Pick<ReadSolid, 'mesh' | 'notes'> & { readonly name: string }> {
  const name = basename(path);
  const bytes = await readBytes(path);
  const options = { unit, part, beside: (other: string) => bytesBeside(path, other) };
  const { mesh, isDeclared, notes } = await inOneGo(cancel, () => readSolid(bytes, name, options));
  const isAssumed = !isDeclared && unit === null;
  return { name, mesh, notes: [...notes, ...(isAssumed ? [message('chamber-against-unit', { name })] : [])] };
}
