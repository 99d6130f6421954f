import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compileKernels, kernelsModule } from '../../build/kernels.ts';
import { hasSimdKernels, openKernels } from '../../src-core/math/simd-kernels.ts';

describe('kernels in WebAssembly', () => {
  it('are compiled from their source as it is here', async () => {
    const stored = readFileSync(new URL('../../src-core/math/simd/kernels-wasm.ts', import.meta.url), 'utf8');
    expect(kernelsModule(await compileKernels())).toBe(stored);
  });

  it('run here, each instance in a memory of its own, with arrays side by side', () => {
    expect(hasSimdKernels()).toBe(true);
    const [one, other] = [openKernels(1_000_000)!, openKernels(1_000_000)!];
    const bytes = one.f32(100_000);
    const numbers = one.f64(50_001);
    const indices = one.u32(49_000);
    bytes.fill(1);
    numbers.fill(2);
    indices.fill(3);
    expect([bytes, numbers, indices].map((array) => new Set(array).size)).toEqual([1, 1, 1]);
    expect(bytes[0] + numbers[0] + indices[0]).toBe(6);
    expect(new Set(other.f32(100_000))).toEqual(new Set([0]));
  });
});
