import { spawnSync } from 'node:child_process';

/** Whether the program of bzip2's author is here, which packs what we unpack. */
export const HAS_BZIP2 = spawnSync('bzip2', ['-c'], { input: '' }).status === 0;
if (!HAS_BZIP2) process.stderr.write('\n*** NOT RUN: files that bzip2 packed: there is no bzip2 ***\n');

/** Bytes as the program packs them: so many streams, one after the other. */
export function packedByBzip2(bytes: Uint8Array, streams = 1): Uint8Array {
  const length = Math.ceil(bytes.length / streams);
  const parts = Array.from({ length: streams }, (_, i) => bytes.subarray(i * length, (i + 1) * length));
  const packed = parts.map((input) => spawnSync('bzip2', ['-c'], { input, maxBuffer: 1 << 28 }).stdout);
  return new Uint8Array(Buffer.concat(packed));
}
