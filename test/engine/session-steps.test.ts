import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { effectiveQuestion } from '../../src-core/contract/effective-fields.ts';
import { NO_SURVEY_HEADING } from '../../src-core/model/survey-heading.ts';
import { type Opened, openedTwice } from './opened-twice.ts';

/** Ids of the listed sessions, with the names that a person gave them. */
async function listed({ call }: Opened): Promise<[number, string | null][]> {
  return (await call('project.info', {}))!.sessions.map(({ id, name }) => [id, name]);
}

/** What undo and redo say that they would do. */
async function steps({ call }: Opened) {
  const { undo, redo } = (await call('work.all', {})).history;
  const nameOf = (step: typeof undo) => step && [step.topic, step.sessionId, ...step.fields];
  return { undo: nameOf(undo), redo: nameOf(redo) };
}

/** The whole question of a session, as every window shows it. */
async function question({ call }: Opened, sessionId: number) {
  return effectiveQuestion((await call('work.all', {})).fields, sessionId);
}

describe('the steps of whole sessions', () => {
  it.each(['name', 'removed', 'restored', 'duplicated'] as const)(
    'are undone and redone: %s, and told to every window',
    async (kind) => {
      const of = await openedTwice();
      const { call, one } = of;
      if (kind === 'restored') await call('session.setRemoved', { sessionId: one, removed: true });
      const before = await listed(of);
      const make = {
        name: () => call('session.rename', { sessionId: one, name: 'Nivel 4210 – Ñuñoa' }),
        removed: () => call('session.setRemoved', { sessionId: one, removed: true }),
        restored: () => call('session.setRemoved', { sessionId: one, removed: false }),
        duplicated: () => call('session.duplicate', { sessionId: one }),
      };
      const { sessionId } = await make[kind]();
      const after = await listed(of);
      expect(after).not.toEqual(before);
      expect((await steps(of)).undo).toEqual(['session', sessionId, kind]);
      for (let i = 0; i < 2; i++) {
        await call('history.undo', {});
        expect(await listed(of)).toEqual(before);
        expect((await steps(of)).redo).toEqual(['session', sessionId, kind]);
        expect(of.told.at(-1)).toMatchObject({ topic: 'session', sessionId });
        await call('history.redo', {});
        expect(await listed(of)).toEqual(after);
      }
      // What changes nothing is no step.
      if (kind === 'name') await make.name();
      if (kind === 'removed') await make.removed();
      expect((await steps(of)).redo).toBeNull();
    },
  );

  it('stand in one order with those of the work: undo brings a session back before its own', async () => {
    const of = await openedTwice();
    const { call, set, one, two } = of;
    await set(one, { interval: 0.25 });
    await set(two, { interval: 2 });
    await call('session.setRemoved', { sessionId: one, removed: true });
    await set(two, { rangeBias: 0.01 });
    for (const expected of [
      ['session', one, 'removed'],
      ['question', two, 'interval'],
      ['question', one, 'interval'],
      null,
    ]) {
      await call('history.undo', {});
      expect((await steps(of)).undo).toEqual(expected);
    }
    expect(await question(of, one)).toMatchObject({ interval: 0.5 });
    for (let i = 0; i < 4; i++) await call('history.redo', {});
    expect(await listed(of)).toEqual([[two, null]]);
    expect(await question(of, two)).toMatchObject({ interval: 2, rangeBias: 0.01 });
  });

  it('leave the history with the data that they were of, and undo goes on with the others', async () => {
    const of = await openedTwice();
    const { call, set, one, two } = of;
    await set(one, { interval: 0.25 });
    await set(two, { interval: 2 });
    const { sessionId: copy } = await call('session.duplicate', { sessionId: one });
    await set(copy, { rangeBias: 0.01 });
    await call('session.setRemoved', { sessionId: copy, removed: true });
    await call('session.setRemoved', { sessionId: two, removed: true });
    await set(one, { rangeBias: 0.02 });
    await call('project.freeSpace', {});
    expect((await steps(of)).undo).toEqual(['question', one, 'rangeBias']);
    await call('history.undo', {});
    expect(await steps(of)).toEqual({
      undo: ['question', one, 'interval'],
      redo: ['question', one, 'rangeBias'],
    });
    await call('history.undo', {});
    expect((await steps(of)).undo).toBeNull();
    expect(await listed(of)).toEqual([[one, null]]);
  });

  it('are told to the windows without those whose space was freed', async () => {
    const of = await openedTwice();
    const { call, one, two } = of;
    await call('session.rename', { sessionId: two, name: 'Labor' });
    await call('session.setRemoved', { sessionId: one, removed: true });
    await call('session.duplicate', { sessionId: two });
    await call('history.undo', {});
    expect((await call('project.freeSpace', {})).sessions).toBe(2);
    expect(of.told.at(-1)!.history).toMatchObject({ undo: { sessionId: two, fields: ['name'] }, redo: null });
  });

  it('are refused while work runs, and stay to be undone', async () => {
    const of = await openedTwice();
    const { call, session, one } = of;
    const { sessionId } = await call('session.duplicate', { sessionId: one });
    let end = (): void => {};
    const working = session.hold('work-align', () => new Promise<void>((resolve) => (end = resolve)));
    await expect(call('history.undo', {})).rejects.toMatchObject({ code: 'project-busy' });
    expect((await steps(of)).undo).toEqual(['session', sessionId, 'duplicated']);
    end();
    await working;
    await call('history.undo', {});
    expect(await listed(of)).toHaveLength(2);
  });

  it('of a removed session are passed over where the removal itself is none, as in older projects', async () => {
    const of = await openedTwice();
    await of.set(of.one, { interval: 0.25 });
    await of.set(of.two, { interval: 2 });
    await of.call('session.setRemoved', { sessionId: of.two, removed: true });
    const plain = new Database(of.path);
    plain.exec("DELETE FROM changes WHERE topic = 'session'");
    plain.close();
    expect((await steps(of)).undo).toEqual(['question', of.one, 'interval']);
    await of.call('history.undo', {});
    expect((await steps(of)).undo).toBeNull();
  });
});

describe('a duplicate', () => {
  it('shows what its original shows, also what that takes from before or has by default', async () => {
    const of = await openedTwice();
    const { call, set, session, path, one, two } = of;
    await call('epochs.describe', {
      sessionId: two,
      heading: { ...NO_SURVEY_HEADING, mine: 'Ánimas', surveyDate: '2026-03-31' },
    });
    // The original has the default interval; the session between has another.
    await set(one, { chainage: { from: 2, to: 9 }, rangeBias: 0.01 });
    await set(two, { interval: 2, 'measure.material': { density: 2.7, swell: 0.3 } });
    const headline = { volume: 355.91, plusMinus: 4.2, length: 28.4, lengthPlusMinus: 0.05, warnings: 2 };
    const values = (await question(of, one)) as never;
    await call('measured.keep', { path, sessionId: one, headline, values });
    const { sessionId: copy } = await call('session.duplicate', { sessionId: one });

    expect(await question(of, copy)).toEqual(await question(of, one));
    expect(await question(of, copy)).toMatchObject({ interval: 0.5, chainage: { from: 2, to: 9 } });
    expect(session.project.headings.get(copy)).toEqual(session.project.headings.get(one));
    const { sessions } = await call('project.summary', {});
    const measured = (id: number) => sessions.find(({ sessionId }) => sessionId === id)!.measured;
    expect(measured(copy)).toEqual(measured(one));
    expect(measured(copy)).toMatchObject({ volume: 355.91, isCurrent: true });

    // It is one step, and those of the original stay the original's.
    expect((await steps(of)).undo).toEqual(['session', copy, 'duplicated']);
    await call('history.undo', {});
    expect((await steps(of)).undo).toMatchObject(['question', two, 'interval', 'measure.material']);
  });
});
