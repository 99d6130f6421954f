import { expect } from 'vitest';
import { effectiveQuestion } from '../../src-core/contract/effective-fields.ts';
import { seededRandom } from '../../src-core/math/random.ts';
import { NO_SURVEY_HEADING } from '../../src-core/model/survey-heading.ts';
import { checkChain, stateOf } from '../../src-main/project/audit-chain.ts';
import { Project } from '../../src-main/project/project.ts';
import { changeStored } from '../fixtures/change-stored.ts';
import { describe, it, tiered } from '../support/tier.ts';
import { type Opened, openedTwice } from './opened-twice.ts';

/** Everything that a result depends on and a window can change. */
async function state({ call }: Opened): Promise<string> {
  const { fields } = await call('work.all', {});
  const sessions = (await call('project.info', {}))!.sessions;
  const ofEach = await Promise.all(
    sessions.map(async ({ id: sessionId, name }) => [
      ...[sessionId, name],
      await call('map.notes', { sessionId }),
      await call('refine.state', { sessionId }),
    ]),
  );
  const headings = (await call('epochs.list', {})).map(({ sessionId, heading }) => [sessionId, heading]);
  const byPlace = fields.map((field) => JSON.stringify(field)).sort();
  return JSON.stringify([byPlace, ofEach, headings]);
}

const CORRECTION = { class: 'duct', from: 4, to: 6, leftFrom: -1, leftTo: 1, upFrom: 0, upTo: 2 };

/** One change of a random kind. */
async function changeSomething({ call, set }: Opened, random: () => number): Promise<void> {
  const upTo = (count: number): number => Math.floor(count * random());
  const { sessions, removed } = (await call('project.info', {}))!;
  const sessionId = sessions[random() < 0.7 ? 0 : upTo(sessions.length)].id;
  const kinds = [
    () => set(sessionId, { interval: 0.5 + upTo(9) / 2 }),
    () => set(sessionId, { chainage: random() < 0.3 ? null : { from: upTo(5), to: 6 + upTo(20) } }),
    () => set(sessionId, { 'measure.material': { density: 2 + random(), swell: 0.3 } }),
    () => set(sessionId, { 'measure.corrections': Array(1 + upTo(3)).fill(CORRECTION) }),
    () => set(sessionId, { axis: null, chainage: null, 'measure.corrections': null, 'measure.rounds': null }),
    () => set(sessionId, { origin: `${upTo(1000)} 0 0 0 0 0 1` }),
    () =>
      call('map.setNotes', {
        sessionId,
        notes: Array.from({ length: upTo(4) }, (_, i) => ({
          id: `${i}`,
          point: [i, random(), 0] as [number, number, number],
          text: 'Cuña',
        })),
      }),
    () =>
      call('loops.decide', {
        sessionId,
        fromScan: upTo(5),
        toScan: 10 + upTo(5),
        verdict: random() < 0.3 ? null : random() < 0.5 ? 'accept' : 'refuse',
      }),
    () =>
      call('control.decide', {
        sessionId,
        decision: { scan: upTo(5), pSensor: [0.1 + random(), 2, -1e-7], verdict: 'accept', name: null },
        reset: random() < 0.2,
      }),
    () =>
      call('epochs.describe', { sessionId, heading: { ...NO_SURVEY_HEADING, working: `Labor ${upTo(9)}` } }),
    () => call('map.keepMoved', { sessionId, keep: random() < 0.5 }),
    () => call('session.rename', { sessionId, name: random() < 0.3 ? null : `Ñuñoa ${upTo(9)}` }),
    () => (sessions.length < 5 ? call('session.duplicate', { sessionId }) : null),
    () => (sessions.length > 1 ? call('session.setRemoved', { sessionId, removed: true }) : null),
    () =>
      removed.length > 0
        ? call('session.setRemoved', { sessionId: removed[upTo(removed.length)].id, removed: false })
        : null,
  ];
  await kinds[upTo(kinds.length)]();
}

describe('the history of a project', () => {
  it.each(tiered([1, 2, 3, 4, 5, 6, 7, 8], [1, 2]))(
    'undoes and redoes random changes of every kind to the same state (seed %d)',
    async (seed) => {
      const of = await openedTwice();
      const { uniform: random } = seededRandom(seed);
      const untouched = await state(of);
      const seen: string[] = [];
      for (let i = 0; i < 35; i++) await changeSomething(of, random);
      const full = await state(of);
      for (;;) {
        seen.push(await state(of));
        const { undo } = await of.call('history.undo', {});
        if (undo === null) break;
      }
      expect(await state(of)).toBe(untouched);
      // Forth by some, back by some, and to the end: always the same states.
      let place = seen.length;
      for (let i = 0; i < 40; i++) {
        const forth = random() < 0.5 ? 1 : -1;
        const { undo, redo } = await of.call(forth > 0 ? 'history.redo' : 'history.undo', {});
        place = Math.min(seen.length, Math.max(0, place - forth));
        expect(await state(of)).toBe(place === seen.length ? untouched : seen[place]);
        expect([undo === null, redo === null]).toEqual([place === seen.length, place === 0]);
      }
      while ((await of.call('history.redo', {})).redo !== null) {}
      expect(await state(of)).toBe(full);
      // The audit trail has every one of these steps, and agrees with what they came to.
      const beside = Project.open(of.path, { readonly: true });
      const { entries, broken } = checkChain(beside.audit.rows(), beside.identity.uuid);
      expect(broken).toBeNull();
      // The second session was put into the file by hand, and is known once it is named.
      expect(['', 'session 2']).toContain(beside.changedParts(stateOf(entries)).join());
      const count = (action: string): number => entries.filter((entry) => entry.action === action).length;
      expect(count('undo')).toBeGreaterThanOrEqual(seen.length - 1);
      expect(count('redo')).toBeGreaterThanOrEqual(seen.length - 1);
      beside.close();
    },
    300_000,
  );

  it('survives closing, and belongs to its project', async () => {
    const of = await openedTwice();
    await of.set(of.one, { interval: 0.5 });
    await of.call('project.close', {});
    await of.call('project.open', { path: of.path });
    const { history, fields } = await of.call('work.all', {});
    expect(history.undo).toMatchObject({ topic: 'question', sessionId: of.one, fields: ['interval'] });
    expect(fields).toEqual([{ topic: 'question', sessionId: of.one, field: 'interval', value: 0.5 }]);
    await of.call('history.undo', {});
    expect((await of.call('work.all', {})).fields).toEqual([]);
  });

  it('tells every window what was changed, with the window that did it', async () => {
    const of = await openedTwice();
    await of.set(of.one, { interval: 0.5 });
    expect(of.told.at(-1)).toMatchObject({ topic: 'question', values: { interval: 0.5 }, by: 'me' });
    await of.call('history.undo', {});
    expect(of.told.at(-1)).toMatchObject({ values: {}, removed: ['interval'], by: null });
    await of.call('loops.decide', { sessionId: of.one, fromScan: 1, toScan: 9, verdict: 'refuse' });
    expect(of.told.at(-1)).toMatchObject({ topic: 'control', sessionId: of.one, values: {} });
  });

  it('takes the edits of an alignment as steps, also of one that is not open any more', async () => {
    const of = await openedTwice();
    await of.call('alignment.open', { sessionId: of.one, engine: 'cpu' });
    await of.call('alignment.edit', { edit: { kind: 'reject', scan: 5 } });
    await of.set(of.one, { interval: 0.5 });
    await of.call('alignment.close', {});
    expect((await of.call('history.undo', {})).undo).toMatchObject({
      topic: 'alignment',
      fields: ['reject'],
    });
    expect((await of.call('history.undo', {})).undo).toBeNull();
    const edits = async () =>
      (await of.call('alignment.open', { sessionId: of.one, engine: 'cpu' })).state.edits;
    expect(await edits()).toEqual([]);
    await of.call('history.redo', {});
    expect(await edits()).toEqual([{ kind: 'reject', scan: 5 }]);
    // The request of the alignment itself is the same step.
    await of.call('alignment.undo', {});
    expect((await of.call('work.all', {})).history.redo).toMatchObject({ topic: 'alignment' });
  }, 120_000);
});

describe('the work of a window', () => {
  it('is refused field by field: unknown ones, values out of range, another project', async () => {
    const { call, set, one, path } = await openedTwice();
    await expect(set(one, { interval: -1 })).rejects.toMatchObject({ code: 'usage' });
    await expect(set(one, { colour: 'red' })).rejects.toMatchObject({ code: 'usage' });
    await expect(set(99, { interval: 1 })).rejects.toMatchObject({ code: 'usage' });
    const elsewhere = { path: `${path}x`, topic: 'question', sessionId: one, values: {}, by: '' } as const;
    await expect(call('work.set', elsewhere)).rejects.toThrow('another project is open now');
    expect((await call('work.all', {})).fields).toEqual([]);
  });

  it('is read without what is damaged, unknown or out of range, which is named', async () => {
    const { call, set, one, path } = await openedTwice();
    await set(one, { interval: 0.5, rangeBias: 0.01 });
    // As another version of the program writes it, with its check sums.
    changeStored(
      path,
      `UPDATE work_fields SET value = '-3' WHERE field = 'interval';
       INSERT INTO work_fields (topic, session_id, field, value, changed_at) VALUES
         ('view', NULL, 'panel', '{"half', ''), ('view', NULL, 'ofLater', '1', ''), ('later', NULL, 'field', '1', '');`,
    );
    const { fields, unreadable } = await call('work.all', {});
    expect(fields).toEqual([{ topic: 'question', sessionId: one, field: 'rangeBias', value: 0.01 }]);
    expect(unreadable).toEqual([
      { topic: 'view', sessionId: null, field: 'panel' },
      { topic: 'question', sessionId: one, field: 'interval' },
    ]);
  });

  it('has the last volume, until the question or the points are others', async () => {
    const { call, set, session, one, two, path } = await openedTwice();
    const measured = async (sessionId: number) =>
      (await call('project.summary', {})).sessions.find((of) => of.sessionId === sessionId)!.measured;
    expect(await measured(one)).toBeNull();
    const headline = { volume: 355.91, plusMinus: 4.2, length: 28.4, lengthPlusMinus: 0.05, warnings: 2 };
    await set(one, { interval: 0.5 });
    const values = () => effectiveQuestion(session.project.work.all().fields, one) as never;
    await call('measured.keep', { path, sessionId: one, headline, values: values() });
    expect(await measured(one)).toMatchObject({ ...headline, isCurrent: true });
    expect(await measured(two)).toBeNull();

    await set(one, { chainage: { from: 2, to: 9 } });
    expect(await measured(one)).toMatchObject({ volume: 355.91, isCurrent: false });
    await call('history.undo', {});
    expect(await measured(one)).toMatchObject({ isCurrent: true });
    await call('map.keepMoved', { sessionId: one, keep: true });
    expect(await measured(one)).toMatchObject({ isCurrent: false });
    await call('history.undo', {});
    await call('alignment.open', { sessionId: one, engine: 'cpu' });
    await call('alignment.advance', { scans: 2, thinning: 0 });
    expect(await measured(one)).toMatchObject({ isCurrent: false });
  }, 120_000);

  it('gives a second session the design and the interval of the first until it has its own, and no range', () => {
    const fields = [
      { topic: 'question', sessionId: 1, field: 'interval', value: 0.5 },
      { topic: 'question', sessionId: 1, field: 'chainage', value: { from: 1, to: 2 } },
    ];
    expect(effectiveQuestion(fields, 2)).toMatchObject({ interval: 0.5, chainage: null, origin: '' });
    const own = [...fields, { topic: 'question', sessionId: 2, field: 'interval', value: 2 }];
    expect(effectiveQuestion(own, 2)).toMatchObject({ interval: 2 });
    expect(effectiveQuestion(own, 1)).toMatchObject({ interval: 0.5, chainage: { from: 1, to: 2 } });
  });
});
