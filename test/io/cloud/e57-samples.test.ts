import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { memorySource } from '../../../src-core/io/bytes/byte-stream.ts';
import type { CloudReader } from '../../../src-core/io/cloud/cloud-reader.ts';
import { openCloud } from '../../../src-core/io/cloud/open-cloud.ts';
import { pointsOf } from '../export/clouds.ts';
import { buildE57, doubles } from './e57-builder.ts';
import { rowsOf, webE57 } from './web-e57.ts';

const DATA = new URL('data/', import.meta.url);
const FILES = readdirSync(DATA).filter((name) => name.endsWith('.e57'));

function bytesOf(name: string): Uint8Array {
  return new Uint8Array(readFileSync(new URL(name, DATA)));
}

async function read(reader: CloudReader): Promise<{ points: number[][]; reflectivity: number[] }> {
  const points: number[][] = [];
  const reflectivity: number[] = [];
  for await (const chunk of reader.chunks()) {
    points.push(...pointsOf(chunk));
    reflectivity.push(...(chunk.reflectivity ?? []));
  }
  return { points, reflectivity };
}

/** What web-e57 0.10 does not read: a flag of no bits, a file without images, a name without its extension. */
const BEYOND_WEB_E57 = [
  'cartesian_invalid_state_single.e57',
  'las2e57_no_images_tag.e57',
  'no_ext_namespace.e57',
];

describe('E57 files of other programs', () => {
  it.each(FILES.filter((name) => !BEYOND_WEB_E57.includes(name)))(
    '%s is as web-e57 reads it',
    async (name) => {
      const { points } = await read(await openCloud(memorySource(name, bytesOf(name))));
      const meant = rowsOf((await webE57()).convertE57(bytesOf(name), 'XYZ'));
      expect(points).toHaveLength(meant.length);
      // f32 about whole metres.
      points.forEach((point, i) => {
        for (let axis = 0; axis < 3; axis++) expect(point[axis]).toBeCloseTo(meant[i][axis], 6);
      });
    },
  );

  it('the one valid point of three is read', async () => {
    const name = 'cartesian_invalid_state_single.e57';
    const reader = await openCloud(memorySource(name, bytesOf(name)));
    expect(reader.count).toBe(3);
    expect((await read(reader)).points).toHaveLength(1);
  });

  it('a file of las2e57, which lists no images', async () => {
    const name = 'las2e57_no_images_tag.e57';
    const reader = await openCloud(memorySource(name, bytesOf(name)));
    expect(reader.scalarNames).toEqual([
      ...['cartesianX', 'cartesianY', 'cartesianZ', 'returnIndex', 'returnCount', 'las:pointSourceId'],
      ...['colorRed', 'colorGreen', 'colorBlue'],
    ]);
    expect((await read(reader)).points).toHaveLength(153);
  });

  it.each([
    ['integer_intensity.e57', [0, 65535]],
    ['scaled_integer_intensity.e57', [0, 65535]],
    ['float_intensity_without_min_max.e57', [65535]],
  ])('the intensities of %s', async (name, meant) => {
    expect((await read(await openCloud(memorySource(name, bytesOf(name))))).reflectivity).toEqual(meant);
  });

  it('a pose without a rotation moves its points', async () => {
    const name = 'translationWithoutRotation.e57';
    const reader = await openCloud(memorySource(name, bytesOf(name)));
    expect([...reader.scanPoses![0]!.t]).toEqual([4, 5, 6]);
    expect(reader.scanPoses![0]!.R[0]).toBe(1);
  });

  it('web-e57 reads a pose and the files of the tests as this program does', async () => {
    const bytes = buildE57({
      scans: [
        {
          count: 2,
          fields: doubles([
            [1, 2, 3],
            [4, 5, 6],
          ]),
          xml: '<pose type="Structure"><rotation type="Structure"><w type="Float">0.6</w><x type="Float">0</x><y type="Float">0.8</y><z type="Float">0</z></rotation><translation type="Structure"><x type="Float">10</x><y type="Float">20</y><z type="Float">30</z></translation></pose>',
        },
      ],
    });
    const { points } = await read(await openCloud(memorySource('pose.e57', bytes)));
    const meant = rowsOf((await webE57()).convertE57(bytes, 'XYZ'));
    expect(meant).toHaveLength(2);
    points.forEach((point, i) => {
      for (let axis = 0; axis < 3; axis++) expect(point[axis]).toBeCloseTo(meant[i][axis], 6);
    });
  });
});
