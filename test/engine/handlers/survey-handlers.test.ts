import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, onTestFinished } from 'vitest';
import { parseTum } from '../../../src-core/io/tables/tum.ts';
import { CONTENT_NAMES } from '../../../src-core/model/survey-content.ts';
import { readGeoPackage } from '../../../src-main/files/geopackage.ts';
import { readWorkbook } from '../../../src-main/files/workbook.ts';
import { type SurveyedDrive, surveyedDrive } from '../../fixtures/surveyed-drive.ts';
import { temporaryFolder } from '../../project/fixtures.ts';
import { cpuMilliseconds } from '../../support/cpu-time.ts';
import { IS_LONG, it } from '../../support/tier.ts';
import { type EngineThread, engineThread } from '../engine-thread.ts';

const BAUL = { shape: 'baul', width: 4.5, height: 4.2, wallHeight: 2.5, axisHeight: 1.7 } as const;
const DESIGN = { name: 'baul.json', section: BAUL };

describe('sections, reports and files of a survey, asked of the engine', () => {
  let done: SurveyedDrive;
  beforeAll(async () => {
    done = await surveyedDrive();
  });

  /** An engine with a copy of the surveyed project open, which may touch all of a new folder. */
  async function opened(): Promise<{ engine: EngineThread; folder: string; sessionId: number }> {
    const engine = engineThread();
    onTestFinished(() => engine.kill());
    const folder = temporaryFolder();
    engine.tell({ kind: 'grant', path: folder, scope: 'folder', write: true });
    const path = join(folder, 'drive.socavon');
    copyFileSync(done.project, path);
    const { sessions } = await engine.client.call('project.open', { path });
    return { engine, folder, sessionId: sessions[0].id };
  }
  const bytes = (folder: string, name: string) => readFileSync(join(folder, name));

  it('writes the very files of the command line, and only those that are asked for', async () => {
    const { engine, folder, sessionId } = await opened();
    const asked = { sessionId, language: 'es', folder: join(folder, 'all') } as const;
    const heard = new Set<string>();
    const all = await engine.client.call(
      'survey.write',
      {
        ...asked,
        files: {
          contents: CONTENT_NAMES.filter(
            (one) => !['drawings', 'unrolled', 'meshes', 'tables', 'scans'].includes(one),
          ),
        },
      },
      { onProgress: ({ stage }) => heard.add(stage) },
    );
    // Nothing is aligned again. The map tells of itself only where it takes a while, the measurement where its wall is
    // not in the cache.
    expect([...heard].filter((stage) => stage !== 'map' && stage !== 'measure')).toEqual(['export']);
    expect([...all.files].sort()).toEqual(readdirSync(done.out).sort());
    expect(readdirSync(all.folder).sort()).toEqual([...all.files].sort());
    for (const name of all.files.filter((file) => !file.startsWith('report.')))
      expect(Buffer.compare(bytes(all.folder, name), bytes(done.out, name)), name).toBe(0);

    const some = await engine.client.call('survey.write', {
      ...asked,
      folder: join(folder, 'some'),
      files: { contents: ['profiles', 'volume'] },
    });
    expect([...some.files].sort()).toEqual([
      'calibration.json',
      'outlines.csv',
      'profiles.csv',
      'volume.json',
    ]);
    expect(readdirSync(some.folder)).toHaveLength(4);
    expect(some.failed).toEqual([]);
    expect(Buffer.compare(bytes(some.folder, 'volume.json'), bytes(done.out, 'volume.json'))).toBe(0);

    // A folder in the place of a file: that costs the file only, and the reply says why.
    mkdirSync(join(folder, 'blocked', 'outlines.csv'), { recursive: true });
    const blocked = await engine.client.call('survey.write', {
      ...asked,
      folder: join(folder, 'blocked'),
      files: { contents: ['profiles', 'volume'] },
    });
    expect(blocked.files).toEqual(some.files.filter((file) => file !== 'outlines.csv'));
    expect(blocked.failed).toMatchObject([
      {
        output: 'outlines.csv',
        code: 'file-unwritable',
        message: `${join(folder, 'blocked', 'outlines.csv')} is a folder, and no file can be written in its place; rename the folder, or choose another place.`,
        sentence: { code: 'file-place-folder' },
      },
    ]);
  });

  it.runIf(IS_LONG)(
    'writes the meshes of the formats that are chosen, with the overbreak of the design',
    async () => {
      const { engine, folder, sessionId } = await opened();
      const written = await engine.client.call('survey.write', {
        ...{ sessionId, language: 'es', folder: join(folder, 'meshes') },
        ...{ files: { contents: ['volume', 'meshes'], formats: { meshes: ['ply'] } } },
        ...{ chainage: { from: 6, to: 20 }, design: DESIGN, payLimit: 0.1 },
      });
      expect(written.files).toEqual([
        'volume.json',
        'calibration.json',
        'wall-surface.ply',
        'solid.ply',
        'meshes.json',
      ]);
      expect(readdirSync(written.folder).sort()).toEqual([...written.files].sort());
      const { solid, chainageFrom, chainageTo } = JSON.parse(bytes(written.folder, 'meshes.json').toString());
      const volume = JSON.parse(bytes(written.folder, 'volume.json').toString());
      expect([chainageFrom, chainageTo]).toEqual([volume.chainageFrom, volume.chainageTo]);
      expect(solid.enclosed).toBe(volume.methods.solid);
      expect(solid.stated).toEqual(volume.volume);
      expect(solid.bound / solid.enclosed).toBeLessThan(0.005);
      for (const name of ['wall-surface.ply', 'solid.ply'])
        expect(bytes(written.folder, name).subarray(0, 1000).toString()).toContain(
          'property float overbreak',
        );
    },
  );

  it('tells the window and the report the same warnings, that of the grid among them', async () => {
    const { engine, folder, sessionId } = await opened();
    const { call } = engine.client;
    const grids = await call('placement.grids', {});
    const { text: grid } = grids.find(({ name }) => name === 'WGS 84 / UTM zone 18S')!;
    const path = join(folder, 'drive.socavon');
    await call('work.set', { path, topic: 'grid', sessionId, values: { grid }, by: 'test' });
    const T_grid_first = { R: [1, 0, 0, 0, 1, 0, 0, 0, 1], t: [352_118, 9_123_456, 4310] };
    const placed = { sessionId, T_grid_first };
    const shown = await call('survey.wall', { ...placed, axis: null, measure: {} });
    expect(shown.path.warnings.map(({ code }) => code)).toContain('grid-scale');
    expect(await call('survey.path', { ...placed, axis: null, measure: {} })).toEqual(shown.path);

    const written = await call('survey.write', {
      ...{ ...placed, language: 'es', folder: join(folder, 'placed'), files: { contents: ['volume'] } },
    });
    const { warnings } = JSON.parse(bytes(written.folder, 'volume.json').toString());
    const before = shown.path.warnings.map(({ code, message }) => ({ code, message }));
    expect(warnings.slice(0, before.length)).toEqual(before);
  });

  it.runIf(IS_LONG)(
    'states the grid that the window chose, and refuses the file of one that is none',
    async () => {
      const { engine, folder, sessionId } = await opened();
      const { call } = engine.client;
      const grids = await call('placement.grids', {});
      const { text } = grids.find(({ name }) => name === 'WGS 84 / UTM zone 18S')!;
      writeFileSync(join(folder, 'mine.json'), '{ "name": "Mina", "epgs": 32718 }');
      await expect(call('placement.grid', { path: join(folder, 'mine.json') })).rejects.toMatchObject({
        code: 'file-format',
        message: expect.stringContaining('epgs'),
      });
      writeFileSync(join(folder, 'mine.json'), '{ "name": "Mina", "unit": "ft" }');
      const mine = await call('placement.grid', { path: join(folder, 'mine.json') });
      expect(mine.name).toBe('Mina');

      const placed = { R: [1, 0, 0, 0, 1, 0, 0, 0, 1], t: [352_118, 9_123_456, 4310] };
      const systemIn = async (grid: string, name: string): Promise<string> => {
        const path = join(folder, 'drive.socavon');
        await call('work.set', { path, topic: 'grid', sessionId, values: { grid }, by: 'test' });
        const { folder: into } = await call('survey.write', {
          ...{ sessionId, language: 'es', folder: join(folder, name), T_grid_first: placed },
          ...{ files: { contents: ['map'], formats: { map: ['las'] } } },
        });
        return bytes(into, 'map.las').subarray(0, 2000).toString('latin1');
      };
      expect(await systemIn(text, 'utm')).toContain('PROJCS["WGS 84 / UTM zone 18S"');
      expect(await systemIn(mine.text, 'mine')).toContain('LOCAL_CS["Mina"');
      expect(await systemIn('', 'none')).toContain('LOCAL_CS["Local grid, not georeferenced"');
    },
  );

  it.runIf(IS_LONG)('writes the tables of a survey, and only the format that is chosen', async () => {
    const { engine, folder, sessionId } = await opened();
    const asked = { sessionId, language: 'es', chainage: { from: 6, to: 20 } } as const;
    const both = await engine.client.call('survey.write', {
      ...{ ...asked, folder: join(folder, 'tables'), files: { contents: ['tables'] } },
      ...{ design: DESIGN, payLimit: 0.1 },
    });
    expect(both.files).toEqual(['tables.xlsx', 'drive.gpkg']);
    expect(readdirSync(both.folder).sort()).toEqual([...both.files].sort());
    const sheets = readWorkbook(bytes(both.folder, 'tables.xlsx'));
    expect(sheets.map(({ name }) => name)).toEqual([
      ...['Labor', 'Secciones', 'Volúmenes', 'Sobrerotura por sección', 'Sobrerotura por tramo'],
    ]);
    const layers = readGeoPackage(bytes(both.folder, 'drive.gpkg'));
    expect(layers.map(({ name }) => name)).toEqual(['axis', 'sections', 'breaks', 'trajectory']);
    const one = await engine.client.call('survey.write', {
      ...{ ...asked, folder: join(folder, 'table') },
      files: { contents: ['tables'], formats: { tables: ['gpkg'] } },
    });
    expect(one.files).toEqual(['drive.gpkg']);
  });

  it('shows the report in both languages with the design, and keeps nothing of it', async () => {
    const { engine, folder, sessionId } = await opened();
    const { call } = engine.client;
    const before = readdirSync(folder).sort();
    const chainage = { from: 6, to: 20 };
    const asked = { sessionId, chainage, design: DESIGN, payLimit: 0.1 };
    const es = await call('report.preview', { ...asked, language: 'es' });
    const en = await call('report.preview', { ...asked, language: 'en' });
    expect(es.html).toContain('Volumen excavado');
    expect(es.html).toContain('Sobrerotura');
    expect(es.html).toContain('más allá de la línea de pago (0.10 m');
    expect(en.html).toContain('Excavated volume');
    expect(en.html).toContain('baul.json');
    expect(en.html).toContain('beyond the pay line (0.10 m');
    expect(en.html).not.toMatch(/<script/i);
    expect(readdirSync(folder).sort()).toEqual(before);
  });

  it.runIf(IS_LONG)(
    'puts the logo of a company at the head of the report, takes it back, and refuses what is no picture',
    async () => {
      const { engine, folder, sessionId } = await opened();
      const { call } = engine.client;
      const logos = resolve(import.meta.dirname, '../../fixtures/logos');
      for (const name of ['rgba.png', 'logo.gif']) copyFileSync(join(logos, name), join(folder, name));
      await expect(call('report.logo', { path: join(folder, 'logo.gif') })).rejects.toMatchObject({
        code: 'file-format',
        message: 'Logo logo.gif: it is a GIF file; save it as PNG, JPEG or SVG.',
      });
      const { url } = await call('report.logo', { path: join(folder, 'rgba.png') });
      const path = join(folder, 'drive.socavon');
      const keep = (logo: string | number | null) =>
        call('work.set', { path, topic: 'report', sessionId: null, values: { logo }, by: 'test' });
      const asked = { sessionId, chainage: { from: 6, to: 12 }, language: 'es' } as const;
      const head = async (): Promise<string> =>
        /<header>.*<\/header>/.exec((await call('report.preview', asked)).html)![0];
      const before = await head();
      await keep(url);
      expect(await head()).toContain(`<img src="${url}"`);
      await call('history.undo', {});
      expect(await head()).toBe(before);
      await call('history.redo', {});
      const { files } = await call('survey.write', {
        ...{ ...asked, folder: join(folder, 'out') },
        files: { contents: ['report'], formats: { report: ['html', 'docx'] } },
      });
      expect(files).toEqual(['report.html', 'report.docx']);
      expect(bytes(join(folder, 'out'), 'report.html').toString()).toContain(url);
      await keep(null);
      expect(await head()).toBe(before);
      for (const wrong of ['https://a.example/b.png', 'data:text/html;base64,AAAA', `${url}"onload="a()`, 7])
        await expect(keep(wrong)).rejects.toMatchObject({ code: 'usage' });
    },
  );

  it('answers others while a report is made, and ends it at once when it is cancelled, with nothing half-written', async () => {
    const { engine, folder, sessionId } = await opened();
    const { call } = engine.client;
    const stop = new AbortController();
    const out = join(folder, 'out');
    let cancelledAt = 0;
    let slowest = 0;
    const writing = call(
      'survey.write',
      { sessionId, language: 'en', folder: out, files: { contents: CONTENT_NAMES } },
      {
        signal: stop.signal,
        onProgress: ({ stage }) => {
          if (stage !== 'export' || cancelledAt > 0) return;
          cancelledAt = cpuMilliseconds();
          stop.abort();
        },
      },
    );
    const ended = writing.then(
      () => 'done',
      (error) => error.code,
    );
    let isUnderWay = true;
    void ended.then(() => {
      isUnderWay = false;
    });
    while (isUnderWay) {
      const asked = cpuMilliseconds();
      await call('project.info', {});
      slowest = Math.max(slowest, cpuMilliseconds() - asked);
    }
    expect(await ended).toBe('cancelled');
    expect(cpuMilliseconds() - cancelledAt).toBeLessThan(2000);
    expect(slowest).toBeLessThan(500);
    expect(readdirSync(out)).toEqual(['trajectory.tum']);
  });

  it('gives the path of the alignment, with what its length is worth', async () => {
    const { engine, sessionId } = await opened();
    const path = await engine.client.call('survey.path', { sessionId });
    const kept = parseTum(bytes(done.out, 'trajectory.tum').toString(), 'trajectory.tum');
    expect(path.placed).toBe(kept.length);
    expect(path.total).toBe(kept.length);
    const last = kept[kept.length - 1].T_map_sensor.t;
    for (let k = 0; k < 3; k++) expect(path.positions[3 * (kept.length - 1) + k]).toBeCloseTo(last[k], 5);
    expect(path.alongSigma).toBeGreaterThan(0.001);
    expect(path.alongSigma).toBeLessThan(0.5);
    expect(path.pathLength).toBeGreaterThan(10);
    expect(path.frame).toBe('local');
    expect(path.heldBy).toHaveLength(kept.length);
    expect([...path.scanIndex]).toEqual(kept.map((_, i) => i));
    path.seconds.forEach((seconds, i) => {
      expect(seconds).toBeCloseTo(Number(kept[i].stampNs - kept[0].stampNs) * 1e-9, 6);
    });
    expect(path.seconds.at(-1)).toBeGreaterThan(1);
    expect(path.axis).toBeNull();
  });

  it('reads a design file, writes one that it reads again, and says what is wrong with a third', async () => {
    const { engine, folder } = await opened();
    const { call } = engine.client;
    const path = join(folder, 'baul.json');
    await call('design.write', { path, section: BAUL });
    expect(await call('design.read', { path })).toEqual(DESIGN);
    writeFileSync(path, JSON.stringify({ ...BAUL, wallHeight: 5 }));
    await expect(call('design.read', { path })).rejects.toMatchObject({
      code: 'design-unusable',
      message: expect.stringContaining('wallHeight'),
    });
    await expect(call('design.write', { path, section: { ...BAUL, width: 4500 } })).rejects.toMatchObject({
      code: 'design-unusable',
      message: expect.stringContaining('millimetres'),
    });
  });

  it('writes no design over a cloud of points, whatever its name', async () => {
    const { engine, folder } = await opened();
    for (const [name, text] of [
      ['nube.xyz', '1 2 3\n'],
      ['nube.json', 'ply\nformat ascii 1.0\n'],
    ] as const) {
      const path = join(folder, name);
      writeFileSync(path, text);
      await expect(engine.client.call('design.write', { path, section: BAUL })).rejects.toMatchObject({
        code: 'file-unwritable',
        message: expect.stringContaining('is a cloud of points'),
      });
      expect(readFileSync(path, 'utf8')).toBe(text);
    }
  });

  it.each([
    ['a session that is not there', { sessionId: 99 }, 'usage'],
    ['chainages that were not surveyed', { chainage: { from: 500, to: 600 } }, 'chainage-range'],
    ['chainages the wrong way round', { chainage: { from: 20, to: 6 } }, 'chainage-range'],
    [
      'a design that is no section',
      { design: { name: 'x', section: { ...BAUL, height: 1 } } },
      'design-unusable',
    ],
    ['a limit of payment that is no tolerance', { design: DESIGN, payLimit: 3 }, 'usage'],
    ['an axis that was not chosen', { axis: '/etc/hostname' }, 'path-refused'],
    ['a folder that was not chosen', { folder: '/var/tmp/socavon-refused' }, 'path-refused'],
  ])('refuses %s and writes nothing', async (_, wrong, code) => {
    const { engine, folder, sessionId } = await opened();
    const out = join(folder, 'out');
    mkdirSync(out);
    const question = { sessionId, language: 'en', folder: out, files: { contents: ['volume'] } } as const;
    await expect(engine.client.call('survey.write', { ...question, ...wrong })).rejects.toMatchObject({
      code,
    });
    expect(readdirSync(out)).toEqual([]);
  });
});
