import { join } from 'node:path';
import type { Args, EngineRequests, Reply } from '../../src-core/contract/requests.ts';
import { ENGINE_REQUESTS } from '../../src-core/contract/requests.ts';
import type { WorkChange } from '../../src-core/contract/work-requests.ts';
import { SILENT_CONTEXT } from '../../src-core/model/context.ts';
import { EngineSession } from '../../src-main/engine/engine-session.ts';
import { engineHandlers } from '../../src-main/engine/handlers/engine-handlers.ts';
import { twiceImported } from '../fixtures/twice-imported.ts';
import { temporaryFolder } from '../project/fixtures.ts';

/** An engine's handlers with a project of two sessions open. */
export async function openedTwice() {
  const path = join(temporaryFolder(), 'drive.socavon');
  await twiceImported(path);
  const messages: WorkChange[] = [];
  const session = new EngineSession((name, value) => {
    if (name === 'work-changed') messages.push(value as WorkChange);
  });
  const handlers = engineHandlers(session);
  session.grants.add({ path, scope: 'file', write: true });
  await handlers['project.open']({ path }, SILENT_CONTEXT as never);
  const [one, two] = session.project.sessions.all().map(({ id }) => id);
  const call = async <Name extends keyof EngineRequests>(
    name: Name,
    args: Args<Name>,
  ): Promise<Reply<Name>> => {
    const spec = ENGINE_REQUESTS[name];
    // biome-ignore lint/suspicious/noExplicitAny: the types of one request at a time
    const reply = await (handlers[name] as any)(spec.args.parse(args), SILENT_CONTEXT);
    return spec.reply.parse(reply) as Reply<Name>;
  };
  const set = (sessionId: number, values: Args<'work.set'>['values']) =>
    call('work.set', { path, topic: 'question', sessionId, values, by: 'me' });
  return { session, call, set, told: messages, path, one, two };
}

export type Opened = Awaited<ReturnType<typeof openedTwice>>;
