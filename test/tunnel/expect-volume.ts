import { expect } from 'vitest';
import type { Volume } from '../../src-core/model/tunnel.ts';

/** Every method within `share` of the truth, and the truth within the ±. */
export function expectVolume(volume: Volume, truth: number, share: number): void {
  for (const [method, value] of Object.entries(volume.methods))
    expect(Math.abs(value / truth - 1), `${method} ${value} against ${truth}`).toBeLessThan(share);
  expect(Math.abs(volume.volume.value - truth)).toBeLessThan(volume.volume.plusMinus);
  expect(volume.volume.value).toBe(volume.methods.integral);
}
