import type { ToRenderer } from '../../src-core/contract/messages.ts';
import { ENGINE_REQUESTS } from '../../src-core/contract/requests.ts';
import { ControlMessage } from './control-messages.ts';
import { dispatcher } from './dispatch.ts';
import type { EnginePort } from './engine-port.ts';
import { EngineSession } from './engine-session.ts';
import { givenBuffers } from './given-buffers.ts';
import { engineHandlers } from './handlers/engine-handlers.ts';

/**
 * Serves the contract over a port: messages of windows and `ControlMessage`s come in, messages to windows go out. A host
 * with several windows numbers their requests itself.
 *
 * @param log is told what a person cannot use
 */
export function serveEngine(port: EnginePort, log: (error: unknown) => void): void {
  const send = (message: ToRenderer): void => port.post(message, givenBuffers(message));
  const session = new EngineSession((name, value) => send({ kind: 'event', name, value }));
  const engine = dispatcher(ENGINE_REQUESTS, engineHandlers(session), send, log);

  const close = async (): Promise<void> => {
    engine.cancelAll();
    await session.end();
    port.close();
  };
  port.listen((message) => {
    const control = ControlMessage.safeParse(message);
    if (!control.success) void engine.receive(message);
    else if (control.data.kind === 'grant') session.grants.add(control.data);
    else void close().catch(log);
  });
}
