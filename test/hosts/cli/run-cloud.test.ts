import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { EXPORT_MAP_DEFAULTS, exportMap } from '../../../src-core/io/cloud/export-map.ts';
import { seededRandom } from '../../../src-core/math/random.ts';
import type { PointCloud } from '../../../src-core/model/cloud.ts';
import { SILENT_CONTEXT } from '../../../src-core/model/context.ts';
import type { VolumeJson } from '../../../src-core/report/volume-json.ts';
import { exportFolder } from '../../../src-main/files/export-folder.ts';
import { Project } from '../../../src-main/project/project.ts';
import { IS_LONG, it, tiered } from '../../support/tier.ts';
import { refused } from './refused.ts';
import { runHere } from './run-here.ts';

/** A drive with a known section: a rectangle under half an ellipse, so that left, right, crown and floor differ. */
const HALF_WIDTH = 2.2;
const SPRINGLINE = 1.5;
const RISE = 1.9;
const AREA = 2 * HALF_WIDTH * SPRINGLINE + (Math.PI * HALF_WIDTH * RISE) / 2;
const LENGTH = 40;
/** Mine grid: f32 would step by a metre at this northing. */
const [EAST, NORTH, ELEVATION] = [356_789.25, 9_123_456.789, 4210.5];
const NOISE = 0.004;

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'socavon-cloud-'));
  await writeMap(folder, 'drive', drive(1));
  writeText('drive.xyz', drive(1), 1);
  writeText('millimetres.xyz', drive(1), 1000);
  writeText('feet.xyz', drive(1), 1 / 0.3048);
  writeText('local.xyz', { ...drive(1), origin: [0, 0, 0] }, 1);
  writeFileSync(join(folder, 'walk.tum'), tum(0));
  writeFileSync(join(folder, 'elsewhere.tum'), tum(500));
  writeFileSync(
    join(folder, 'axis.csv'),
    `chainage,x,y,z\n0,${EAST},${NORTH},${ELEVATION + 1.5}\n${LENGTH},${EAST + LENGTH},${NORTH},${ELEVATION + 1.5}\n`,
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Points on the walls, evenly over the surface, with noise across it. */
function drive(seed: number): PointCloud {
  const { uniform, normal } = seededRandom(seed);
  const count = 240_000;
  const origin: [number, number, number] = [Math.floor(EAST), Math.floor(NORTH), Math.floor(ELEVATION)];
  const xyz = new Float32Array(3 * count);
  for (let i = 0; i < count; i++) {
    const [left, up] = wallAt(uniform());
    const noise = 1 + (NOISE * normal()) / 2;
    xyz[3 * i] = EAST - origin[0] + LENGTH * uniform();
    xyz[3 * i + 1] = NORTH - origin[1] + left * noise;
    xyz[3 * i + 2] = ELEVATION - origin[2] + 1.5 + (up - 1.5) * noise;
  }
  return { count, origin, xyz, reflectivity: new Uint16Array(count).fill(40) };
}

/** Point of the outline, floor at 0, at a share of its length; the arch by its parameter. */
function wallAt(share: number): [number, number] {
  const arch = Math.PI * Math.sqrt((HALF_WIDTH ** 2 + RISE ** 2) / 2);
  const total = 2 * HALF_WIDTH + 2 * SPRINGLINE + arch;
  let at = share * total;
  if (at < 2 * HALF_WIDTH) return [at - HALF_WIDTH, 0];
  at -= 2 * HALF_WIDTH;
  if (at < SPRINGLINE) return [HALF_WIDTH, at];
  at -= SPRINGLINE;
  if (at < arch) {
    const angle = (Math.PI * at) / arch;
    return [HALF_WIDTH * Math.cos(angle), SPRINGLINE + RISE * Math.sin(angle)];
  }
  return [-HALF_WIDTH, SPRINGLINE - (at - arch)];
}

async function writeMap(into: string, baseName: string, cloud: PointCloud): Promise<void> {
  async function* chunks() {
    yield cloud;
  }
  const options = { ...EXPORT_MAP_DEFAULTS, baseName };
  await exportMap(chunks, exportFolder(into), options, SILENT_CONTEXT);
}

function writeText(name: string, { count, origin, xyz }: PointCloud, factor: number): void {
  const lines = Array.from({ length: count }, (_, i) =>
    [0, 1, 2].map((k) => (factor * (origin[k] + xyz[3 * i + k])).toFixed(4)).join(' '),
  );
  writeFileSync(join(folder, name), `${lines.join('\n')}\n`);
}

/** Someone walks through the drive at 1 m/s. */
function tum(aside: number): string {
  const poses = Array.from(
    { length: LENGTH },
    (_, i) => `${i} ${EAST + 0.5 + i} ${NORTH + aside} ${ELEVATION + 1.4} 0 0 0 1`,
  );
  return `${poses.join('\n')}\n`;
}

/** Measures a cloud between two chainages; the axis and its start are those of the options. */
async function measured(name: string, ...options: readonly string[]): Promise<VolumeJson & { out: string }> {
  const out = mkdtempSync(join(folder, 'out-'));
  const { status, stderr } = await runHere(
    ...['run', join(folder, name), '--project', join(out, 'p.socavon'), '--out', out],
    ...['--report', 'html', '--language', 'en', ...options],
  );
  if (status !== 0) throw new Error(stderr);
  return { ...JSON.parse(readFileSync(join(out, 'volume.json'), 'utf8')), out };
}

/** Along the given axis of 40 m, so that equal chainages are equal rock. */
const onAxis = () => ['--axis', join(folder, 'axis.csv'), '--chainage', '2:38'];

describe('a cloud of another program, seed 1', () => {
  it('has the volume of its solid along a given axis, within a ± that the stated figures make', async () => {
    const { volume, length } = await measured('drive.las', ...onAxis(), '--scanner', 'terrestrial');
    expect(length).toBeCloseTo(36, 6);
    const truth = AREA * 36;
    // Noise across a curved wall, and means over cells of it: a tenth of the least stated bound of 5 mm.
    expect(Math.abs(volume.value / truth - 1)).toBeLessThan(0.0015);
    expect(Math.abs(volume.value - truth)).toBeLessThan(volume.plusMinus);
    // 5 mm over a perimeter of 14 m and 36 m, uniform, 95 %: not less than half of it.
    expect(volume.plusMinus).toBeGreaterThan(1.2);
    expect(volume.plusMinus).toBeLessThan(4);
  });

  it('finds its axis in the middle of the void, where there is neither trajectory nor axis', async () => {
    const { perMetre, warnings } = await measured('drive.las');
    expect(perMetre.value).toBeGreaterThan(0.99 * AREA);
    expect(perMetre.value).toBeLessThan(1.01 * AREA);
    expect(warnings.map(({ code }) => code)).toContain('cloud-accuracy-assumed');
  });

  const copies: [string, string[]][] = [
    ['drive.ply', []],
    ['drive.xyz', []],
    ['millimetres.xyz', ['--cloud-unit', 'mm']],
    ['feet.xyz', ['--cloud-unit', 'ft']],
  ];
  it.each(tiered(copies, [copies[0], copies[3]]))('has the same volume as %s', async (name, options) => {
    const las = await measured('drive.las', ...onAxis());
    const other = await measured(name, ...onAxis(), ...options);
    // LAS rounds a coordinate to a millimetre, the text to a tenth; a mean of 240,000 moves by nothing that is seen.
    expect(Math.abs(other.volume.value / las.volume.value - 1)).toBeLessThan(2e-5);
    expect(other.volume.plusMinus).toBeCloseTo(las.volume.plusMinus, 1);
  });

  it.runIf(IS_LONG)('starts its axis from a trajectory, and writes that trajectory', async () => {
    const { perMetre, out } = await measured('drive.las', '--trajectory', join(folder, 'walk.tum'));
    expect(perMetre.value).toBeGreaterThan(0.99 * AREA);
    expect(perMetre.value).toBeLessThan(1.01 * AREA);
    expect(readFileSync(join(out, 'trajectory.tum'), 'utf8')).toContain(String(NORTH));
  });

  it.runIf(IS_LONG)(
    'widens its ± by the length that is stated, and says whose figures they are',
    async () => {
      const narrow = await measured(
        'drive.las',
        ...onAxis(),
        '--point-accuracy',
        '0.002',
        '--length-accuracy',
        '0',
      );
      const wide = await measured('drive.las', '--point-accuracy', '0.002', '--length-accuracy', '2');
      // 2 mm over 500 m² of wall, and 1 mm of its place.
      expect(narrow.volume.plusMinus).toBeLessThan(1.5);
      // 2 % of the volume of 40 m, two standard deviations.
      expect(wide.volume.plusMinus).toBeGreaterThan(0.035 * AREA * 38);
      expect(wide.warnings.map(({ code }) => code)).not.toContain('cloud-accuracy-assumed');
      expect(wide.madeBy?.steps.map(({ stage }) => stage)).toEqual(['import', 'measure']);
      expect(wide.madeBy?.steps.at(-1)?.options).toMatchObject({ accuracyBy: 'user', lengthShare: 0.02 });
    },
  );

  it.runIf(IS_LONG)(
    'is written as meshes of the formats that are chosen, whose volume is that of volume.json',
    async () => {
      const chosen = ['--meshes', 'ply,stl', '--map-formats', 'pts'];
      const { out, methods, volume, madeBy } = await measured('drive.las', ...onAxis(), ...chosen);
      const written = [
        'solid-local.stl',
        'solid.ply',
        'wall-surface-local.stl',
        'wall-surface.ply',
        'meshes.json',
      ];
      expect(readdirSync(out)).toEqual(expect.arrayContaining([...written, 'map.pts']));
      expect(readdirSync(out).filter((name) => /^map\.(ply|las)$|\.(obj|glb)$/.test(name))).toEqual([]);
      const list = JSON.parse(readFileSync(join(out, 'meshes.json'), 'utf8'));
      expect(list.files.map(({ file }: { file: string }) => file).sort()).toEqual(written.slice(0, 4));
      expect(list.solid.enclosed).toBe(methods.solid);
      expect(list.solid.stated).toEqual(volume);
      expect(Math.abs(list.solid.difference.whole)).toBeLessThanOrEqual(list.solid.bound);
      expect(list.solid.explanation).toContain(`${methods.solid.toFixed(3)} m³`);
      const step = madeBy?.steps.find(({ stage }) => stage === 'measure');
      expect(list.measured).toEqual({ inputHash: step?.inputHash, options: step?.options });
      for (const { file, crc32: stated } of list.files)
        expect(
          crc32(readFileSync(join(out, file)))
            .toString(16)
            .padStart(8, '0'),
        ).toBe(stated);
      const local = list.files.find(({ file }: { file: string }) => file === 'solid-local.stl').add;
      expect(Math.abs(local.northing - NORTH)).toBeLessThan(60);
    },
  );

  it('states the grid that it lies in, and warns that its metres are not those of the ground', async () => {
    const chosen = ['--map-formats', 'las', '--tables', 'gpkg', '--frame', 'grid', '--grid', 'EPSG:32718'];
    const { out, warnings } = await measured('drive.las', ...onAxis(), ...chosen);
    expect(warnings.map(({ code }) => code)).toContain('grid-scale');
    expect(readFileSync(join(out, 'map.las')).subarray(0, 2000).toString('latin1')).toContain(
      'PROJCS["WGS 84 / UTM zone 18S"',
    );
    const tables = new Database(join(out, 'drive.gpkg'), { readonly: true });
    try {
      const systems = tables.prepare('SELECT DISTINCT srs_id FROM gpkg_contents').pluck().all();
      expect(systems).toEqual([32_718]);
    } finally {
      tables.close();
    }
    expect(readdirSync(out)).not.toContain('tables.xlsx');
  });

  it('keeps its grid in the project, and states it in what a later command writes', async () => {
    const out = mkdtempSync(join(folder, 'kept-'));
    const again = (...options: string[]) =>
      runHere(
        ...['run', join(folder, 'drive.las'), '--project', join(out, 'p.socavon'), '--out', out],
        ...['--map-formats', 'e57', '--report', 'html', '--json', ...onAxis(), ...options],
      );
    await again('--frame', 'grid', '--grid', 'EPSG:32718');
    const stated = readFileSync(join(out, 'map.e57')).toString('latin1');
    expect(stated).toContain('<coordinateMetadata type="String">PROJCS[&quot;WGS 84 / UTM zone 18S&quot;');
    await again();
    expect(readFileSync(join(out, 'map.e57')).toString('latin1')).toBe(stated);
    const feet = join(out, 'mine.json');
    writeFileSync(feet, JSON.stringify({ name: 'Mina', unit: 'ft' }));
    await again('--grid', feet);
    expect(readFileSync(join(out, 'map.e57')).toString('latin1')).toContain('LOCAL_CS[&quot;Mina&quot;');
    // A list without its grid may be in feet or in metres.
    writeFileSync(join(out, 'control.csv'), 'name,easting,northing,elevation\nA,1,2,3\nB,4,5,6\n');
    const { status, stderr } = await again('--control', join(out, 'control.csv'));
    expect([status, stderr]).toEqual([2, expect.stringMatching(/grid Mina in ft.*--grid/s)]);
  });

  it('is not imported twice, but takes other figures', async () => {
    const out = mkdtempSync(join(folder, 'twice-'));
    const again = (...options: string[]) =>
      runHere(
        ...['run', join(folder, 'drive.las'), '--project', join(out, 'p.socavon'), '--out', out],
        ...['--report', 'html', '--json', ...onAxis(), ...options],
      );
    await again();
    const { stdout, stderr: note } = await again('--scanner', 'terrestrial');
    expect(note).toContain('a cloud of 240000 points); nothing was added.');
    expect(JSON.parse(stdout)).toMatchObject({ alreadyImported: true, cloud: { accuracy: { by: 'class' } } });
    const { status, stderr } = await again('--cloud-unit', 'ft');
    expect([status, stderr]).toEqual([1, expect.stringContaining('another unit or trajectory')]);
    const project = Project.open(join(out, 'p.socavon'), { readonly: true });
    expect(project.sessions.all()).toHaveLength(1);
    project.close();
  });
});

describe('a cloud that cannot be measured as it is', () => {
  const ask = async (status: number, names: readonly string[], ...options: string[]) => {
    const files = names.map((name) => join(folder, name));
    const into = ['--project', join(folder, 'no.socavon'), '--out', join(folder, 'no')];
    return (await refused(status, 'run', ...files, ...into, ...options)).message;
  };

  it('of another unit says so before it is read', async () => {
    await writeMap(folder, 'micro', { ...drive(2), xyz: drive(2).xyz.map((value) => value / 1000) });
    expect(await ask(1, ['micro.las'])).toMatch(
      /micro\.las is .* long if its unit is metres; state its unit/,
    );
  });

  it('with the trajectory of another place says how far it is away', async () => {
    expect(await ask(1, ['drive.las'], '--trajectory', join(folder, 'elsewhere.tum'))).toMatch(
      /elsewhere\.tum is up to 49\d\.\d m away/,
    );
  });

  it('with a point that no place on Earth has says how far it lies', async () => {
    writeFileSync(join(folder, 'far.xyz'), '1 2 3\n4 5 6\n2e9 1 1\n7 8 9\n');
    expect(await ask(1, ['far.xyz'])).toMatch(
      /^far\.xyz has points 2\.00e\+9 m from its origin, farther than any place on Earth; state its unit/,
    );
  });

  it('with points farther apart than those of a mine says how far', async () => {
    writeFileSync(join(folder, 'apart.xyz'), '1 2 3\n4 5 6\n300000 1 1\n7 8 9\n');
    expect(await ask(1, ['apart.xyz'])).toMatch(
      /^apart\.xyz is 3\.00e\+5 m long if its unit is metres; state/,
    );
  });

  it('without points says so', async () => {
    writeFileSync(join(folder, 'empty.xyz'), '\n\n');
    expect(await ask(1, ['empty.xyz'])).toMatch(/empty\.xyz has no points/);
  });

  it('as meshes of an unknown format is refused before it is read, with the formats that there are', async () => {
    expect(await ask(2, ['drive.las'], '--meshes', 'stl,3ds')).toMatch(/stl, obj, ply, glb, dxf, landxml/);
  });

  it('together with a capture is refused', async () => {
    writeFileSync(
      join(folder, 'capture.pcap'),
      Buffer.from('d4c3b2a1020004000000000000000000ffff000001000000', 'hex'),
    );
    expect(await ask(2, ['drive.las', 'capture.pcap'])).toMatch(/different kinds/);
  });

  it('with options of a capture, or a capture with options of a cloud, is refused', async () => {
    expect(await ask(2, ['drive.las'], '--sensor', 'os1-16')).toMatch(/--sensor is for captures/);
    expect(await ask(2, ['capture.pcap'], '--scanner', 'mobile')).toMatch(/--scanner is for clouds/);
    expect(await ask(2, ['drive.las'], '--scanner', 'theodolite')).toMatch(
      /terrestrial, mobile, or a product/,
    );
  });

  it('leaves nothing behind', () => {
    expect(existsSync(join(folder, 'no.socavon'))).toBe(false);
  });
});
