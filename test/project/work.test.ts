import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, describe, expect, it } from 'vitest';
import { Connection } from '../../src-main/project/connection.ts';
import { migrate } from '../../src-main/project/migrate.ts';
import { MIGRATIONS } from '../../src-main/project/migrations/index.ts';
import { Project } from '../../src-main/project/project.ts';
import { changeStored } from '../fixtures/change-stored.ts';
import { temporaryFolder } from './fixtures.ts';

const opened: { close(): void }[] = [];
afterEach(() => {
  for (const project of opened.splice(0)) project.close();
});

function open(path = join(temporaryFolder(), 'work.socavon'), options = {}): Project {
  const project = Project.open(path, { create: true, ...options });
  opened.push(project);
  return project;
}

/** Two complete sessions without scans. */
function withSessions(path = join(temporaryFolder(), 'work.socavon')): Project {
  const project = open(path);
  changeStored(
    path,
    "INSERT INTO sessions (id, state, imported_at, sensor, health) VALUES (1, 'complete', '', '{}', '{}'), (2, 'complete', '', '{}', '{}')",
  );
  return project;
}

const at = (ms: number): { merges: boolean; at: Date } => ({ merges: true, at: new Date(1e12 + ms) });
const change = (before: unknown, after: unknown, field = 'interval') => ({
  topic: 'question',
  sessionId: null,
  before: { [field]: before },
  after: { [field]: after },
});

describe('fields of the work', () => {
  it('are kept by topic, session and name, and read back after opening again', () => {
    const project = withSessions();
    project.work.set('question', 1, { interval: 0.5, design: null });
    project.work.set('question', 2, { interval: 2 });
    project.work.set('view', null, { panel: 'map' });
    project.work.set('question', 1, { interval: 0.25, design: undefined });
    project.close();
    opened.length = 0;
    const again = open(project.path);
    expect(again.work.of('question', 1)).toEqual({ interval: 0.25 });
    expect(again.work.of('question', 2)).toEqual({ interval: 2 });
    expect(again.work.all()).toEqual({
      fields: [
        { topic: 'question', sessionId: 2, field: 'interval', value: 2 },
        { topic: 'view', sessionId: null, field: 'panel', value: 'map' },
        { topic: 'question', sessionId: 1, field: 'interval', value: 0.25 },
      ],
      unreadable: [],
    });
  });

  it('are lost one by one where the file is damaged, never together', () => {
    const project = withSessions();
    project.work.set('question', 1, { interval: 0.5, rangeBias: 0.01 });
    const plain = new Database(project.path);
    plain.pragma('ignore_check_constraints = ON');
    plain.exec(`UPDATE work_fields SET value = '{"half' WHERE field = 'interval'`);
    plain.close();
    expect(project.work.all()).toEqual({
      fields: [{ topic: 'question', sessionId: 1, field: 'rangeBias', value: 0.01 }],
      unreadable: [{ topic: 'question', sessionId: 1, field: 'interval' }],
    });
    expect(project.work.of('question', 1)).toEqual({ rangeBias: 0.01 });
  });

  it('of two windows of two programs do not overwrite each other', () => {
    const one = withSessions();
    const other = open(one.path);
    one.work.set('question', 1, { interval: 0.5 });
    other.work.set('question', 1, { rangeBias: 0.01 });
    expect(one.work.of('question', 1)).toEqual({ interval: 0.5, rangeBias: 0.01 });
    expect(other.work.of('question', 1)).toEqual({ interval: 0.5, rangeBias: 0.01 });
  });

  it('of a project that may only be read are refused in one sentence, and stay readable', () => {
    const project = withSessions();
    project.work.set('view', null, { panel: 'map' });
    const reader = open(project.path, { create: false, readonly: true });
    expect(() => reader.work.set('view', null, { panel: 'lab' })).toThrow('copy the project to a folder');
    expect(reader.work.of('view', null)).toEqual({ panel: 'map' });
  });

  it('leave with their session', () => {
    const project = withSessions();
    project.work.set('question', 1, { interval: 0.5 });
    project.changes.add({ ...change(1, 0.5), sessionId: 1 });
    changeStored(project.path, 'DELETE FROM sessions WHERE id = 1');
    expect(project.work.all().fields).toEqual([]);
    expect(project.changes.last()).toBeNull();
  });
});

describe('the history', () => {
  it('takes one value that changes within a moment for one change', () => {
    const { changes } = open();
    for (const [i, value] of [4, 4.2, 4.25].entries()) changes.add(change(value - 1, value), at(400 * i));
    expect(changes.last()).toMatchObject({ before: { interval: 3 }, after: { interval: 4.25 } });
    changes.add(change(4.25, 9), at(800 + 1500));
    expect(changes.last()).toMatchObject({ before: { interval: 4.25 } });
  });

  it('takes another field, a list, and what is added or removed for changes of their own', () => {
    const { changes } = open();
    const steps = [
      change(null, { width: 4 }, 'design'),
      change({ width: 4 }, { width: 5 }, 'design'),
      change(1, 2, 'rangeBias'),
      change([], ['a'], 'rounds'),
      change(['a'], ['a', 'b'], 'rounds'),
    ];
    for (const [i, step] of steps.entries()) changes.add(step, at(i));
    for (const step of steps.toReversed()) {
      const last = changes.last()!;
      expect(last).toMatchObject(step);
      changes.mark(last, true);
    }
    expect(changes.last()).toBeNull();
  });

  it('has no step for a value that came back', () => {
    const { changes } = open();
    changes.add(change(1, 2), at(0));
    changes.add(change(2, 1), at(100));
    expect(changes.last()).toBeNull();
  });

  it('discards what was undone with the next change', () => {
    const { changes } = open();
    changes.add(change(1, 2));
    changes.mark(changes.last()!, true);
    expect(changes.next()).toMatchObject({ after: { interval: 2 } });
    changes.add(change(1, 3));
    expect([changes.next(), changes.last()?.after]).toEqual([null, { interval: 3 }]);
  });

  it('passes over a damaged step', () => {
    const project = open();
    project.changes.add(change(1, 2));
    project.changes.add(change('a', 'b', 'origin'));
    const plain = new Database(project.path);
    plain.pragma('ignore_check_constraints = ON');
    plain.exec(`UPDATE changes SET before = '{' WHERE id = 2`);
    plain.close();
    expect(project.changes.last()).toMatchObject({ before: { interval: 1 } });
  });

  it('forgets the oldest of very many steps, and of very large ones', () => {
    const project = open();
    const { changes } = project;
    project.transaction(() => {
      for (let i = 0; i < 1010; i++) changes.add(change(i, i + 1));
    });
    let count = 0;
    for (let last = changes.last(); last !== null; last = changes.last(), count++) changes.mark(last, true);
    expect(count).toBe(1000);
    const large = 'x'.repeat(6 << 20);
    for (let i = 0; i < 4; i++) changes.add(change(i, `${i}${large}`));
    count = 0;
    for (let last = changes.last(); last !== null; last = changes.last(), count++) changes.mark(last, true);
    expect(count).toBe(2);
  });

  it('keeps the newest step however large it is, so that what was just done can be undone', () => {
    const { changes } = open();
    changes.add(change(1, 2));
    // More than all steps together may take.
    const large = 'x'.repeat(17 << 20);
    changes.add(change('', large));
    expect(changes.last()?.after).toEqual({ interval: large });
    changes.mark(changes.last()!, true);
    expect(changes.last()).toBeNull();
    expect(changes.next()?.after).toEqual({ interval: large });
    // The next, small one is the newest again, and the large one goes.
    changes.add(change(3, 4));
    expect(changes.last()?.after).toEqual({ interval: 4 });
    changes.mark(changes.last()!, true);
    expect(changes.last()).toBeNull();
  });
});

describe('the fifth step of the product', () => {
  it('takes the changes by hand of alignments into the history, the undone ones too', () => {
    const path = join(temporaryFolder(), 'old.socavon');
    const connection = new Connection(path, { readonly: false, busyTimeoutMs: 100 });
    connection.pragma('journal_mode = WAL');
    migrate(connection, MIGRATIONS.slice(0, 4));
    connection.exec(`
      INSERT INTO sessions (id, state, imported_at, sensor, health) VALUES (1, 'complete', '', '{}', '{}');
      INSERT INTO alignment_runs VALUES (3, 1, 'cpu', '{}', 'hash', '0.1.0', 'done', '');
      INSERT INTO alignment_edits VALUES
        (3, 0, '{"kind":"reject","scan":4}', '2026-04-02T08:00:00.000Z', 0),
        (3, 1, '{"kind":"reject","scan":9}', '2026-04-02T08:01:00.000Z', 1);
    `);
    migrate(connection, MIGRATIONS.slice(0, 5));
    expect(
      connection.prepare('SELECT topic, session_id, after, undone FROM changes ORDER BY id').all(),
    ).toEqual([
      { topic: 'alignment', session_id: 1, after: '{"reject":{"run":3}}', undone: 0 },
      { topic: 'alignment', session_id: 1, after: '{"reject":{"run":3}}', undone: 1 },
    ]);
    connection.close();
  });
});
