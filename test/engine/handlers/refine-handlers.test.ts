import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished } from 'vitest';
import type { Refinement } from '../../../src-core/contract/refine-requests.ts';
import { parseTum } from '../../../src-core/io/tables/tum.ts';
import {
  CONTROLLED_SEED,
  type ControlledDrive,
  controlledDrive,
  controlledSurvey,
} from '../../fixtures/controlled-drive.ts';
import { temporaryFolder } from '../../project/fixtures.ts';
import { describe, IS_LONG, it } from '../../support/tier.ts';
import { type EngineThread, engineThread } from '../engine-thread.ts';

interface Opened {
  readonly engine: EngineThread;
  readonly call: EngineThread['client']['call'];
  readonly folder: string;
  readonly project: string;
  readonly sessionId: number;
}

let drive: ControlledDrive;
beforeAll(async () => {
  drive = await controlledDrive();
}, 1_800_000);

/** An engine with a project open that holds the aligned drive, or a copy of another, and its list of points beside. */
async function opened(from = drive.project): Promise<Opened> {
  const engine = engineThread();
  onTestFinished(() => engine.kill());
  const folder = temporaryFolder();
  engine.tell({ kind: 'grant', path: folder, scope: 'folder', write: true });
  const project = join(folder, 'drive.socavon');
  copyFileSync(from, project);
  copyFileSync(drive.control, join(folder, 'control.csv'));
  const { call } = engine.client;
  const { sessions } = await call('project.open', { path: project });
  return { engine, call, folder, project, sessionId: sessions[0].id };
}

/** The drive surveyed by the command line with T2 kept to check by. */
const surveyed = () => controlledSurvey('T2');

const of = (refinement: Refinement, role: 'control' | 'check') =>
  refinement.residuals.filter((residual) => residual.role === role);

describe(`control points, loops and the refinement, asked of the engine (seed ${CONTROLLED_SEED})`, () => {
  it.runIf(IS_LONG)(
    'gives the residuals, loops and poses of the command line to the last digit',
    async () => {
      const { said, out } = await surveyed();
      const { call, folder, sessionId } = await opened();
      await call('control.load', { sessionId, path: join(folder, 'control.csv') });
      await call('control.setRole', { sessionId, name: 'T2', role: 'check' });
      const refinement = await call('refine.run', { sessionId });
      const expected = said.refinement;
      expect(of(refinement, 'control')).toEqual(expected.control);
      expect(of(refinement, 'check')).toEqual(expected.check);
      expect(refinement.checkRms).toBe(expected.checkRms);
      expect(refinement.loops).toEqual(expected.loops);
      expect(refinement.chi2).toBe(expected.chi2);

      const text = readFileSync(join(out, 'trajectory.tum'), 'utf8');
      const files = await call('survey.write', {
        ...{
          sessionId,
          language: 'en',
          folder: join(folder, 'out'),
          files: { contents: ['trajectory', 'volume', 'report'] },
        },
      });
      expect(readFileSync(join(files.folder, 'trajectory.tum'), 'utf8')).toBe(text);
      expect(readFileSync(join(files.folder, 'volume.json'), 'utf8')).toBe(
        readFileSync(join(out, 'volume.json'), 'utf8'),
      );
      const report = readFileSync(join(files.folder, 'report.html'), 'utf8');
      expect(report).toContain('mine grid by 2 control points');
      const path = await call('survey.path', { sessionId });
      const last = parseTum(text, 'trajectory.tum').at(-1)!.T_map_sensor.t;
      for (let k = 0; k < 3; k++) expect(path.positions.at(k - 3)).toBeCloseTo(last[k], 5);
      expect(path.reliability.reference).toBe('control');
      expect(path.frame).toBe('mine-grid');
    },
    1_800_000,
  );

  it('holds check points to 2 cm and closes the way back', async () => {
    const { said } = await surveyed();
    const { checkRms, frame, loops } = said.refinement;
    expect(frame).toBe('mine-grid');
    expect(checkRms).toBeLessThan(0.02);
    expect(loops.filter(({ accepted }) => accepted).length).toBeGreaterThan(0);
  }, 1_800_000);

  it('knows in a project that is opened again what was asked, decided and found, and goes back to the alignment', async () => {
    const { project } = await surveyed();
    const { call, sessionId } = await opened(project);
    const state = await call('refine.state', { sessionId });
    expect(state.file?.name).toBe('control.csv');
    expect(state.points.map(({ name, role }) => `${name} ${role}`)).toEqual([
      'T1 control',
      'T2 check',
      'T3 control',
    ]);
    const held = await call('refine.get', { sessionId });
    expect(held).toMatchObject({ isCurrent: true, refinement: { refined: true, frame: 'mine-grid' } });
    const before = await call('map.scans', { sessionId, from: 20, count: 1 });
    await call('loops.decide', { sessionId, fromScan: 3, toScan: 70, verdict: 'refuse' });
    expect((await call('refine.get', { sessionId })).isCurrent).toBe(false);
    await call('loops.decide', { sessionId, fromScan: 3, toScan: 70, verdict: null });
    expect((await call('refine.get', { sessionId })).isCurrent).toBe(true);
    await call('refine.drop', { sessionId });
    expect((await call('refine.get', { sessionId })).refinement).toBeNull();
    const after = await call('map.scans', { sessionId, from: 20, count: 1 });
    expect(after[0].origin).not.toEqual(before[0].origin);
    expect((await call('refine.state', { sessionId })).file?.name).toBe('control.csv');
  }, 1_800_000);

  it('finds the targets, names them, and heeds what a person says of one and of a loop', async () => {
    const { project } = await surveyed();
    const { call, sessionId } = await opened(project);
    const result = await call('control.find', { sessionId });
    const named = result.targets.filter(({ name }) => name !== null);
    expect(new Set(named.map(({ name }) => name))).toEqual(new Set(['T1', 'T2', 'T3']));
    const [first] = named;
    await call('control.decide', {
      sessionId,
      decision: { scan: first.scan, pSensor: first.pSensor, verdict: 'refuse', name: null },
    });
    const { refinement } = await call('refine.get', { sessionId });
    const [loop] = refinement!.loops.filter(({ accepted }) => accepted);
    const { fromScan, toScan } = loop;
    await call('loops.decide', { sessionId, fromScan, toScan, verdict: 'refuse' });
    const again = await call('control.find', { sessionId });
    const refused = again.targets.find(
      ({ scan, place }) => scan === first.scan && place[1] === first.place[1],
    )!;
    expect(refused).toMatchObject({ isUsed: false, decision: 'refuse', name: null });
    const anew = await call('refine.run', { sessionId });
    expect(anew.residuals).toHaveLength(refinement!.residuals.length - 1);
    expect(anew.loops.find((one) => one.fromScan === fromScan && one.toScan === toScan)).toMatchObject({
      accepted: false,
      refusal: 'by-hand',
      decidedBy: 'person',
      byRules: 'none',
    });
    const { loops } = await call('loops.find', { sessionId });
    expect(loops.some(({ decidedBy }) => decidedBy === 'person')).toBe(true);
  }, 1_800_000);

  it.runIf(IS_LONG)(
    'looks for targets of the size that was asked, and says why none of them places the survey',
    async () => {
      const { project } = await surveyed();
      const { call, sessionId } = await opened(project);
      const { asked: request } = await call('refine.state', { sessionId });
      expect(request.target).toEqual({ shape: 'disc', size: 0.3 });
      await call('refine.ask', { sessionId, asked: { ...request, target: { shape: 'square', size: 0.9 } } });
      expect((await call('refine.get', { sessionId })).isCurrent).toBe(false);
      const { targets, remarks } = await call('control.find', { sessionId });
      expect(targets.length).toBeGreaterThan(2);
      expect(targets.filter(({ isUsed }) => isUsed)).toEqual([]);
      expect(remarks.map(({ sentence }) => sentence?.code)).toEqual(['control-found', 'control-none']);
      await expect(call('refine.run', { sessionId })).rejects.toMatchObject({
        code: 'not-determined',
        sentence: { code: 'control-not-placing' },
      });
      const tooLarge = { ...request, target: { shape: 'disc' as const, size: 4 } };
      await expect(call('refine.ask', { sessionId, asked: tooLarge })).rejects.toMatchObject({
        code: 'usage',
      });
    },
    1_800_000,
  );

  it.runIf(IS_LONG)(
    'goes when the alignment is changed',
    async () => {
      const { project } = await surveyed();
      const { call, sessionId } = await opened(project);
      await call('alignment.open', { sessionId, engine: 'cpu' });
      await call('alignment.stepBack', { scans: 1 });
      expect((await call('refine.get', { sessionId })).refinement).toBeNull();
      await expect(call('refine.run', { sessionId })).rejects.toMatchObject({ code: 'not-aligned' });
      await expect(call('control.find', { sessionId })).rejects.toMatchObject({ code: 'not-aligned' });
    },
    1_800_000,
  );

  it('refuses what cannot be, and keeps what was there', async () => {
    const { call, folder, sessionId } = await opened();
    const path = join(folder, 'control.csv');
    await call('control.load', { sessionId, path });
    writeFileSync(join(folder, 'wrong.csv'), 'T1,350123,45;8600000,10\n');
    await expect(call('control.load', { sessionId, path: join(folder, 'wrong.csv') })).rejects.toMatchObject({
      code: 'file-format',
    });
    await expect(call('control.load', { sessionId, path: '/etc/hostname' })).rejects.toMatchObject({
      code: 'path-refused',
    });
    await expect(call('control.setRole', { sessionId, name: 'T9', role: 'check' })).rejects.toMatchObject({
      code: 'usage',
      message: 'The list has no point T9; load the list that has it.',
    });
    await expect(
      call('loops.decide', { sessionId, fromScan: 9, toScan: 9, verdict: 'accept' }),
    ).rejects.toMatchObject({ code: 'usage' });
    await expect(call('refine.state', { sessionId: 99 })).rejects.toMatchObject({ code: 'usage' });
    expect((await call('refine.state', { sessionId })).file?.name).toBe('control.csv');
    expect((await call('control.forget', { sessionId })).points).toEqual([]);
  }, 1_800_000);

  it.runIf(IS_LONG)(
    'is cancelled, and what held before still holds',
    async () => {
      const { project } = await surveyed();
      const { call, sessionId } = await opened(project);
      await call('refine.ask', { sessionId, asked: { loops: true, level: true } });
      const before = await call('refine.get', { sessionId });
      expect(before.isCurrent).toBe(false);
      const stop = new AbortController();
      await expect(
        call('refine.run', { sessionId }, { signal: stop.signal, onProgress: () => stop.abort() }),
      ).rejects.toMatchObject({ code: 'cancelled' });
      const after = await call('refine.get', { sessionId });
      expect(after.refinement!.createdAt).toBe(before.refinement!.createdAt);
    },
    1_800_000,
  );
});
