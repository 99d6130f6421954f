import { deflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { readSolid } from '../../../src-core/io/mesh/read-solid.ts';

it('an OMF whose vertices would expand to 400 MB is refused before they do', async () => {
  const packed = deflateSync(new Uint8Array(400e6), { level: 9 });
  const objects = {
    p: { __class__: 'Project', units: 'm', elements: ['s'] },
    s: { __class__: 'SurfaceElement', name: 'a', geometry: 'g' },
    g: { __class__: 'SurfaceGeometry', vertices: 'v', triangles: 'v' },
    v: { __class__: 'Vector3Array', array: { start: 60, length: packed.length, dtype: '<f8' } },
  };
  const header = Buffer.alloc(60);
  header.set([0x84, 0x83, 0x82, 0x81]);
  header.write('OMF-v0.9.0', 4);
  header.writeBigUInt64LE(BigInt(60 + packed.length), 52);
  const file = Buffer.concat([header, packed, Buffer.from(JSON.stringify(objects))]);
  await expect(readSolid(file, 'a.omf')).rejects.toThrow(/a\.omf has more than the 5.?000.?000 triangles/);
}, 120_000);
