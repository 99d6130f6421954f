import { describe, expect, it } from 'vitest';
import { giveBack } from '../../src-core/model/give-back.ts';

const held = (): number => process.memoryUsage().arrayBuffers;

describe('memory that is given back', () => {
  it('is back at once, without a collection, and leaves the arrays empty', () => {
    const before = held();
    const arrays = Array.from({ length: 50 }, () => new Float64Array(1 << 17));
    const most = held() - before;
    expect(most).toBeGreaterThanOrEqual(50 * 2 ** 20);
    giveBack(...arrays);
    expect(most - (held() - before)).toBeGreaterThanOrEqual(49 * 2 ** 20);
    expect(arrays.every(({ length }) => length === 0)).toBe(true);
  });

  it('is that of the whole buffer where a view shows more than half of it', () => {
    const most = new Uint8Array(new ArrayBuffer(100), 0, 51);
    giveBack(most);
    expect(most.buffer.byteLength).toBe(0);
  });

  it('is not that of a part, of a pool, of shared memory, or of an array that was given back', () => {
    const part = new Uint8Array(new ArrayBuffer(100), 0, 50);
    const pooled = Buffer.from('of the pool');
    const other = Buffer.from('its neighbour');
    const shared = new Float32Array(new SharedArrayBuffer(40));
    const gone = new Uint8Array(8);
    giveBack(gone);
    giveBack(part, pooled, shared, gone, undefined);
    expect(part.length).toBe(50);
    expect(pooled.toString()).toBe('of the pool');
    expect(other.toString()).toBe('its neighbour');
    expect(shared.length).toBe(10);
    expect(gone.length).toBe(0);
  });
});
