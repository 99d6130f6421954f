import { expect, it } from 'vitest';
import { decodeMessage, encodeMessage } from '../../src-core/contract/wire.ts';
import { seededRandom } from '../../src-core/math/random.ts';

it('seed 41: arrays of every type and length come back, wherever the carrier puts the bytes', () => {
  const random = seededRandom(41);
  for (let round = 0; round < 200; round++) {
    const length = (): number => random.below(9);
    const fill = <T extends { length: number; [i: number]: number }>(array: T, most: number): T => {
      for (let i = 0; i < array.length; i++) array[i] = random.below(most);
      return array;
    };
    const message = {
      text: 'á'.repeat(random.below(5)),
      none: null,
      list: [{ a: fill(new Uint8Array(length()), 256) }, fill(new Uint16Array(length()), 65536), 3.5],
      deep: { f32: fill(new Float32Array(length()), 9), f64: fill(new Float64Array(length()), 9) },
      u32: fill(new Uint32Array(length()), 2 ** 32),
      part: fill(new Float32Array(12), 9).subarray(3, 3 + length()),
    };
    const bytes = encodeMessage(message);
    const elsewhere = new Uint8Array(bytes.length + 3);
    elsewhere.set(bytes, 3);
    expect(decodeMessage(elsewhere.subarray(3))).toEqual({ ...message, part: message.part.slice() });
  }
});

it('numbers that JSON has not come back in arrays', () => {
  const f64 = Float64Array.of(Number.NaN, Number.POSITIVE_INFINITY, -0);
  expect(decodeMessage(encodeMessage({ f64 }))).toEqual({ f64 });
});

it.each([
  ['nothing', []],
  ['a length without a head', [9, 0, 0, 0]],
  ['a head that is no JSON', [1, 0, 0, 0, 0x7b]],
  ['no UTF-8', [2, 0, 0, 0, 0xff, 0xff]],
  ['an array beyond the end', [...encodeMessage({ a: new Float64Array(4) }).subarray(0, 50)]],
])('refuses %s', (_, bytes) => {
  expect(() => decodeMessage(Uint8Array.from(bytes))).toThrow('A message arrived that cannot be read');
});

it('refuses an array of a type that is not known', () => {
  const bytes = encodeMessage({ a: new Float64Array(1) });
  const text = new TextDecoder('latin1').decode(bytes).replace('Float64Array', 'constructor1');
  expect(() => decodeMessage(Uint8Array.from(text, (c) => c.charCodeAt(0)))).toThrow();
});

it('reads a Buffer of Node, whose bytes lie in the middle of a larger one', () => {
  const message = { list: [1, 2], f64: Float64Array.of(1.5, -2) };
  const bytes = encodeMessage(message);
  const large = Buffer.alloc(bytes.length + 11);
  large.set(bytes, 11);
  expect(decodeMessage(large.subarray(11))).toEqual(message);
});
