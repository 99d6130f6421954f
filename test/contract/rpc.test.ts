import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { parseToServer, type ToServer } from '../../src-core/contract/messages.ts';
import { request } from '../../src-core/contract/request-spec.ts';
import { ENGINE_REQUESTS } from '../../src-core/contract/requests.ts';
import {
  type HandlerTable,
  type RpcClient,
  type RpcServer,
  rpcClient,
  rpcServer,
  type ServerOptions,
} from '../../src-core/contract/rpc.ts';
import { fromWireError, toWireError } from '../../src-core/contract/wire-error.ts';
import { message } from '../../src-core/messages/message.ts';
import { type CancelToken, throwIfCancelled } from '../../src-core/model/context.ts';
import { CancelledError, SocavonError } from '../../src-core/model/errors.ts';
import { CARRIERS, type Ends, memoryEnds, portEnds } from './carriers.ts';

/** What the server of these tests answers. */
type Methods = {
  readonly double: { readonly args: { value: number }; readonly reply: number };
  /** Replies when the test lets it, or when it is cancelled. */
  readonly wait: { readonly args: string; readonly reply: string };
  readonly count: { readonly args: { to: number }; readonly reply: null };
  readonly points: { readonly args: { xyz: Float32Array }; readonly reply: Float32Array };
  readonly fail: { readonly args: 'refusal' | 'cancelled' | 'bug'; readonly reply: null };
};

interface Connected {
  readonly client: RpcClient<Methods>;
  readonly server: RpcServer;
  /** Lets a `wait` reply. */
  release(name: string): void;
  readonly tokens: Map<string, CancelToken>;
  readonly logged: unknown[];
}

function connected({ client, server, close, logged }: Ends, options: Partial<ServerOptions> = {}): Connected {
  const released = new Map<string, () => void>();
  const tokens = new Map<string, CancelToken>();
  const handlers: HandlerTable<Methods> = {
    double: ({ value }) => 2 * value,
    wait: (name, { cancel }) =>
      new Promise((resolve, reject) => {
        tokens.set(name, cancel);
        released.set(name, () => resolve(name));
        cancel.onCancel?.(() => reject(new CancelledError('work-align')));
      }),
    count: async ({ to }, { emit }) => {
      for (let done = 1; done <= to; done++) {
        emit({ kind: 'progress', stage: 'map', done, total: to, unit: 'scans' });
        if (done === 2) emit({ kind: 'warning', stage: 'map', code: 'gap', message: 'There is dust.' });
        if (done % 2 === 0) await new Promise((resolve) => setTimeout(resolve, 1));
      }
      return null;
    },
    points: ({ xyz }) => xyz.map((value) => 2 * value),
    fail: (how) => {
      if (how === 'cancelled') throw new CancelledError('work-import');
      if (how === 'bug') throw new TypeError('secret of /home/someone');
      throw new SocavonError('file-missing', message('project-none', { path: 'a.socavon' }));
    },
  };
  onTestFinished(close);
  const log = (error: unknown): void => void logged.push(error);
  const served = rpcServer<Methods>(server, handlers, { log, ...options });
  const release = (name: string): void => released.get(name)!();
  return { client: rpcClient<Methods>(client), server: served, release, tokens, logged };
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 1));
}

const refusalOf = (call: Promise<unknown>): Promise<SocavonError> =>
  call.then(
    () => expect.unreachable('it was not refused'),
    (error) => error,
  );

describe.each(Object.keys(CARRIERS))('rpc over a carrier of kind %s', (kind) => {
  const open = async (options?: Partial<ServerOptions>): Promise<Connected> =>
    connected(await CARRIERS[kind](), options);

  it('brings each reply to its call, whatever order they come in', async () => {
    const { client, release, tokens } = await open();
    const [a, b] = [client.call('wait', 'a'), client.call('wait', 'b')];
    expect(await client.call('double', { value: 21 })).toBe(42);
    await until(() => tokens.size === 2);
    release('b');
    expect(await b).toBe('b');
    release('a');
    expect(await a).toBe('a');
  });

  it('brings progress and warnings in their order, before the reply', async () => {
    const { client } = await open();
    const heard: unknown[] = [];
    await client.call(
      'count',
      { to: 5 },
      { onProgress: ({ done }) => heard.push(done), onTell: ({ code }) => heard.push(code) },
    );
    expect(heard).toEqual([1, 2, 'gap', 3, 4, 5]);
  });

  it('does not send what is cancelled before', async () => {
    const { client, tokens } = await open();
    const call = client.call('wait', 'never', { signal: AbortSignal.abort() });
    expect(await refusalOf(call)).toBeInstanceOf(CancelledError);
    expect(await client.call('double', { value: 1 })).toBe(2);
    expect(tokens.size).toBe(0);
  });

  it('cancels one call in the middle, and no other', async () => {
    const { client, release, tokens } = await open();
    const abort = new AbortController();
    const other = client.call('wait', 'other');
    const cancelled = refusalOf(client.call('wait', 'this', { signal: abort.signal }));
    await until(() => tokens.size === 2);
    abort.abort();
    const refusal = await cancelled;
    expect(refusal).toBeInstanceOf(CancelledError);
    expect(refusal.message).toContain('Cancelled the alignment');
    expect(tokens.get('other')!.cancelled).toBe(false);
    release('other');
    expect(await other).toBe('other');
  });

  it('cancels nothing after the reply', async () => {
    const { client, tokens, release } = await open();
    const abort = new AbortController();
    expect(await client.call('double', { value: 2 }, { signal: abort.signal })).toBe(4);
    const later = client.call('wait', 'later');
    await until(() => tokens.size === 1);
    abort.abort();
    expect(await client.call('double', { value: 3 })).toBe(6);
    expect(tokens.get('later')!.cancelled).toBe(false);
    release('later');
    await later;
  });

  it('rebuilds a refusal with its code, its text and its data', async () => {
    const { client, logged } = await open();
    const refusal = await refusalOf(client.call('fail', 'refusal'));
    expect(refusal).toBeInstanceOf(SocavonError);
    expect(refusal).toMatchObject({
      name: 'SocavonError',
      code: 'file-missing',
      message: 'There is no project a.socavon; check the name and the folder.',
      sentence: { code: 'project-none', values: { path: 'a.socavon' } },
    });
    const cancelled = await refusalOf(client.call('fail', 'cancelled'));
    expect(cancelled).toBeInstanceOf(CancelledError);
    expect(cancelled.message).toContain('Cancelled the import');
    expect(logged).toEqual([]);
  });

  it('logs an error of the program, and shows the client none of it', async () => {
    const { client, logged } = await open();
    const refusal = await refusalOf(client.call('fail', 'bug'));
    expect(refusal.code).toBe('internal');
    expect(JSON.stringify([refusal, refusal.message, refusal.stack])).not.toMatch(/secret|TypeError/);
    expect(logged).toEqual([expect.objectContaining({ message: 'secret of /home/someone' })]);
  });

  it.each(['forget', 'toString', '__proto__', 'constructor'])(
    'refuses the unknown method %s',
    async (name) => {
      const { client } = await open();
      const refusal = await refusalOf(client.call(name as 'double', { value: 1 }));
      expect([refusal.code, refusal.message]).toEqual(['usage', `The engine knows no request ${name}.`]);
      expect(await client.call('double', { value: 4 })).toBe(8);
    },
  );

  it('rejects what is open when the carrier closes, and every call from then on', async () => {
    const ends = await CARRIERS[kind]();
    const { client, tokens } = connected(ends);
    const calls = ['a', 'b'].map((name) => refusalOf(client.call('wait', name)));
    await until(() => tokens.size === 2);
    ends.close();
    for (const refusal of await Promise.all(calls)) expect(refusal).toBeInstanceOf(Error);
    await expect(client.call('double', { value: 1 })).rejects.toBeInstanceOf(Error);
    // Nobody waits for the work any more.
    await until(() => [...tokens.values()].every(({ cancelled }) => cancelled));
  });

  it('refuses malformed messages, answers none of them, and goes on', async () => {
    const ends = await CARRIERS[kind]();
    const { client, logged } = connected(ends);
    const malformed = [
      null,
      'x',
      7,
      [],
      {},
      { kind: 'request' },
      { kind: 'request', id: 1.5, name: 'double', args: {} },
      { kind: 'request', id: -1, name: 'double', args: {} },
      { kind: 'request', id: 1, name: 'a'.repeat(65), args: {} },
      { kind: 'request', id: 1, name: 7, args: {} },
      { kind: 'request', id: 1, name: 'double', args: {}, more: 1 },
      { kind: 'cancel' },
      { kind: 'cancel', id: '1' },
      { kind: 'reply', id: 1, ok: true, value: null },
      { kind: 'grant', path: '/', scope: 'folder', write: true },
    ];
    for (const message of malformed) ends.client.send(message as ToServer);
    expect(await client.call('double', { value: 5 })).toBe(10);
    expect(logged).toHaveLength(malformed.length);
  });

  it('answers a number that is under way once', async () => {
    const ends = await CARRIERS[kind]();
    const { client, tokens, release, logged } = connected(ends);
    const call = client.call('wait', 'a');
    await until(() => tokens.size === 1);
    ends.client.send({ kind: 'request', id: 1, name: 'double', args: { value: 1 } });
    await until(() => logged.length === 1);
    release('a');
    expect(await call).toBe('a');
  });

  it('brings points', async () => {
    const { client } = await open({ transferReplies: true });
    expect(await client.call('points', { xyz: Float32Array.of(1, 2, 3) })).toEqual(Float32Array.of(2, 4, 6));
  });

  it('brings events to those who subscribed, until they unsubscribe', async () => {
    const ends = await CARRIERS[kind]();
    const { client } = connected(ends);
    const heard: unknown[] = [];
    const off = client.on('project-changed', (value) => heard.push(value));
    ends.server.send({ kind: 'event', name: 'project-changed', value: 1 });
    ends.server.send({ kind: 'event', name: 'other', value: 2 });
    await client.call('double', { value: 1 });
    off();
    ends.server.send({ kind: 'event', name: 'project-changed', value: 3 });
    await client.call('double', { value: 1 });
    expect(heard).toEqual([1]);
  });
});

describe('transfer', () => {
  it('moves the buffers of arguments that the client gives away, and copies others', async () => {
    const { client } = connected(portEnds());
    const [input, held] = [Float32Array.of(1, 2), Float32Array.of(3, 4)];
    await client.call('points', { xyz: input }, { transfer: [input.buffer] });
    await client.call('points', { xyz: held });
    expect([input.length, held.length]).toEqual([0, 2]);
  });

  it.each([true, false])('moves buffers that a reply fills where it may: %s', async (transferReplies) => {
    const ends = portEnds();
    const whole = Float32Array.of(1, 2);
    const part = new Float32Array(4).subarray(1, 3);
    onTestFinished(ends.close);
    rpcServer(ends.server, { arrays: () => ({ whole, part }) }, { log: () => {}, transferReplies });
    const client = rpcClient<{ arrays: { args: null; reply: unknown } }>(ends.client);
    expect(await client.call('arrays', null)).toEqual({
      whole: Float32Array.of(1, 2),
      part: new Float32Array(2),
    });
    expect([whole.length, part.length]).toEqual([transferReplies ? 0 : 2, 2]);
  });

  it('rejects a call whose arguments cannot be cloned', async () => {
    const { client } = connected(portEnds());
    await expect(client.call('double', { value: (() => 1) as never })).rejects.toThrow(/could not be cloned/);
    expect(await client.call('double', { value: 2 })).toBe(4);
  });
});

type Spin = { readonly spin: { readonly args: null; readonly reply: null } };

it('a thread that computes in one go hears of its cancellation by polling', async () => {
  const ends = portEnds();
  onTestFinished(ends.close);
  const client = rpcClient<Spin>(ends.client);
  rpcServer<Spin>(
    ends.server,
    {
      spin: (_, { cancel }) => {
        abort.abort();
        // No turn of the event loop until it ends.
        const began = performance.now();
        while (performance.now() - began < 30_000) throwIfCancelled(cancel, 'work-align');
        return null;
      },
    },
    { log: () => {} },
  );
  const abort = new AbortController();
  await expect(client.call('spin', null, { signal: abort.signal })).rejects.toMatchObject({
    code: 'cancelled',
  });
});

it('a thread that stands still takes a reply in by polling, before its promise settles', () => {
  const ends = portEnds();
  onTestFinished(ends.close);
  const client = rpcClient<Methods>(ends.client);
  let reply: unknown = null;
  void client.call(
    'double',
    { value: 1 },
    {
      onReply: (message) => {
        reply = message;
      },
    },
  );
  ends.server.send({ kind: 'reply', id: 1, ok: true, value: 2 });
  const began = performance.now();
  while (reply === null && performance.now() - began < 30_000) ends.client.poll?.();
  expect(reply).toEqual({ kind: 'reply', id: 1, ok: true, value: 2 });
});

it('requests of other names, and cancellations of other requests, go to the next server', async () => {
  const ends = memoryEnds();
  const passed: ToServer[] = [];
  const { client } = connected(ends, { otherwise: (message) => passed.push(message) });
  expect(await client.call('double', { value: 1 })).toBe(2);
  ends.client.send({ kind: 'request', id: 8, name: 'map.scan', args: 1 });
  ends.client.send({ kind: 'cancel', id: 8 });
  expect(passed).toEqual([
    { kind: 'request', id: 8, name: 'map.scan', args: 1 },
    { kind: 'cancel', id: 8 },
  ]);
});

it('a client that has gone cancels all that is under way', async () => {
  const { client, server, tokens } = connected(memoryEnds());
  const call = refusalOf(client.call('wait', 'a'));
  await until(() => tokens.size === 1);
  server.cancelAll();
  expect(await call).toBeInstanceOf(CancelledError);
});

describe('schemas', () => {
  const schemas = {
    double: request(z.strictObject({ value: z.number().max(100).default(7) }), z.number().max(50)),
  };
  const served = (checkReplies: boolean): Connected => connected(memoryEnds(), { schemas, checkReplies });

  it('parse arguments, with defaults', async () => {
    const { client } = served(true);
    expect(await client.call('double', {} as never)).toBe(14);
    const refusal = await refusalOf(client.call('double', { value: 101 }));
    expect([refusal.code, refusal.message]).toEqual([
      'usage',
      expect.stringContaining('"value" of double cannot'),
    ]);
  });

  it('refuse a reply that leaves them, where replies are checked', async () => {
    const { client, logged } = served(true);
    expect((await refusalOf(client.call('double', { value: 30 }))).code).toBe('internal');
    expect(String(logged[0])).toContain('the reply to double is not what its schema allows');
    expect(await served(false).client.call('double', { value: 30 })).toBe(60);
  });

  it('are checked in every test run', () => {
    expect(process.env.SOCAVON_CHECK_REPLIES).toBe('1');
  });
});

describe('the contract of the engine', () => {
  it('every schema of a request refuses names it does not know', () => {
    for (const [name, { args }] of Object.entries(ENGINE_REQUESTS))
      expect(args.safeParse({ __unknown: 1 }).success, name).toBe(false);
  });

  it.each([
    ['project.forget', {}, 'knows no request project.forget'],
    ['toString', {}, 'knows no request toString'],
    ['map.scan', { sessionId: 1 }, '"scan" of map.scan'],
    ['map.scan', { sessionId: 1, scan: -1 }, '"scan" of map.scan'],
    ['map.scan', { sessionId: 1, scan: 0, more: 1 }, 'more'],
    ['map.scan', null, 'map.scan cannot be used'],
    ['project.open', { path: '' }, '"path" of project.open'],
    ['project.open', { path: 'a'.repeat(5000) }, '"path" of project.open'],
  ])('refuses %s with %j', async (name, args, words) => {
    const ends = memoryEnds();
    const logged: unknown[] = [];
    const never = async (): Promise<never> => expect.unreachable('a handler ran');
    const handlers = { 'map.scan': never, 'project.open': never };
    rpcServer(ends.server, handlers, { log: (error) => logged.push(error), schemas: ENGINE_REQUESTS });
    const client = rpcClient(ends.client);
    const refused = await refusalOf(client.call(name, args));
    expect(refused).toBeInstanceOf(SocavonError);
    expect(refused.code).toBe('usage');
    expect(refused.message).toContain(words);
    expect(logged).toEqual([]);
  });
});

it('an error crosses with its plain fields, and without stack and cause', () => {
  const said = message('project-none', { path: 'a.socavon' });
  const error = Object.assign(new SocavonError('file-missing', said, { cause: new Error('inner') }), {
    choices: ['a', 'b'],
  });
  const wire = toWireError(error);
  expect(wire).toEqual({
    code: 'file-missing',
    message: 'There is no project a.socavon; check the name and the folder.',
    sentence: said,
    choices: ['a', 'b'],
  });
  expect(fromWireError(wire)).toMatchObject({ name: 'SocavonError', ...wire });
});

it('a message keeps to its fields', () => {
  expect(parseToServer({ kind: 'cancel', id: 0 })).not.toBeNull();
  expect(parseToServer({ kind: 'request', id: 0, name: 'a' })).not.toBeNull();
  expect(parseToServer({ kind: 'cancel', id: 0, name: 'a' })).toBeNull();
});
