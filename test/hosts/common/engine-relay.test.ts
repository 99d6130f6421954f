import { describe, expect, it } from 'vitest';
import type { ToClient, ToServer } from '../../../src-core/contract/messages.ts';
import type { EngineProcess } from '../../../src-main/hosts/common/engine-process.ts';
import { engineRelay } from '../../../src-main/hosts/common/engine-relay.ts';

/** An engine whose replies the test writes, and every message that each one it started was given. */
function engines() {
  const started: { heard: object[]; say(message: ToClient): void; stop(): void }[] = [];
  const start = (): EngineProcess => {
    const heard: object[] = [];
    let hear = (_: ToClient): void => {};
    let exit = (_: string): void => {};
    started.push({ heard, say: (message) => hear(message), stop: () => exit('status 9') });
    return {
      post: (message) => {
        heard.push(message);
        if (message.kind === 'close') exit('status 0');
      },
      onMessage: (listener) => {
        hear = listener;
      },
      onExit: (listener) => {
        exit = listener;
      },
      kill: () => exit('killed'),
    };
  };
  return { start, started };
}

function window() {
  const heard: ToClient[] = [];
  return { heard, send: (message: ToClient) => void heard.push(message) };
}

const ask = (id: number, name = 'project.info', args: unknown = {}): ToServer => ({
  kind: 'request',
  id,
  name,
  args,
});

function relayOver(now = () => 0) {
  const { start, started } = engines();
  const logged: unknown[] = [];
  const opened: string[] = [];
  const relay = engineRelay({
    start,
    log: (error) => logged.push(error),
    onProject: ({ path }) => opened.push(path),
    now,
  });
  return { relay, started, logged, opened };
}

describe('several windows on one engine', () => {
  it('numbers requests anew, and brings each reply to the window that asked', () => {
    const { relay, started } = relayOver();
    const [a, b] = [window(), window()];
    const [linkA, linkB] = [relay.join(a.send), relay.join(b.send)];
    linkA.receive(ask(1));
    linkB.receive(ask(1, 'map.scan'));
    expect(started[0].heard).toEqual([ask(1), ask(2, 'map.scan')]);
    started[0].say({ kind: 'reply', id: 2, ok: true, value: 'for b' });
    expect(a.heard).toEqual([]);
    expect(b.heard).toEqual([{ kind: 'reply', id: 1, ok: true, value: 'for b' }]);
  });

  it('cancels the request of the window that asks for it, and of no other', () => {
    const { relay, started } = relayOver();
    const [linkA, linkB] = [relay.join(window().send), relay.join(window().send)];
    linkA.receive(ask(7));
    linkB.receive({ kind: 'cancel', id: 7 });
    expect(started[0].heard).toHaveLength(1);
    linkA.receive({ kind: 'cancel', id: 7 });
    expect(started[0].heard.at(-1)).toEqual({ kind: 'cancel', id: 1 });
  });

  it('tells news to all', () => {
    const { relay, started } = relayOver();
    const [a, b] = [window(), window()];
    relay.join(a.send);
    relay.join(b.send);
    started[0].say({ kind: 'event', name: 'project-changed', value: null });
    expect(a.heard).toEqual([{ kind: 'event', name: 'project-changed', value: null }]);
    expect(b.heard).toEqual(a.heard);
  });
});

describe('long work', () => {
  it('goes on without its window, is seen by another, and can be cancelled there', () => {
    const { relay, started } = relayOver(() => 5);
    const [a, b] = [window(), window()];
    const linkA = relay.join(a.send);
    linkA.receive(ask(1, 'capture.import'));
    started[0].say({ kind: 'progress', id: 1, stage: 'import', done: 1, total: 4, unit: 'B' });
    linkA.leave();
    relay.join(b.send);
    const job = {
      job: 1,
      name: 'capture.import',
      stage: 'import',
      done: 1,
      total: 4,
      unit: 'B',
      startedAt: 5,
    };
    expect(relay.jobs()).toEqual([job]);
    expect(relay.cancelJob(2)).toBe(false);
    expect(relay.cancelJob(1)).toBe(true);
    expect(started[0].heard.at(-1)).toEqual({ kind: 'cancel', id: 1 });
    const before = a.heard.length;
    started[0].say({ kind: 'reply', id: 1, ok: false, error: { code: 'cancelled', message: '' } });
    expect(a.heard).toHaveLength(before);
    expect(b.heard.at(-1)).toEqual({ kind: 'event', name: 'host.jobs', value: [] });
  });

  it('that an earlier window left is known to the next one before its first progress, until it ends', () => {
    const { relay, started } = relayOver(() => 5);
    const [a, b] = [window(), window()];
    const linkA = relay.join(a.send);
    linkA.receive(ask(1, 'report.preview'));
    expect(relay.jobs()).toEqual([]);
    linkA.leave();
    relay.join(b.send);
    expect(relay.jobs()).toMatchObject([{ job: 1, name: 'report.preview', stage: '', total: null }]);
    started[0].say({ kind: 'reply', id: 1, ok: true, value: { html: '' } });
    expect(b.heard.at(-1)).toEqual({ kind: 'event', name: 'host.jobs', value: [] });
    expect(relay.jobs()).toEqual([]);
  });
});

describe('an engine that stops by itself', () => {
  it('is started again with what the person chose and the project that was open; who waited is told', () => {
    const { relay, started, logged, opened } = relayOver();
    const a = window();
    const link = relay.join(a.send);
    relay.grant('/data', 'folder', true);
    link.receive(ask(1, 'project.open', { path: '/data/a.socavon' }));
    started[0].say({ kind: 'reply', id: 1, ok: true, value: { path: '/data/a.socavon', name: 'a' } });
    expect(opened).toEqual(['/data/a.socavon']);
    link.receive(ask(2, 'report.preview'));
    a.heard.length = 0;
    started[0].stop();
    expect(started).toHaveLength(2);
    expect(started[1].heard).toEqual([
      { kind: 'grant', path: '/data', scope: 'folder', write: true },
      { kind: 'grant', path: '/data/a.socavon', scope: 'file', write: true },
      ask(3, 'project.open', { path: '/data/a.socavon' }),
    ]);
    expect(a.heard[0]).toMatchObject({ kind: 'reply', id: 2, ok: false, error: { code: 'engine-stopped' } });
    expect(a.heard.some((message) => message.kind === 'event' && message.name === 'host.engine')).toBe(false);
    started[1].say({ kind: 'reply', id: 3, ok: true, value: { path: '/data/a.socavon', name: 'a' } });
    expect(a.heard.at(-1)).toEqual({ kind: 'event', name: 'host.engine', value: { state: 'restarted' } });
    expect(logged).toHaveLength(1);
  });

  it('opens no project that was closed', () => {
    const { relay, started } = relayOver();
    const link = relay.join(window().send);
    link.receive(ask(1, 'project.open', { path: '/a.socavon' }));
    started[0].say({ kind: 'reply', id: 1, ok: true, value: { path: '/a.socavon', name: 'a' } });
    link.receive(ask(2, 'project.close'));
    started[0].say({ kind: 'reply', id: 2, ok: true, value: null });
    started[0].stop();
    expect(started[1].heard.filter((message) => (message as { kind: string }).kind === 'request')).toEqual(
      [],
    );
  });

  it('is given up when it stops again and again, and started anew when that is long ago', () => {
    let time = 0;
    const { relay, started } = relayOver(() => time);
    const a = window();
    const link = relay.join(a.send);
    for (let stop = 0; stop < 3; stop++) started[stop].stop();
    time = 70_000;
    started[3].stop();
    expect(started).toHaveLength(5);
    for (let stop = 4; stop < 6; stop++) started[stop].stop();
    expect(started).toHaveLength(7);
    started[6].stop();
    expect(started).toHaveLength(7);
    expect(a.heard.at(-1)).toEqual({ kind: 'event', name: 'host.engine', value: { state: 'gone' } });
    link.receive(ask(1));
    expect(a.heard.at(-1)).toMatchObject({ kind: 'reply', id: 1, error: { code: 'engine-stopped' } });
  });
});

it('an end that was asked for is no stop', async () => {
  const { relay, started, logged } = relayOver();
  await relay.end();
  expect(started).toHaveLength(1);
  expect(started[0].heard).toEqual([{ kind: 'close' }]);
  expect(logged).toEqual([]);
});

it('a right to write that was given once is not taken back by a later one to read', () => {
  const { relay, started } = relayOver();
  relay.grant('/a', 'file', true);
  relay.grant('/a', 'file', false);
  expect(started[0].heard.at(-1)).toEqual({ kind: 'grant', path: '/a', scope: 'file', write: true });
});
