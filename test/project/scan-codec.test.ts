import { readFileSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src-core/math/random.ts';
import type { Scan } from '../../src-core/model/scan.ts';
import { decodeImuSamples, encodeImuSamples } from '../../src-main/project/codecs/imu-codec.ts';
import { decodeScan, encodeScan } from '../../src-main/project/codecs/scan-codec.ts';
import { emptyScan, imuSample, tunnelScan } from './fixtures.ts';

const SEED = 31;

function pixelsFrom(scan: Scan, pick: (bits: 16 | 32, i: number) => number): Scan {
  scan.rangeMm.forEach((_, i) => {
    scan.rangeMm[i] = pick(32, i);
    scan.reflectivity[i] = pick(16, i);
    scan.signal[i] = pick(16, i + 1);
    scan.nearIr[i] = pick(16, i + 2);
  });
  return scan;
}

describe(`scan codec (seed ${SEED})`, () => {
  const random = seededRandom(SEED);
  const word = (bits: number): number => Math.floor(random.uniform() * 2 ** bits);

  const nasty: [string, Scan][] = [
    ['a tunnel', tunnelScan(random, 3)],
    ['nothing at all', emptyScan(16, 1024)],
    ['one pixel', pixelsFrom(emptyScan(1, 1), () => 7)],
    ['odd sizes', tunnelScan(random, 9, 3, 13)],
    ['128 beams', tunnelScan(random, 9, 128, 512)],
    ['random words', pixelsFrom(emptyScan(5, 77), word)],
    ['the largest values', pixelsFrom(emptyScan(4, 33), (bits) => 2 ** bits - 1)],
    ['the widest swings', pixelsFrom(emptyScan(4, 33), (bits, i) => (i % 2 ? 2 ** bits - 1 : 1))],
    ['half the word apart', pixelsFrom(emptyScan(4, 33), (bits, i) => (i % 2 ? 2 ** (bits - 1) : 0))],
  ];
  it.each(nasty)('gives back %s, bit for bit', (_, scan) => {
    expect(decodeScan(encodeScan(scan))).toEqual(scan);
  });

  it('gives back near-infrared and signal in any order, once and for copies of the scan', () => {
    const scan = pixelsFrom(emptyScan(5, 77), word);
    const read = decodeScan(encodeScan(scan));
    expect(read.nearIr).toEqual(scan.nearIr);
    expect(read.signal).toEqual(scan.signal);
    expect(read.nearIr).toBe(read.nearIr);
    expect({ ...read, frameId: 9 }).toEqual({ ...scan, frameId: 9 });
    expect(structuredClone(read)).toEqual(scan);
  });

  it('gives back random stamps (seed 31)', () => {
    const scan = emptyScan(1, 1024);
    scan.stampNs.forEach((_, i) => {
      scan.stampNs[i] = (BigInt(word(32)) << 32n) | BigInt(word(32));
    });
    expect(decodeScan(encodeScan(scan)).stampNs).toEqual(scan.stampNs);
  });

  it('gives back stamps of any order and size', () => {
    const scan = emptyScan(1, 6, 65535);
    scan.stampNs.set([2n ** 64n - 1n, 0n, 2n ** 63n, 1n, 2n ** 63n - 1n, 97_656n]);
    scan.columnValid.set([1, 0, 0, 1, 1, 0]);
    expect(decodeScan(encodeScan(scan))).toEqual(scan);
  });

  it('gives back the second return of dual-return profiles', () => {
    const scan = tunnelScan(random, 5);
    const { rangeMm, reflectivity, signal } = tunnelScan(random, 6);
    const dual = { ...scan, second: { rangeMm, reflectivity, signal } };
    expect(decodeScan(encodeScan(dual))).toEqual(dual);
  });

  it('takes a fifth less than the best deflate of the same pixels, stamps included', () => {
    const scan = tunnelScan(random, 1);
    const plain = [scan.rangeMm, scan.reflectivity, scan.signal, scan.nearIr]
      .map((image) => deflateRawSync(image, { level: 9 }).length)
      .reduce((a, b) => a + b);
    expect(encodeScan(scan).length).toBeLessThan(0.8 * plain);
  });

  it('reads what version 1 wrote', () => {
    const written = readFileSync(new URL('scan-v1.bin', import.meta.url));
    expect(decodeScan(written)).toEqual(tunnelScan(seededRandom(77), 2, 4, 32));
  });

  it.each([
    ['empty', (bytes: Uint8Array) => bytes.subarray(0, 0)],
    ['cut', (bytes: Uint8Array) => bytes.subarray(0, bytes.length >> 1)],
    ['of a later version', (bytes: Uint8Array) => bytes.with(0, 2)],
    ['of another size than it says', (bytes: Uint8Array) => bytes.with(2, 15)],
    ['without its body', (bytes: Uint8Array) => bytes.subarray(0, 12)],
  ])('refuses bytes that are %s', (_, spoil) => {
    expect(() => decodeScan(spoil(encodeScan(tunnelScan(random, 0))))).toThrow();
  });
});

describe(`IMU codec (seed ${SEED})`, () => {
  const random = seededRandom(SEED);

  it('gives back readings, bit for bit', () => {
    const samples = [0n, 5n, 2n ** 64n - 1n].map((stamp) => imuSample(stamp, random));
    expect(decodeImuSamples(encodeImuSamples(samples))).toEqual(samples);
    expect(decodeImuSamples(encodeImuSamples([]))).toEqual([]);
  });

  it('refuses half a reading', () => {
    expect(() => decodeImuSamples(encodeImuSamples([imuSample(1n, random)]).subarray(0, 55))).toThrow('cut');
  });
});
