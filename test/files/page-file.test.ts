import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { openPageFile } from '../../src-main/files/page-file.ts';

afterEach(() => vi.unstubAllEnvs());

/** An empty folder as the user's cache. */
function emptyCache(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pages-'));
  vi.stubEnv('SOCAVON_CACHE', folder);
  return folder;
}

const bytes = (length: number, seed: number): Uint8Array =>
  Uint8Array.from({ length }, (_, i) => (i * 7 + seed) % 251);

it('gives back what was written, also over what was there, and leaves no file', () => {
  const folder = emptyCache();
  const store = openPageFile()!;
  expect(store.write(bytes(100_000, 1), 0)).toBe(true);
  expect(store.write(bytes(70_000, 2), 200_000)).toBe(true);
  expect(store.write(bytes(50, 3), 10)).toBe(true);
  const read = (place: number, length: number): Uint8Array => {
    const into = new Uint8Array(length);
    store.read(place, into);
    return into;
  };
  expect(read(200_000, 70_000)).toEqual(bytes(70_000, 2));
  const first = bytes(100_000, 1);
  first.set(bytes(50, 3), 10);
  expect(read(0, 100_000)).toEqual(first);
  store.close();
  store.close();
  expect(readdirSync(join(folder, 'pages'))).toEqual([]);
});

it('says what is wrong where the disk does not give back what was written', () => {
  emptyCache();
  const store = openPageFile()!;
  store.write(bytes(100, 1), 0);
  expect(() => store.read(0, new Uint8Array(200))).toThrow(/points/);
  store.close();
});

it('is not there where the cache takes no file: points stay in memory', () => {
  const folder = emptyCache();
  vi.stubEnv('SOCAVON_CACHE', join(folder, 'file'));
  writeFileSync(join(folder, 'file'), '');
  expect(openPageFile()).toBeNull();
});

it('writes nothing more where the disk has no room, and tells so', () => {
  emptyCache();
  const store = openPageFile()!;
  store.close();
  // A closed file takes bytes as little as a full disk.
  expect(store.write(bytes(10, 1), 0)).toBe(false);
});
