import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished } from 'vitest';
import type { Refinement } from '../../../src-core/contract/refine-requests.ts';
import { parseControlPointsCsv } from '../../../src-core/io/tables/control-points-csv.ts';
import { parsePicksCsv } from '../../../src-core/io/tables/picks-csv.ts';
import { parseTum } from '../../../src-core/io/tables/tum.ts';
import { seededRandom } from '../../../src-core/math/random.ts';
import { applyToPoint, invert } from '../../../src-core/math/se3.ts';
import { CONTROLLED_SEED, controlledDrive } from '../../fixtures/controlled-drive.ts';
import { PICKED_CLOUD_SEED, writePickedCloud } from '../../fixtures/picked-cloud.ts';
import { refused } from '../../hosts/cli/refused.ts';
import { lastJson } from '../../hosts/cli/run-cli.ts';
import { runHere } from '../../hosts/cli/run-here.ts';
import { temporaryFolder } from '../../project/fixtures.ts';
import { IS_LONG, it } from '../../support/tier.ts';
import { engineThread } from '../engine-thread.ts';

type Triple = [number, number, number];

/** An engine with a project of a folder open, which it may read. */
async function opened(folder: string, project: string) {
  const engine = engineThread();
  onTestFinished(() => engine.kill());
  engine.tell({ kind: 'grant', path: folder, scope: 'folder', write: true });
  const { call } = engine.client;
  await call('project.open', { path: join(folder, project) });
  return { call, sessionId: 1 };
}

type Call = Awaited<ReturnType<typeof opened>>['call'];

/** Picks the points of a file in the map, as a person would. */
async function pickAll(call: Call, path: string): Promise<void> {
  for (const { name, place, feature, size } of parsePicksCsv(readFileSync(path, 'utf8'), 'picked.csv'))
    await call('control.pick', { sessionId: 1, name, place: [...place] as Triple, feature, size });
}

const of = ({ residuals }: Refinement, role: 'control' | 'check') =>
  residuals.filter((residual) => residual.role === role);

interface Said {
  readonly refinement: Record<'control' | 'check', Refinement['residuals']> & {
    readonly chi2: number;
    readonly frame: string;
  };
  readonly picked?: readonly { readonly name: string; readonly sigma: number; readonly points: number }[];
}

describe(`points picked in a cloud, asked of the engine (seed ${PICKED_CLOUD_SEED})`, () => {
  async function cloudProject() {
    const folder = temporaryFolder();
    writePickedCloud(folder);
    const into = ['--project', join(folder, 'p.socavon'), '--out', join(folder, 'out'), '--report', 'html'];
    const stated = ['--scanner', 'terrestrial', '--cloud-unit', 'm', '--frame', 'local', '--json'];
    const run = (...more: string[]) => runHere('run', join(folder, 'drive.xyz'), ...into, ...stated, ...more);
    expect(await run()).toMatchObject({ status: 0 });
    copyFileSync(join(folder, 'p.socavon'), join(folder, 'window.socavon'));
    const control = ['--control', join(folder, 'control.csv'), '--picked', join(folder, 'picked.csv')];
    return { folder, run: () => run(...control) };
  }

  it.runIf(IS_LONG)(
    'place it as the command line does, to the last digit, and are undone and made again',
    async () => {
      const { folder, run } = await cloudProject();
      const said = lastJson(await run()) as unknown as Said;
      const { call, sessionId } = await opened(folder, 'window.socavon');
      await expect(call('refine.run', { sessionId })).rejects.toMatchObject({
        code: 'usage',
        sentence: { code: 'cloud-picks-none' },
      });
      await call('control.load', { sessionId, path: join(folder, 'control.csv') });
      await pickAll(call, join(folder, 'picked.csv'));
      const before = await call('control.picks', { sessionId });
      // Each with what was fitted and what remains, before anything is placed.
      for (const { name, fit, error } of before) {
        const own = said.picked!.find((one) => one.name === name)!;
        expect([fit!.sigma, fit!.points]).toEqual([own.sigma, own.points]);
        expect(Math.hypot(...error!)).toBeLessThan(0.05);
      }
      const refinement = await call('refine.run', { sessionId });
      expect(of(refinement, 'control')).toEqual(said.refinement.control);
      expect(of(refinement, 'check')).toEqual(said.refinement.check);
      expect([refinement.chi2, refinement.frame]).toEqual([said.refinement.chi2, 'mine-grid']);
      expect((await call('refine.get', { sessionId })).isCurrent).toBe(true);

      // The map is in the mine grid now, and so are the picks; a pick there is stored in the frame of the cloud.
      const [placed] = await call('control.picks', { sessionId });
      expect(placed.fit!.place[0]).toBeGreaterThan(300_000);
      expect(placed.fit!.sigma).toBe(before[0].fit!.sigma);
      const { name, feature, size } = placed;
      const moved = { name, feature, size, place: placed.place };
      const { picks } = await call('control.pick', { sessionId, ...moved });
      for (const [k, value] of picks.at(-1)!.place.entries())
        expect(value).toBeCloseTo(before[0].place[k], 6);
      await call('history.undo', {});
      expect((await call('refine.get', { sessionId })).isCurrent).toBe(true);

      await call('control.unpick', { sessionId, name });
      expect((await call('control.picks', { sessionId })).map((one) => one.name)).not.toContain(name);
      expect((await call('refine.get', { sessionId })).isCurrent).toBe(false);
      await call('history.undo', {});
      expect(await call('control.picks', { sessionId })).toHaveLength(before.length);
      expect((await call('refine.get', { sessionId })).isCurrent).toBe(true);
      await call('history.redo', {});
      expect(await call('control.picks', { sessionId })).toHaveLength(before.length - 1);

      await call('refine.drop', { sessionId });
      expect((await call('refine.get', { sessionId })).refinement).toBeNull();
      expect((await call('control.picks', { sessionId }))[0].place[0]).toBeLessThan(100);
    },
    300_000,
  );

  it('are refused in one sentence', async () => {
    const { folder } = await cloudProject();
    const { call, sessionId } = await opened(folder, 'window.socavon');
    const pick = {
      sessionId,
      name: 'K1',
      place: [4, 1.2, 1.1] as Triple,
      feature: 'sphere',
      size: 0.2,
    } as const;
    await expect(call('control.pick', pick)).rejects.toMatchObject({
      sentence: { code: 'control-point-none' },
    });
    await call('control.load', { sessionId, path: join(folder, 'control.csv') });
    await expect(call('control.pick', { ...pick, place: null })).rejects.toMatchObject({
      sentence: { code: 'pick-none' },
    });
    // A sphere without its size, paint with one, or a size out of all reason.
    await expect(call('control.pick', { ...pick, size: null })).rejects.toThrow();
    await expect(call('control.pick', { ...pick, feature: 'paint' })).rejects.toThrow();
    await expect(call('control.pick', { ...pick, size: 20 })).rejects.toThrow();
    await expect(call('refine.setReference', { sessionId, reference: 1 })).rejects.toMatchObject({
      sentence: { code: 'reference-of-cloud' },
    });
    // One that is not there says so beside the others, and the run refuses it.
    await call('control.pick', pick);
    await call('control.pick', { ...pick, name: 'K2', place: [25, 0, 2] });
    const [first, second] = await call('control.picks', { sessionId });
    expect([first.fault, second.fit]).toEqual([null, null]);
    expect(second.fault!.sentence).toMatchObject({ code: 'pick-not-there' });
    await expect(call('refine.run', { sessionId })).rejects.toMatchObject({
      sentence: { code: 'pick-not-there' },
    });
    // A list without a picked point.
    await call('control.unpick', { sessionId, name: 'K2' });
    const others = readFileSync(join(folder, 'control.csv'), 'utf8').replace(/^K1,.*\n/m, '');
    writeFileSync(join(folder, 'others.csv'), others);
    await call('control.load', { sessionId, path: join(folder, 'others.csv') });
    await expect(call('refine.run', { sessionId })).rejects.toMatchObject({
      sentence: { code: 'picks-unknown' },
    });
  }, 300_000);
});

describe(`points picked in the map of scans, asked of the engine (seed ${CONTROLLED_SEED})`, () => {
  const SEED = CONTROLLED_SEED;

  /** A project that holds the aligned drive, its list, and its targets picked some centimetres beside in its map. */
  async function scansProject() {
    const folder = temporaryFolder();
    const drive = await controlledDrive();
    for (const name of ['p.socavon', 'window.socavon']) copyFileSync(drive.project, join(folder, name));
    copyFileSync(drive.control, join(folder, 'control.csv'));
    const points = parseControlPointsCsv(readFileSync(drive.control, 'utf8'), 'control.csv');
    const tum = readFileSync(join(dirname(drive.capture), 'truth_tum.txt'), 'utf8');
    const [{ T_map_sensor }] = parseTum(tum, 'truth_tum.txt');
    const random = seededRandom(SEED);
    const rows = points.map(({ name, easting, northing, elevation }) => {
      const place = applyToPoint(invert(T_map_sensor), easting, northing, elevation);
      return [name, ...place.map((value) => (value + 0.03 * random.normal()).toFixed(3)), 'disc', 0.3].join(
        ',',
      );
    });
    writeFileSync(join(folder, 'picked.csv'), `name,x,y,z,feature,size\n${rows.join('\n')}\n`);
    const into = ['--project', join(folder, 'p.socavon'), '--out', join(folder, 'out'), '--report', 'html'];
    const args = (...more: string[]) => ['run', drive.capture, ...into, '--engine', 'cpu', ...more];
    return { folder, args, capture: drive.capture };
  }

  it.runIf(IS_LONG)(
    'adjust it as the command line does, to the last digit, and keep their place when it moves',
    async () => {
      const { folder, args } = await scansProject();
      const control = ['--control', join(folder, 'control.csv'), '--check', 'T2'];
      const ending = await runHere(...args(...control, '--picked', join(folder, 'picked.csv'), '--json'));
      expect(ending).toMatchObject({ status: 0 });
      const said = lastJson(ending) as unknown as Said;
      expect(ending.stderr).toMatch(/T1: bright disc of its size, \d\.\d mm by \d+ points/);
      // One observation for each point, in place of the targets of both passes: the picks go before them.
      expect(said.refinement.control.map(({ name }) => name)).toEqual(['T1', 'T3']);
      const [check] = said.refinement.check;
      expect(check.name).toBe('T2');
      expect(check.distance).toBeLessThan(check.plusMinus!);
      expect(check.distance).toBeLessThan(0.02);

      const { call, sessionId } = await opened(folder, 'window.socavon');
      await call('control.load', { sessionId, path: join(folder, 'control.csv') });
      await call('control.setRole', { sessionId, name: 'T2', role: 'check' });
      await pickAll(call, join(folder, 'picked.csv'));
      const fits = await call('control.picks', { sessionId });
      for (const { fit } of fits) expect(fit!.sigma).toBeLessThan(0.006);
      const refinement = await call('refine.run', { sessionId });
      expect(of(refinement, 'control')).toEqual(said.refinement.control);
      expect(of(refinement, 'check')).toEqual(said.refinement.check);
      expect(refinement.chi2).toBe(said.refinement.chi2);
      expect((await call('refine.get', { sessionId })).isCurrent).toBe(true);

      // In the map that moved, each is where its point is.
      const list = (await call('refine.state', { sessionId })).points;
      for (const { name, fit } of await call('control.picks', { sessionId })) {
        const { easting, northing, elevation } = list.find((point) => point.name === name)!;
        const off = [easting, northing, elevation].map((value, k) => value - fit!.place[k]);
        expect(Math.hypot(...off)).toBeLessThan(0.02);
      }
      // A place that is only asked about is fitted, and kept nowhere.
      const { place } = fits[0];
      const request = await call('control.fitAt', {
        sessionId,
        name: '1',
        place,
        feature: 'paint',
        size: null,
      });
      expect(request.fault?.sentence?.code ?? request.fit?.points).toBeDefined();
      expect((await call('refine.state', { sessionId })).picks).toHaveLength(3);

      await call('control.pick', { sessionId, name: 'T1', place: null, feature: 'paint', size: null });
      expect((await call('refine.get', { sessionId })).isCurrent).toBe(false);
      await call('history.undo', {});
      expect((await call('refine.get', { sessionId })).isCurrent).toBe(true);
      const far = {
        sessionId,
        name: 'T1',
        place: [0, 0, 90] as Triple,
        feature: 'paint',
        size: null,
      } as const;
      await expect(call('control.pick', far)).rejects.toMatchObject({ sentence: { code: 'pick-far-off' } });
    },
    600_000,
  );

  it('are refused on the command line without a list, or before there is a map to pick in', async () => {
    const { folder, args, capture } = await scansProject();
    const picked = ['--picked', join(folder, 'picked.csv')];
    expect((await refused(2, ...args(...picked))).message).toMatch(/give --control/);
    const fresh = ['run', capture, '--project', join(folder, 'fresh.socavon'), '--out', join(folder, 'out')];
    const control = ['--control', join(folder, 'control.csv')];
    expect((await refused(1, ...fresh, ...control, ...picked)).message).toMatch(/run without --picked first/);
  }, 600_000);
});
