import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { z } from 'zod';
import { FILE_KINDS } from '../../src-core/contract/host-requests.ts';
import type { Args, Client, Reply, RequestName } from '../../src-core/contract/requests.ts';
import { REQUESTS } from '../../src-core/contract/requests.ts';
import { WORK_TOPICS, type WorkTopicName } from '../../src-core/contract/work-fields.ts';
import { METRES } from '../../src-core/io/cad/length-units.ts';
import type { Design } from '../../src-core/model/design-schema.ts';
import { ENGINE_NAMES } from '../../src-core/model/engine-name.ts';
import type { SocavonError } from '../../src-core/model/errors.ts';
import { CORRECTION_CLASSES } from '../../src-core/model/object-correction.ts';
import { PICK_FEATURES, SIZED_FEATURES } from '../../src-core/model/picked-point.ts';
import { VERDICT_REASONS, VERDICTS } from '../../src-core/model/registration-ids.ts';
import {
  CONTENT_NAMES,
  FILE_CHOICE_DEFAULTS,
  formatsOf,
  MAP_ATTRIBUTES,
  PAPERS,
} from '../../src-core/model/survey-content.ts';
import { LENGTH_UNITS } from '../../src-core/question/field.ts';
import { filesBelow, readBack } from '../hosts/cli/every-option/read-back.ts';
import { CLOUD_UNITS, DRAWN_AXIS, optionsWorld, WORLD_SEED } from '../hosts/cli/every-option/world.ts';
import { serveFolder, windowOf } from '../hosts/serve/served.ts';
import { box, MIDDLE, pointsOf } from '../tunnel/chambers.ts';
import { SeenRequests } from './choices.ts';
import { type EngineThread, engineThread } from './engine-thread.ts';

const world = await optionsWorld();
const seen = new SeenRequests();
const IDENTITY = { R: [1, 0, 0, 0, 1, 0, 0, 0, 1], t: [0, 0, 0] };
const MATRIX = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
type Triple = [number, number, number];

/** Middle of the solids of the world, m. */
const SOLID_MIDDLE: Triple = [10, 0, 0.5];

/** A room about a place, as points: a chamber is measured by its void, of which a drive has far more. */
function roomAbout(middle: Triple): string {
  const { origin, xyz, count } = pointsOf(box(5, 5, 4.5), { count: 15_000, noise: 0.004 }, WORLD_SEED);
  const lines = Array.from({ length: count }, (_, i) =>
    middle.map((at, k) => (at + origin[k] + xyz[3 * i + k] - MIDDLE[k]).toFixed(4)).join(' '),
  );
  return `${lines.join('\n')}\n`;
}

/** A client that notes what it asks, and holds each reply to its schema. */
function noting({ call }: Pick<Client, 'call'>) {
  const ask = async <Name extends RequestName>(name: Name, args: Args<Name>): Promise<Reply<Name>> => {
    const reply = await call(name, args);
    REQUESTS[name].reply.parse(reply);
    seen.note(name, args);
    return reply;
  };
  /** Asks what may be refused with one of these codes, in a sentence. */
  const askOr = async <Name extends RequestName>(
    name: Name,
    args: Args<Name>,
    codes: readonly string[],
  ): Promise<Reply<Name> | null> => {
    try {
      return await ask(name, args);
    } catch (error) {
      const { code, message } = error as SocavonError;
      expect(codes, message).toContain(code);
      expect(message).toMatch(/^\S[^\n]*$/);
      seen.note(name, args);
      return null;
    }
  };
  return { ask, askOr };
}

describe(`the requests of a window, to the engine (seed ${WORLD_SEED})`, () => {
  let engine: EngineThread;
  let folder: string;
  const own = (name: string): string => join(folder, name);
  let window: ReturnType<typeof noting>;
  beforeAll(() => {
    engine = engineThread();
    folder = mkdtempSync(join(inject('scratch'), 'requests-'));
    engine.tell({ kind: 'grant', path: folder, scope: 'folder', write: true });
    engine.tell({ kind: 'grant', path: world.at('..'), scope: 'folder', write: false });
    window = noting(engine.client);
  });
  afterAll(() => engine.kill());

  /** Opens a copy of a project of the world. */
  async function opened(name: string): Promise<string> {
    const path = own(`${name}.socavon`);
    if (!existsSync(path)) copyFileSync(world.at(`${name}.socavon`), path);
    await window.ask('project.open', { path });
    return path;
  }

  it('make a project, look at captures and clouds, import and keep them', async () => {
    const { ask } = window;
    const path = own('new.socavon');
    expect(await ask('project.info', {})).toBeNull();
    await ask('project.create', { path });
    const capture = world.at('alone/capture.pcap');
    const metadata = world.at('sensor.json');
    expect((await ask('capture.files', { path: world.at('alone') })).paths).toEqual([capture]);
    expect((await ask('capture.preview', { path: capture, metadata })).firstScan).not.toBeNull();
    await ask('capture.scan', { path: capture, at: 0.5, metadata });
    expect(await ask('capture.sensors', { paths: [capture] })).toHaveLength(1);
    const { sessionId } = await ask('capture.import', { paths: [capture], metadata });
    // Plan, heights and trajectory each in a unit of their own: the same drive every time.
    for (const [i, unit] of CLOUD_UNITS.entries()) {
      const turn = (step: number) => CLOUD_UNITS[(i + step) % CLOUD_UNITS.length];
      const [heightUnit, trajectoryUnit] = [turn(1), turn(2)];
      const scanner = i % 2 === 0 ? 'mobile' : 'terrestrial';
      const trajectory = world.at(`drive-${trajectoryUnit}.tum`);
      const cloud = { unit, heightUnit, scanner, trajectory, trajectoryUnit } as const;
      const drive = world.at(`drive-${unit}.xyz`);
      const { facts, problems } = await ask('capture.preview', { path: drive, cloud });
      expect(problems.filter(({ blocks }) => blocks)).toEqual([]);
      expect(facts.find(({ label }) => label === 'extent')!.message).toBe('40.01 × 4.02 × 3.63 m');
      const { project } = await ask('capture.import', { paths: [drive], cloud });
      expect(project.sessions.at(-1)!.cloud!.unitMetres).toBeCloseTo(METRES[unit], 9);
    }
    await ask('session.rename', { sessionId, name: 'Galería' });
    const copy = await ask('session.duplicate', { sessionId });
    await ask('session.setRemoved', { sessionId: copy.sessionId, removed: true });
    await ask('project.close', {});
    await ask('project.openSample', { path });
    await ask('project.freeSpace', {});
    expect((await ask('project.info', {}))!.sessions.length).toBe(6);
  });

  it('align, step by step, with every kind of edit', async () => {
    const { ask, askOr } = window;
    const sessionId = (await ask('project.info', {}))!.sessions[0].id;
    const { adapter } = await ask('alignment.gpu', {});
    for (const engineName of ENGINE_NAMES)
      if (engineName !== 'gpu' || adapter === null)
        await askOr('alignment.open', { sessionId, engine: engineName }, ['engine-unavailable']);
    await ask('alignment.open', { sessionId, engine: 'cpu' });
    await ask('alignment.advance', { scans: 20 });
    await ask('alignment.edit', { edit: { kind: 'reject', scan: 12 } });
    await ask('alignment.advance', { scans: 4, thinning: 0 });
    await ask('alignment.edit', { edit: { kind: 'nudge', scan: 10, T_new_found: IDENTITY } });
    await ask('alignment.edit', {
      edit: { kind: 'options', scan: 6, options: { 'filter.maxRange': 60 } },
    });
    expect((await ask('alignment.undo', {})).canRedo).toBe(true);
    await ask('alignment.redo', {});
    await ask('alignment.advance', { scans: 3 });
    await ask('alignment.stepBack', { scans: 1 });
    await ask('alignment.close', {});
    await ask('project.close', {});
  });

  it('refine by control points, picked points, loops and a reference', async () => {
    const { ask, askOr } = window;
    await opened('survey');
    const sessionId = 1;
    const { points } = await ask('refine.state', { sessionId });
    for (const shape of ['square', 'disc'] as const)
      await ask('refine.ask', { sessionId, asked: { target: { shape, size: 0.3 } } });
    await ask('control.forget', { sessionId });
    await ask('control.load', { sessionId, path: world.control });
    for (const role of ['check', 'control'] as const)
      await ask('control.setRole', { sessionId, name: 'T2', role });
    const { targets } = await ask('control.find', { sessionId });
    const [{ scan, pSensor }] = targets;
    for (const verdict of ['refuse', 'accept'] as const)
      await ask('control.decide', { sessionId, decision: { scan, pSensor, verdict, name: null } });
    await ask('control.decide', {
      sessionId,
      decision: { scan, pSensor, verdict: 'accept', name: null },
      reset: true,
    });
    const { easting, northing, elevation } = points[0] as unknown as Record<string, number>;
    const place: Triple = [easting, northing, elevation];
    for (const feature of PICK_FEATURES) {
      const size = SIZED_FEATURES.includes(feature) ? 0.3 : null;
      await ask('control.pick', { sessionId, name: 'T1', place, feature, size });
      await ask('control.fitAt', { sessionId, name: 'T1', place, feature, size });
    }
    expect(await ask('control.picks', { sessionId })).toHaveLength(1);
    await ask('control.unpick', { sessionId, name: 'T1' });
    await ask('refine.setReference', { sessionId, reference: 2 });
    await ask('refine.setReference', { sessionId, reference: null });
    const { loops } = await ask('loops.find', { sessionId });
    expect(loops.length).toBeGreaterThan(0);
    const [{ fromScan, toScan }] = loops;
    for (const verdict of ['accept', 'refuse', null] as const)
      await ask('loops.decide', { sessionId, fromScan, toScan, verdict });
    expect((await ask('refine.run', { sessionId })).frame).toBe('mine-grid');
    expect((await ask('refine.get', { sessionId })).isCurrent).toBe(true);
    await ask('refine.drop', { sessionId });
    await askOr('refine.run', { sessionId }, []);
  });

  it('place it in the mine grid', async () => {
    const { ask } = window;
    await ask('placement.directions', { sessionId: 1 });
    expect((await ask('placement.grids', {})).length).toBeGreaterThan(0);
    await ask('placement.grid', { path: world.at('mina.json') });
    const corners: Triple[] = [
      [0, 0, 0],
      [10, 0, 1],
      [0, 8, 2],
    ];
    const pairs = corners.map((map) => ({ map, grid: map.map((value) => value + 100) as Triple }));
    const { residuals } = await ask('placement.byPoints', { pairs, gravity: { up: [0, 0, 1], sigma: 0.01 } });
    expect(Math.max(...residuals)).toBeLessThan(1e-9);
  });

  it('show the map', async () => {
    const { ask } = window;
    const sessionId = 1;
    await ask('map.scan', { sessionId, scan: 20 });
    expect(await ask('map.scans', { sessionId, from: 20, count: 2 })).toHaveLength(2);
    const { key, nodes } = await ask('map.build', { sessionId });
    await ask('map.node', { key, id: nodes[0].id });
    await ask('map.moved', { sessionId });
    for (const keep of [true, false]) await ask('map.keepMoved', { sessionId, keep });
    const notes = [{ id: 'n', point: [1, 2, 3] as Triple, text: 'perno' }];
    await ask('map.setNotes', { sessionId, notes });
    expect(await ask('map.notes', { sessionId })).toEqual(notes);
    const figures = [
      { points: [{ point: [5, 2, 0] as Triple, scan: 20 }], gradient: [0, 1, 0], isAbsolute: true },
    ];
    expect((await ask('map.uncertainty', { sessionId, figures })).figures).toHaveLength(1);
    const png = Uint8Array.from(readFileSync(world.at('rgb.png')));
    await ask('picture.write', { path: own('picture.png'), png });
    const { video } = await ask('video.begin', { path: own('flight.webm') });
    await ask('video.write', { video, position: 0, bytes: Uint8Array.of(1, 2, 3) });
    await ask('video.end', { video, keep: true });
    expect(readFileSync(own('flight.webm'))).toHaveLength(3);
  });

  const PLANES = ['easting-northing', 'easting-elevation', 'northing-elevation'] as const;
  const place = { axisHeight: 1.7 };
  const SHAPES: Design['section'][] = [
    { shape: 'baul', width: 4.5, height: 4.2, wallHeight: 2.5, ...place },
    { shape: 'baul-radius', width: 4.5, wallHeight: 2.5, archRadius: 2.6, ...place },
    { shape: 'rectangle', width: 4.5, height: 4.2, ...place },
    { shape: 'trapezoid', bottomWidth: 4.5, topWidth: 3.6, height: 4.2, ...place },
    { shape: 'horseshoe', width: 4.5, height: 4.2, wallRadius: 4, invertRadius: 0, ...place },
    { shape: 'circle', diameter: 4.6, axisHeight: 2.1 },
    { shape: 'three-centre', width: 4.5, height: 4.2, wallHeight: 2, shoulderRadius: 1.4, ...place },
    { shape: 'polyline', points: [[-2.2, -1.7], [2.2, -1.7], [2.2, 1], [0, 2.4], [-2.2, 1]], axisHeight: 0 },
  ]; // biome-ignore format: one shape a line

  const designOf = (i: number): Design => {
    const section = SHAPES[i % SHAPES.length];
    return {
      name: section.shape,
      section,
      programme: {
        stretches: [{ name: '', from: null, to: null, section }],
        offsets: {
          pay: 0.1,
          clearance: null,
          shotcrete: { thickness: 0.05, side: i % 2 === 0 ? 'inward' : 'outward' },
        },
        tolerance: { over: 0.15, under: 0.05 },
      },
    };
  };

  it('read and write designs, in every unit, plane and shape', async () => {
    const { ask } = window;
    for (const [i, unit] of LENGTH_UNITS.entries()) {
      const plane = PLANES[i % 3];
      const view = i % 2 === 0 ? 'up-chainage' : 'down-chainage';
      const design = await ask('design.read', {
        ...{ path: world.at(`section-${plane}-${unit}.str`), line: '1', unit, plane, view },
        axisAt: [DRAWN_AXIS[0], DRAWN_AXIS[1]],
      });
      expect(design.section.shape).toBe('polyline');
    }
    for (const [i, section] of SHAPES.entries()) {
      const { programme } = designOf(i);
      const path = own(`design-${section.shape}.json`);
      await ask('design.write', { path, section, programme });
      expect((await ask('design.read', { path })).section).toMatchObject({ shape: section.shape });
    }
  });

  /** Arguments of a survey, which have each choice once in a few turns. */
  const turn = <T>(all: readonly T[], i: number): T => all[i % all.length];
  const TURNS = Math.max(LENGTH_UNITS.length + 2, CORRECTION_CLASSES.length, SHAPES.length);
  const KINDS = ['slope', 'horizontal'] as const;
  const TREATMENTS = ['left-out', 'kept'] as const;
  const unitOf = (i: number) => LENGTH_UNITS[i] ?? null;
  const axisOf = (i: number): string | null =>
    unitOf(i) === null ? null : world.at(`axis-${unitOf(i)}.str`);
  const axisAsked = (i: number) => ({
    ...{ line: unitOf(i) === null ? null : '1', unit: unitOf(i), kind: turn(KINDS, i) },
    ...(unitOf(i) === null && { of: turn(['trajectory', 'map'] as const, i) }),
  });
  const roundsOf = (i: number) =>
    i % 2 === 0
      ? { by: 'list' as const, rounds: [{ name: 'D-1', from: 8, to: 11 }] }
      : { by: 'length' as const, start: 8, length: 3 };
  const measureOf = (i: number): NonNullable<Args<'survey.path'>['measure']> => {
    const box = { from: 9, to: 9.5, leftFrom: -0.3, leftTo: 0.3, upFrom: -0.3, upTo: 0.3 };
    const [treatment, other] = [turn(TREATMENTS, i), turn(TREATMENTS, i + 1)];
    return {
      sections: turn(['normal', 'vertical'] as const, i),
      objects: treatment,
      mesh: other,
      ducts: treatment,
      vehicles: other,
      muck: treatment,
      outline: turn(['radial', 'solid'] as const, i),
      recessLine: turn(['jambs', 'design'] as const, i),
      axis: axisAsked(i),
      corrections: [{ class: turn(CORRECTION_CLASSES, i), ...box }],
      rounds: roundsOf(i),
      material: { density: 2.7, swell: 0.4 },
      grade: {
        baseLength: 4,
        design:
          i % 2 === 0
            ? { kind: 'gradients', startElevation: 0.1, runs: [{ from: 0, to: 27, percent: 5 }] }
            : {
                kind: 'elevations',
                points: [
                  { chainage: 0, elevation: 0 },
                  { chainage: 27, elevation: 1.3 },
                ],
              },
      },
      vehicle: {
        ...{ width: 2.2, height: 2.4, length: 6 },
        placement: turn(['best', 'middle', { left: 0.2 }] as const, i),
      },
    };
  };

  const turns = Array.from({ length: TURNS }, (_, i) => i);
  it.each(turns)('measure a session, preview its report and write its files, in turn %i', async (i) => {
    const { ask } = window;
    await opened('survey');
    const request = { sessionId: 1, axis: axisOf(i), measure: measureOf(i) };
    await ask('survey.path', request);
    await ask('survey.wall', request);
    const survey = { ...request, design: designOf(i), language: turn(['es', 'en'] as const, i) };
    expect((await ask('report.preview', survey)).html).toContain('<html');
    mkdirSync(own(`out-${i}`));
    const one = <T>(all: readonly T[]): T[] => [turn(all, i)];
    const { folder: out, files } = await ask('survey.write', {
      ...survey,
      folder: own(`out-${i}`),
      files: {
        contents:
          i === 0
            ? ['volume', 'profiles', 'trajectory']
            : [turn(CONTENT_NAMES, i), turn(CONTENT_NAMES, i + 5)],
        formats: Object.fromEntries(
          CONTENT_NAMES.map((content) => [content, one<string>(formatsOf(content))]),
        ),
        attributes: one(MAP_ATTRIBUTES),
        paper: turn(PAPERS, i),
      },
    });
    expect(files.length).toBeGreaterThan(0);
    for (const name of files) for (const path of filesBelow(join(out, name))) await readBack(path);
  });

  it('sign a report, and measure a chamber', async () => {
    const { ask } = window;
    await opened('survey');
    await ask('report.logo', { path: world.at('rgb.png') });
    const [key, passphrase] = [own('key'), 'una frase larga'];
    await ask('key.make', { path: key, signer: 'Ana', passphrase });
    writeFileSync(own('report.pdf'), 'x');
    const { signatures } = await ask('report.sign', { paths: [own('report.pdf')], key, passphrase });
    expect(existsSync(signatures[0])).toBe(true);
    await ask('project.create', { path: own('room.socavon') });
    writeFileSync(own('room.xyz'), roomAbout(SOLID_MIDDLE));
    const { sessionId } = await ask('capture.import', { paths: [own('room.xyz')] });
    mkdirSync(own('chamber'));
    const { files } = await ask('survey.chamber', {
      ...{ sessionId, inside: [SOLID_MIDDLE], against: world.at('solid-m.obj') },
      ...{ folder: own('chamber'), meshFormats: [...formatsOf('meshes')] },
    });
    for (const name of files) await readBack(join(own('chamber'), name));
  });

  it('compare two surveys', async () => {
    const { ask } = window;
    await opened('survey');
    const heading = {
      surveyDate: '2026-11-28',
      mine: 'Santa Rosa',
      company: null,
      working: null,
      level: null,
    };
    const rest = { surveyor: null, licence: null, grid: null, instrument: null, notes: null };
    await ask('epochs.describe', { sessionId: 1, heading: { ...heading, ...rest } });
    expect(await ask('epochs.list', {})).toHaveLength(2);
    for (let i = 0; i < LENGTH_UNITS.length + 2; i++)
      await ask('epochs.compare', {
        ...{ earlierId: 1, laterId: 2, axis: axisOf(i), axisAsked: axisAsked(i), rounds: roundsOf(i) },
      });
  });

  it('join two sessions, by every start', async () => {
    const { ask } = window;
    await opened('two');
    const request = { first: 1, second: 2 };
    expect((await ask('sessions.getJoin', { sessionId: 2 })).join).toBeNull();
    const { T_map1_map2 } = await ask('sessions.tryJoin', { ...request, start: { kind: 'search' } });
    const starts: NonNullable<Args<'sessions.join'>['start']>[] = [
      { kind: 'search' },
      { kind: 'near', chainage: 9 },
      { kind: 'pose', T_map1_sensor: T_map1_map2 },
      { kind: 'frame', T_map1_map2 },
    ];
    for (const start of starts) {
      await ask('sessions.tryJoin', { ...request, start });
      await ask('sessions.join', { ...request, start });
    }
    expect((await ask('sessions.getJoin', { sessionId: 2 })).isCurrent).toBe(true);
    await ask('sessions.removeJoin', { sessionId: 2 });
    const pairs = [[0, 0, 0], [5, 0, 1], [0, 4, 2]].map((first) => ({ first, second: first })); // biome-ignore format: points
    await ask('sessions.fitPoints', { pairs: pairs as Args<'sessions.fitPoints'>['pairs'] });
  });

  it('keep the work, the jobs and the history', async () => {
    const { ask } = window;
    const path = await opened('survey');
    for (const topic of Object.keys(WORK_TOPICS) as WorkTopicName[])
      await ask('work.set', {
        ...{ path, topic, by: 'test', values: VALUES[topic] as Args<'work.set'>['values'] },
        sessionId: WORK_TOPICS[topic].of === 'session' ? 1 : null,
      });
    expect((await ask('work.all', {})).unreadable).toEqual([]);
    expect((await ask('history.undo', {})).redo).not.toBeNull();
    await ask('history.redo', {});
    const headline = { volume: 300, plusMinus: 4, length: 20, lengthPlusMinus: null, warnings: 0 };
    await ask('measured.keep', { path, sessionId: 1, headline, values: {} });
    expect((await ask('project.summary', {})).sessions).toHaveLength(2);
    for (const outcome of ['done', 'failed', 'cancelled'] as const)
      await ask('jobs.note', {
        record: {
          ...{ id: outcome, label: 'job.write', startedAt: '2026-11-28T00:00:00Z', seconds: 1, outcome },
          ...{ said: null, written: null },
        },
      });
    expect(await ask('jobs.history', {})).toHaveLength(3);
  });

  it('register clouds in the lab', async () => {
    const { ask, askOr } = window;
    const [source, target] = [world.at('source.ply'), world.at('target.ply')];
    const { sha256, count } = await ask('cloud.read', { path: source });
    const run = { source, target, method: 'icp-plane' };
    for (const engineName of ENGINE_NAMES)
      await askOr(
        'register.run',
        { ...run, engine: engineName },
        engineName === 'gpu' ? ['engine-unavailable'] : [],
      );
    const result = await ask('register.run', { ...run, engine: 'cpu' });
    const chosen = await ask('register.run', { ...run, method: null, engine: 'cpu' });
    expect(chosen.verdict!.verdict).toBe('converged');
    await ask('register.compare', { source, target, poses: [IDENTITY, result.T_target_source] });
    await ask('transform.read', { path: world.at('start.txt') });
    await ask('transform.read', { text: MATRIX.join(' ') });
    await ask('cloud.writeMoved', { source, path: own('moved.ply'), matrix: MATRIX });
    await readBack(own('moved.ply'));
    await ask('text.write', { path: own('table.csv'), text: 'a,b\n1,2\n' });
    const file = { name: 'a.ply', sha256, count };
    for (const [i, engineName] of ENGINE_NAMES.entries())
      await ask('lab.keep', {
        ...{ id: `run-${i}`, at: '2026-11-28T00:00:00Z', source: file, target: file, found: result },
        setting: { method: 'icp-plane', engine: engineName },
      });
    for (const [i, reason] of VERDICT_REASONS.entries()) {
      const verdict = { ...chosen.verdict!, reason, verdict: VERDICTS[i % VERDICTS.length] };
      await ask('lab.keep', {
        ...{ id: reason, at: '2026-11-28T00:00:00Z', source: file, target: file },
        found: { ...chosen, verdict },
        setting: { method: 'icp-plane', engine: 'cpu' },
      });
    }
    await ask('lab.drop', { id: 'run-0' });
    const reference = { T_target_source: IDENTITY, name: 'pose.txt', source: sha256, target: sha256 };
    await ask('lab.setReferences', { references: [reference] });
    expect((await ask('lab.runs', {})).runs).toHaveLength(ENGINE_NAMES.length - 1 + VERDICT_REASONS.length);
    await ask('project.close', {});
  });
});

type WorkFields<Topic extends WorkTopicName> = (typeof WORK_TOPICS)[Topic]['fields'];
type WorkValues<Topic extends WorkTopicName> = {
  readonly [Field in keyof WorkFields<Topic>]: z.output<WorkFields<Topic>[Field]>;
};

/** A value of each topic of the work. */
const VALUES: { readonly [Topic in WorkTopicName]: Partial<WorkValues<Topic>> } = {
  question: { interval: 0.5 },
  grid: { grid: '' },
  measures: { list: [] },
  report: { unrolled: true },
  output: { files: { ...FILE_CHOICE_DEFAULTS, paper: 'letter' } },
  view: { panel: 'map' },
  look: { slab: 1 },
  lab: { document: {} },
};

describe('the requests of a window, to its host', () => {
  it('are answered by a server, which has no dialogs of the system', async () => {
    const serving = await serveFolder();
    const client = await windowOf(serving);
    const { ask, askOr } = noting(client);
    const { folder } = serving;
    const report = join(folder, 'report.html');
    const pdf = join(folder, 'report.pdf');
    writeFileSync(report, '<!doctype html><html lang="es"><p>x</html>');
    writeFileSync(pdf, '%PDF-1.7');
    expect((await ask('host.info', {})).nativeDialogs).toBe(false);
    for (const language of ['en', 'es'] as const) await ask('host.setPreferences', { language });
    for (const theme of ['dark', 'light', 'system'] as const)
      expect((await ask('host.setPreferences', { theme })).theme).toBe(theme);
    expect(await ask('host.takeProject', {})).toBeNull();
    for (const kind of FILE_KINDS) {
      await askOr('host.chooseFiles', { kind }, ['usage']);
      await askOr('host.chooseNewFile', { kind, name: 'x' }, ['usage']);
      await ask('host.list', { folder, kind });
    }
    await askOr('host.chooseFolder', {}, ['usage']);
    await ask('host.makeFolder', { folder, name: 'nivel' });
    await ask('host.forgetRecent', { path: report });
    expect(await ask('host.reveal', { path: report })).toBe(false);
    expect(await ask('host.canOpen', { path: report })).toEqual({ file: false, page: true, folder: false });
    expect((await ask('host.openFile', { path: pdf })).address).toMatch(/\S/);
    await ask('host.holdReport', { path: report });
    await ask('host.holdDocument', { html: '<p>x' });
    await ask('host.keepJobParts', { label: 'job.write', parts: [{ part: 'map', seconds: 1 }] });
    expect(await ask('host.jobParts', {})).toHaveProperty(['job.write']);
    expect(await ask('host.jobs', {})).toEqual([]);
    expect(await ask('host.cancelJob', { job: 1 })).toBe(false);
    client.leave();
    await serving.close();
  });
});

describe('every request of the contract', () => {
  it('was made, with every choice of its arguments', () => {
    expect(seen.missing()).toEqual([]);
  });
});
