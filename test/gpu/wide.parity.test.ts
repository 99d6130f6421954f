import { expect, it } from 'vitest';
import { seededRandom } from '../../src-core/math/random.ts';
import { runTestKernel } from './run-test-kernel.ts';
import { describeOnGpu } from './software-device.ts';

const SEED = 71;
const PAIRS = 4000;

describeOnGpu(`numbers in two parts (seed ${SEED})`, (gpu) => {
  it('are added, multiplied and rounded down as in f64', async () => {
    const random = seededRandom(SEED);
    const number = (): number => (random.uniform() - 0.5) * 2 ** (24 * random.uniform() - 12);
    const input = new Float32Array(4 * PAIRS);
    const expected: { sum: number; product: number; floor: number; size: number }[] = [];
    for (let i = 0; i < PAIRS; i++) {
      // A third of them close to a whole number, where the lower part decides.
      const a = i % 3 === 0 ? Math.round(100 * number()) + 1e-8 * (random.uniform() - 0.5) : number();
      const b = number();
      const parts = [a, b].map((value) => [Math.fround(value), Math.fround(value - Math.fround(value))]);
      input.set(parts.flat(), 4 * i);
      const [A, B] = parts.map(([high, low]) => high + low);
      expected.push({
        sum: A + B,
        product: A * parts[1][0],
        floor: Math.floor(A),
        size: Math.abs(A) + Math.abs(B),
      });
    }
    const output = await runTestKernel(
      gpu(),
      ['wide'],
      'struct Options { levels: u32 } const options = Options(3u);',
      `let a = Wide(vec3f(input[4u * i]), vec3f(input[4u * i + 1u]));
       let b = Wide(vec3f(input[4u * i + 2u]), vec3f(input[4u * i + 3u]));
       let sum = plus(a, b);
       let product = times(a, b.high);
       output[5u * i] = sum.high.x;
       output[5u * i + 1u] = sum.low.y;
       output[5u * i + 2u] = product.high.z;
       output[5u * i + 3u] = product.low.x;
       output[5u * i + 4u] = floorOf(a).x;`,
      input,
      PAIRS,
      5,
    );
    expected.forEach(({ sum, product, floor, size }, i) => {
      const [s, s1, p, p1, f] = output.subarray(5 * i, 5 * i + 5);
      expect(Math.abs(s + s1 - sum)).toBeLessThanOrEqual(2 ** -44 * size);
      expect(s).toBe(Math.fround(s + s1));
      expect(Math.abs(p + p1 - product)).toBeLessThanOrEqual(2 ** -44 * Math.abs(product));
      expect(f).toBe(floor);
    });
  });
});
