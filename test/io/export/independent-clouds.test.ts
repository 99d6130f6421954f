import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memorySource } from '../../../src-core/io/bytes/byte-stream.ts';
import { EXPORT_MAP_DEFAULTS, exportMap } from '../../../src-core/io/cloud/export-map.ts';
import { openCloud } from '../../../src-core/io/cloud/open-cloud.ts';
import { seededRandom } from '../../../src-core/math/random.ts';
import type { PointCloud } from '../../../src-core/model/cloud.ts';
import { SILENT_CONTEXT } from '../../../src-core/model/context.ts';
import { exportFolder } from '../../../src-main/files/export-folder.ts';
import { rowsOf, webE57 } from '../cloud/web-e57.ts';
import { piecesOf, pointsOf, randomCloud, streamOf } from './clouds.ts';
import { programHere } from './programs.ts';

const run = promisify(execFile);

const cloudCompare = programHere('CloudCompare', ['which', 'CloudCompare'], 'apt-get install cloudcompare');
const pcl = programHere(
  'pcl_convert_pcd_ascii_binary',
  ['which', 'pcl_convert_pcd_ascii_binary'],
  'apt-get install pcl-tools',
);
const xmllint = programHere('xmllint', ['which', 'xmllint'], 'apt-get install libxml2-utils');

/** The rows of a file as CloudCompare exports them, its clouds merged. */
async function byCloudCompare(folder: string, file: string): Promise<number[][]> {
  await run(
    'CloudCompare',
    [
      ...['-SILENT', '-NO_TIMESTAMP', '-AUTO_SAVE', 'OFF', '-C_EXPORT_FMT', 'ASC', '-PREC', '6'],
      ...['-O', '-GLOBAL_SHIFT', 'AUTO', join(folder, file), '-MERGE_CLOUDS', '-SAVE_CLOUDS'],
    ],
    { env: { ...process.env, QT_QPA_PLATFORM: 'offscreen' }, timeout: 60_000 },
  );
  const name = file.replace(/\.[^.]+$/, '');
  const written = (await readdir(folder)).find((one) => one.startsWith(name) && one.endsWith('.asc'));
  return rowsOf(await readFile(join(folder, written!), 'utf8'));
}

/** CloudCompare keeps f32 about a shift of its own choice, which may lie kilometres away: steps of half a mm. */
const CLOUD_COMPARE_STEP = 5e-4;

describe('E57, PTS and PCD in the hands of other programs (seed 591)', () => {
  const far = randomCloud(591, 5000, [-312_345.678, 9_123_456.789, 4_321.5]);
  const near = randomCloud(592, 5000, [-20.5, -300.25, -6]);
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'socavon-clouds-'));
    for (const [baseName, cloud] of [
      ['far', far],
      ['near', near],
    ] as const)
      await exportMap(
        () => streamOf(piecesOf(cloud, 777)),
        exportFolder(folder),
        { ...EXPORT_MAP_DEFAULTS, formats: ['e57', 'pts', 'pcd'], baseName },
        SILENT_CONTEXT,
      );
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('web-e57 (the Rust crate e57) finds every point of the E57, and its intensity', async () => {
    const bytes = new Uint8Array(await readFile(join(folder, 'far.e57')));
    const rows = rowsOf((await webE57()).convertE57(bytes, 'XYZ'));
    expect(rows).toHaveLength(far.count);
    pointsOf(far).forEach((meant, i) => {
      // Half of the step of 0.1 mm in each coordinate.
      for (let axis = 0; axis < 3; axis++) expect(Math.abs(rows[i][axis] - meant[axis])).toBeLessThan(5.1e-5);
      // It shows intensities as grey, 0 to 255.
      expect(Math.abs(rows[i][3] - far.reflectivity![i] / 257)).toBeLessThan(1);
    });
  });

  it.skipIf(!xmllint)('xmllint finds the XML section of the E57 well-formed', async () => {
    const bytes = new Uint8Array(await readFile(join(folder, 'far.e57')));
    await writeFile(join(folder, 'section.xml'), (await webE57()).convertE57(bytes, 'XML'));
    const { stderr } = await run('xmllint', ['--noout', join(folder, 'section.xml')]);
    expect(stderr).toBe('');
  });

  it.skipIf(!cloudCompare)('CloudCompare finds every point of the PTS, and its intensity', async () => {
    const rows = await byCloudCompare(folder, 'far.pts');
    expect(rows).toHaveLength(far.count);
    pointsOf(far).forEach((meant, i) => {
      for (let axis = 0; axis < 3; axis++)
        expect(Math.abs(rows[i][axis] - meant[axis])).toBeLessThan(CLOUD_COMPARE_STEP + 5e-5);
      expect(rows[i][3]).toBe(far.reflectivity![i]);
    });
  });

  it.skipIf(!pcl)(
    'PCL finds every point of both PCD, and packs them so that we find them again',
    async () => {
      for (const [name, cloud] of [
        ['near', near],
        ['far', far],
      ] as const) {
        const path = join(folder, `${name}.pcd`);
        await run('pcl_convert_pcd_ascii_binary', [path, join(folder, 'ascii.pcd'), '0', '12']);
        const text = await readFile(join(folder, 'ascii.pcd'), 'utf8');
        const rows = rowsOf(text.slice(text.indexOf('DATA ascii\n') + 11));
        expect(rows).toHaveLength(cloud.count);
        const meant = pointsOf(cloud);
        rows.forEach((row, i) => {
          // The near one is f32; twelve digits of text keep the far one to a hundredth of a millimetre.
          for (let axis = 0; axis < 3; axis++)
            expect(Math.abs(row[axis] - meant[i][axis])).toBeLessThan(3.1e-5);
          expect(row[3]).toBe(cloud.reflectivity![i]);
          expect(row[4]).toBe(cloud.scanIndex![i]);
        });
        await run('pcl_convert_pcd_ascii_binary', [path, join(folder, 'packed.pcd'), '2']);
        const packed = await openCloud(
          memorySource('packed.pcd', new Uint8Array(await readFile(join(folder, 'packed.pcd')))),
        );
        const back: number[][] = [];
        for await (const chunk of packed.chunks()) back.push(...pointsOf(chunk));
        expect(back).toHaveLength(cloud.count);
        back.forEach((point, i) => {
          for (let axis = 0; axis < 3; axis++)
            expect(Math.abs(point[axis] - meant[i][axis])).toBeLessThan(5e-5);
        });
      }
    },
  );

  it.skipIf(!cloudCompare)('CloudCompare reads a PTX of two scans as we do', async () => {
    const random = seededRandom(593);
    const scan = (matrix: number[][]): string => {
      const points = Array.from({ length: 6 * 5 }, (_, i) =>
        i % 7 === 0
          ? '0 0 0 0.5'
          : `${(20 * random.normal()).toFixed(4)} ${(20 * random.normal()).toFixed(4)} ${random.normal().toFixed(4)} ${random.uniform().toFixed(4)}`,
      );
      const head = ['6', '5', '1 2 3', '1 0 0', '0 1 0', '0 0 1', ...matrix.map((row) => row.join(' '))];
      return [...head, ...points, ''].join('\n');
    };
    const text =
      scan([
        [0.6, 0.8, 0, 0],
        [-0.8, 0.6, 0, 0],
        [0, 0, 1, 0],
        [10, 20, 30, 1],
      ]) +
      scan([
        [1, 0, 0, 0],
        [0, 0, 1, 0],
        [0, -1, 0, 0],
        [-5.5, 2, 1, 1],
      ]);
    await writeFile(join(folder, 'two.ptx'), text);
    const reader = await openCloud(memorySource('two.ptx', new TextEncoder().encode(text)));
    expect(reader.format).toBe('ptx');
    const mine: PointCloud[] = [];
    for await (const chunk of reader.chunks()) mine.push(chunk);
    const points = mine.flatMap(pointsOf);
    expect(points).toHaveLength(50);
    const rows = await byCloudCompare(folder, 'two.ptx');
    expect(rows).toHaveLength(50);
    // f32 about whole metres, and six decimals of text.
    rows.forEach((row, i) => {
      for (let axis = 0; axis < 3; axis++) expect(Math.abs(points[i][axis] - row[axis])).toBeLessThan(1e-5);
    });
  });
});
