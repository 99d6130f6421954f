import { readFileSync } from 'node:fs';
import { message } from '../../src-core/messages/message.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import { bytesText } from './bytes-text.ts';

/** Limits that the system sets this process, as `ulimit` sets them; null: none, or not known. */
interface SystemLimits {
  /** Files open at a time. */
  readonly openFiles: number | null;
  /** Size of a file that is written, bytes. */
  readonly fileBytes: number | null;
  /** Addresses that this process may reserve, bytes; more than the memory that it uses. */
  readonly addressBytes: number | null;
}

/** Asks for the limits without opening a file, which may be just what is no longer possible. */
export function systemLimits(): SystemLimits {
  const { userLimits = {} } = process.report.getReport() as unknown as {
    userLimits?: Readonly<Record<string, { readonly soft: string | number }>>;
  };
  const limit = (name: string): number | null => {
    const soft = Number(userLimits[name]?.soft);
    return Number.isFinite(soft) ? soft : null;
  };
  return {
    openFiles: limit('open_files'),
    fileBytes: limit('file_size_blocks'),
    addressBytes: limit('virtual_memory_bytes'),
  };
}

/** Addresses that a thread reserves as it starts, most of them for code; without them the runtime ends the process. */
const THREAD_ADDRESSES = 2 ** 30;

/**
 * Requires room for the addresses of another thread, where the system limits them (`ulimit -v`).
 *
 * @throws SocavonError 'engine-unavailable' that names the limit
 */
export function requireThreadRoom(): void {
  addressLimit ??= systemLimits().addressBytes ?? Number.POSITIVE_INFINITY;
  if (addressLimit === Number.POSITIVE_INFINITY) return;
  const reserved = 1024 * Number(/^VmSize:\s*(\d+)/m.exec(readFileSync('/proc/self/status', 'latin1'))?.[1]);
  if (reserved + THREAD_ADDRESSES > addressLimit)
    throw new SocavonError(
      'engine-unavailable',
      message('address-limit', { limit: bytesText(addressLimit) }),
    );
}
let addressLimit: number | undefined;
