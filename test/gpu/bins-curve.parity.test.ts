import { expect, it } from 'vitest';
import { cubeOf, packedAxes } from '../../src-lab/gpu/bin-box.ts';
import { runTestKernel } from './run-test-kernel.ts';
import { describeOnGpu } from './software-device.ts';

/** Halvings of a box whose longest side is always the one with most bins left. */
function halvingsOf(bits: readonly number[]): number[] {
  const left = [...bits];
  return Array.from({ length: left[0] + left[1] + left[2] }, () => {
    const axis = left.indexOf(Math.max(...left));
    left[axis]--;
    return axis;
  });
}

describeOnGpu('the numbers of bins', (gpu) => {
  const vector = (values: readonly number[]): string => `vec3u(${values.map((v) => `${v}u`).join(', ')})`;

  it.each([[[3, 3, 3]], [[2, 3, 2]], [[2, 2, 6]], [[4, 4, 0]], [[0, 3, 5]], [[0, 6, 0]]] as const)(
    'of %s halvings lead from each bin to one beside it',
    async (bits) => {
      const halvings = halvingsOf(bits);
      const bins = 2 ** halvings.length;
      const { order, cubeAxes, cubeBits } = cubeOf(bits);
      const [low, high] = packedAxes(halvings);
      const cells = Array.from({ length: bins }, (_, i) => [
        i % 2 ** bits[0],
        (i >> bits[0]) % 2 ** bits[1],
        i >> (bits[0] + bits[1]),
      ]);
      const numbers = await runTestKernel(
        gpu(),
        ['bins'],
        '',
        `var bins: Bins;
       bins.scale = vec3f(1.0);
       bins.halvings = ${halvings.length}u;
       bins.bits = ${vector(bits)};
       bins.axes = vec2u(${low}u, ${high}u);
       bins.order = ${vector(order)};
       bins.cubeAxes = ${cubeAxes}u;
       bins.cubeBits = ${cubeBits}u;
       output[i] = f32(binOf(bins, vec3f(input[3u * i], input[3u * i + 1u], input[3u * i + 2u]) + 0.5));`,
        new Float32Array(cells.flat()),
        bins,
        1,
      );
      const inOrder: number[][] = [];
      numbers.forEach((number, i) => {
        inOrder[number] = cells[i];
      });
      expect(Object.keys(inOrder)).toHaveLength(bins);
      for (let k = 1; k < bins; k++) {
        const steps = inOrder[k].map((at, axis) => Math.abs(at - inOrder[k - 1][axis]));
        expect(steps[0] + steps[1] + steps[2], `from bin ${k - 1}`).toBe(1);
      }
    },
  );
});
