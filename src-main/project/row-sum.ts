import { crc32 } from 'node:zlib';
import type { Database } from 'better-sqlite3';

const HEAD = Buffer.alloc(9);
const TEXT = 1;
const BYTES = 2;
const INTEGER = 3;

/**
 * Check sum of a row: CRC-32 over its values, each with its kind and length before it, as a signed 32-bit integer.
 *
 * @param values in the order of the columns; integers as number or bigint
 */
export function rowSum(...values: readonly (string | number | bigint | Uint8Array | null)[]): number {
  let sum = 0;
  for (const value of values) {
    HEAD.fill(0);
    if (value === null) sum = crc32(HEAD, sum);
    else if (typeof value === 'string') {
      const bytes = Buffer.from(value);
      sum = crc32(bytes, crc32(headed(TEXT, bytes.length), sum));
    } else if (typeof value === 'object') sum = crc32(value, crc32(headed(BYTES, value.length), sum));
    else sum = crc32(headed(INTEGER, value), sum);
  }
  return sum | 0;
}

/** Lets the SQL of a connection call `row_sum`. */
export function addRowSum(database: Pick<Database, 'function'>): void {
  database.function('row_sum', { varargs: true, safeIntegers: true, deterministic: true }, rowSum);
}

function headed(kind: number, value: number | bigint): Buffer {
  HEAD[0] = kind;
  HEAD.writeBigInt64LE(BigInt(value), 1);
  return HEAD;
}
