import { expect, it } from 'vitest';
import { type Carrier, clientOver } from '../../../src-core/contract/client.ts';
import type { ToRenderer } from '../../../src-core/contract/messages.ts';
import { ENGINE_REQUESTS } from '../../../src-core/contract/requests.ts';
import { decodeMessage, encodeMessage } from '../../../src-core/contract/wire.ts';
import { throwIfCancelled } from '../../../src-core/model/context.ts';
import { CancelledError, SocavonError } from '../../../src-core/model/errors.ts';
import { sentence } from '../../../src-core/model/sentences.ts';
import { dispatcher, type Handlers } from '../../../src-main/engine/dispatch.ts';

type Names = 'map.scan' | 'project.info' | 'project.close' | 'project.open';

function connected(handlers: Partial<Handlers<Names>>) {
  const logged: unknown[] = [];
  const sent: ToRenderer[] = [];
  let hear: (message: ToRenderer) => void = () => {};
  const engine = dispatcher<Names>(
    ENGINE_REQUESTS,
    handlers as Handlers<Names>,
    (message) => {
      sent.push(message);
      hear(decodeMessage(encodeMessage(message)) as ToRenderer);
    },
    (error) => logged.push(error),
  );
  const carrier: Carrier = {
    send: (message) => void engine.receive(decodeMessage(encodeMessage(message))),
    listen: (to) => {
      hear = to;
    },
  };
  return { client: clientOver(carrier), engine, logged, sent };
}

it('a reply with points, progress on the way', async () => {
  const points = {
    origin: [1, 2, 8_900_000] as [number, number, number],
    xyz: Float32Array.of(1, 2, 3),
    reflectivity: Uint16Array.of(7),
    scanIndex: null,
  };
  const { client } = connected({
    'map.scan': async ({ scan }, { emit }) => {
      emit({ kind: 'progress', stage: 'map', done: scan, total: null, unit: 'scans' });
      emit({ kind: 'warning', stage: 'map', code: 'gap', message: 'There is dust.' });
      return points;
    },
  });
  const heard: unknown[] = [];
  const found = await client.call(
    'map.scan',
    { sessionId: 1, scan: 4 },
    { onProgress: ({ done }) => heard.push(done), onTell: ({ code }) => heard.push(code) },
  );
  expect(found).toEqual(points);
  expect(heard).toEqual([4, 'gap']);
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
  const { client, logged } = connected({});
  const refused = await client.call(name as 'map.scan', args as never).catch((error) => error);
  expect(refused).toBeInstanceOf(SocavonError);
  expect(refused.code).toBe('usage');
  expect(refused.message).toContain(words);
  expect(logged).toEqual([]);
});

it('an error of the program is logged, and the renderer sees no stack', async () => {
  const { client, logged, sent } = connected({
    'project.info': async () => {
      throw new TypeError('secret of /home/someone');
    },
  });
  await expect(client.call('project.info', {})).rejects.toMatchObject({ code: 'internal' });
  expect(logged).toHaveLength(1);
  expect(JSON.stringify(sent)).not.toMatch(/secret|home|TypeError/);
});

it('a refusal brings its sentence and the figures of it, for a window that speaks another language', async () => {
  const { client } = connected({
    'project.open': async ({ path }) => {
      throw new SocavonError('file-missing', `There is no project ${path}.`, {
        sentence: sentence('project-none', { path }),
      });
    },
  });
  await expect(client.call('project.open', { path: 'a.socavon' })).rejects.toMatchObject({
    code: 'file-missing',
    message: 'There is no project a.socavon.',
    sentence: { name: 'project-none', values: { path: 'a.socavon' } },
  });
});

it('a cancelled request ends as cancelled, others go on', async () => {
  let stop = false;
  const { client } = connected({
    'project.info': async (_, { cancel }) => {
      for (;;) {
        throwIfCancelled(cancel, 'The import');
        if (stop) return null;
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
    },
  });
  const abort = new AbortController();
  const other = client.call('project.info', {});
  const cancelled = client.call('project.info', {}, { signal: abort.signal });
  abort.abort();
  const refused = await cancelled.catch((error) => error);
  expect(refused).toBeInstanceOf(CancelledError);
  expect(refused.message).toContain('The import was cancelled');
  stop = true;
  expect(await other).toBeNull();
});

it('a renderer that has gone cancels all; a carrier that has gone refuses all', async () => {
  const { client, engine } = connected({
    'project.info': async (_, { cancel }) => {
      while (!cancel.cancelled) await new Promise((resolve) => setTimeout(resolve, 1));
      throw new CancelledError();
    },
  });
  const asked = client.call('project.info', {});
  engine.cancelAll();
  await expect(asked).rejects.toMatchObject({ code: 'cancelled' });
  client.fail(new SocavonError('internal', 'The engine has gone.'));
  await expect(client.call('project.info', {})).rejects.toThrow('The engine has gone.');
});

it('what is no message of the contract is left out', async () => {
  const { engine, logged, sent } = connected({});
  for (const message of [null, 'x', { kind: 'request' }, { kind: 'request', id: 1.5, name: 'a', args: {} }])
    await engine.receive(message);
  expect(logged).toHaveLength(4);
  expect(sent).toEqual([]);
});

it('every schema of a request refuses names it does not know', () => {
  for (const [name, { args }] of Object.entries(ENGINE_REQUESTS))
    expect(args.safeParse({ __unknown: 1 }).success, name).toBe(false);
});
