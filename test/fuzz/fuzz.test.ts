import { beforeAll, describe, expect, it } from 'vitest';
import { tiered } from '../support/tier.ts';
import { MENDED_SUMS } from './mended-sums.ts';
import { mendedMutantOf, mutantOf } from './mutant.ts';
import { READERS } from './readers.ts';
import { MENDED, runFuzz } from './run-fuzz.ts';
import { type SeedFile, seedFiles } from './seed-files.ts';

const SEED = 7;
const COUNT = tiered([3000], [200])[0];
let seeds: readonly SeedFile[];
beforeAll(async () => {
  seeds = await seedFiles();
});

describe(`${COUNT} damaged files (seed ${SEED})`, () => {
  it('are read or refused in a sentence by every reader', async () => {
    const { tallies, offences } = await runFuzz(seeds, { seed: SEED, count: COUNT });
    expect(
      offences.map(({ reader, file, number, how, what }) => ({ reader, file, number, how, what })),
    ).toEqual([]);
    const mended = Object.keys(MENDED_SUMS).map((reader) => `${reader}${MENDED}`);
    expect([...tallies.keys()].sort()).toEqual([...Object.keys(READERS), ...mended].sort());
    const sums = [...tallies.values()];
    expect(sums.reduce((sum, { files }) => sum + files, 0)).toBe(COUNT);
    expect(sums.reduce((sum, { refused }) => sum + refused, 0)).toBeGreaterThan(COUNT / 4);
    expect(sums.reduce((sum, { accepted }) => sum + accepted, 0)).toBeGreaterThan(COUNT / 10);
  });
});

describe('what a damaged file is', () => {
  const whole = Uint8Array.from({ length: 5000 }, (_, i) => i % 251);

  it('is cut at every kilobyte before anywhere else', () => {
    const sizes = [0, 4, 8, 12, 16].map((number) => mutantOf(whole, [], false, SEED, number).bytes.length);
    expect(sizes.sort((a, b) => a - b)).toEqual([0, 1024, 2048, 3072, 4096]);
  });

  it('is the same for the same seed, and another for another', () => {
    const all = (seed: number): string[] =>
      Array.from({ length: 40 }, (_, number) => {
        const { bytes, how } = mutantOf(whole, [whole], true, seed, number);
        return `${how} ${Buffer.from(bytes).toString('base64')}`;
      });
    const [first, again, other] = [all(1), all(1), all(2)];
    expect(first).toEqual(again);
    expect(first.filter((one, i) => one === other[i]).length).toBeLessThan(10);
    expect(whole[4999]).toBe(4999 % 251);
  });

  it('leaves the whole file as it is, whatever kind of array that is', () => {
    const input = Buffer.from(whole);
    for (let number = 0; number < 40; number++) mutantOf(input, [input], true, SEED, number);
    for (let number = 0; number < 40; number++) mendedMutantOf(input, MENDED_SUMS.OSF!, SEED, number);
    expect(input.equals(whole)).toBe(true);
  });
});

describe('sums that are mended', () => {
  const formats = Object.entries(MENDED_SUMS);
  const ofFormat = (reader: string) => seeds.filter((seed) => seed.reader === reader);

  it.each(formats)('of %s are those of the whole file, where nothing else changed', (reader, sums) => {
    for (const { name, bytes } of ofFormat(reader)) {
      // Packed again by another program, it is not the same bytes.
      const same = /\.(?:gz|zstd?)$/.test(name)
        ? sums.open(sums.close(sums.open(bytes)))
        : sums.close(sums.open(bytes.slice()));
      expect(Buffer.from(same).equals(/\.(?:gz|zstd?)$/.test(name) ? sums.open(bytes) : bytes), name).toBe(
        true,
      );
    }
  });

  it(`let a third of the damage to an E57 past its pages (seed ${SEED})`, async () => {
    const { tallies, offences } = await runFuzz(ofFormat('E57'), {
      seed: SEED,
      count: 400,
    });
    expect(offences).toEqual([]);
    const { files, accepted } = tallies.get(`E57${MENDED}`)!;
    expect(accepted / files).toBeGreaterThan(1 / 3);
    const plain = tallies.get('E57')!;
    expect(plain.accepted / plain.files).toBeLessThan(0.15);
  });

  it('are of a mutant that is the same for the same seed', () => {
    const [{ bytes }] = ofFormat('E57');
    const one = () => mendedMutantOf(bytes, MENDED_SUMS.E57!, SEED, 5);
    expect(one()).toEqual(one());
  });
});

describe('the harness finds a reader that', () => {
  const thread = new URL('./planted-thread.ts', import.meta.url);
  const seed: SeedFile = {
    reader: 'KITTI',
    name: 'planted.bin',
    bytes: new Uint8Array(64).fill(7),
    isText: false,
  };
  /** What was found of a planted reader, which takes the whole file and does wrong with others. */
  const result = async (reader: string, count = 1, stopMs?: number) => {
    const planted = { ...seed, reader: reader as SeedFile['reader'] };
    const { offences } = await runFuzz([planted], { seed: 3, count, thread, stopMs, heapMib: 60 });
    return offences.map(({ kind, what }) => ({ kind, what }));
  };

  it.each([
    ['throws an error of the program', 'throws', 'error', /TypeError: Cannot read properties of undefined/],
    ['gives a number that is none', 'gives NaN', 'implausible', /accepted: value\.x\[1\] is NaN/],
    [
      'says a sentence without the file',
      'names nothing',
      'sentence',
      /a sentence without the name of the file/,
    ],
    [
      'goes past a checksum',
      'guards nothing',
      'implausible',
      /1 parts that the checksums of the file do not allow/,
    ],
    [
      'makes an array as large as a header says',
      'allocates',
      'memory',
      /an array of 1000000000 bytes was made/,
    ],
    ['takes all memory', 'hoards', 'memory', /the thread ended: .*memory/],
    ['takes more than a second', 'is slow', 'slow', /^\d{4} ms of the processor/],
  ])('%s', async (_, reader, kind, what) => {
    const offences = await result(reader);
    expect(offences.length).toBeGreaterThan(0);
    for (const offence of offences) expect(offence).toEqual({ kind, what: expect.stringMatching(what) });
  });

  it('does not end, and goes on with the next file', async () => {
    expect(await result('loops', 2, 300)).toEqual(
      Array(2).fill({ kind: 'slow', what: expect.stringMatching(/no end in \d+ ms of the processor/) }),
    );
  });
});
