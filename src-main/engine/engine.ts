import { EVENTS } from '../../src-core/contract/events.ts';
import { ENGINE_REQUESTS, type EngineRequests, type Handlers } from '../../src-core/contract/requests.ts';
import { rpcServer, type ServerCarrier, transferableBuffers } from '../../src-core/contract/rpc.ts';
import { checksReplies } from '../files/checks-replies.ts';
import { ControlMessage } from './control-messages.ts';
import type { EnginePort } from './engine-port.ts';
import { EngineSession } from './engine-session.ts';

/**
 * Serves the contract over a port: receives messages of windows and `ControlMessage`s, sends messages to windows. A
 * host with several windows renumbers their requests itself.
 *
 * @param handlersOf creates the handlers for a session
 * @param log receives errors that are of no use to the user
 */
export function serveEngine(
  port: EnginePort,
  handlersOf: (session: EngineSession) => Handlers<keyof EngineRequests>,
  log: (error: unknown) => void,
): void {
  const checkReplies = checksReplies();
  const session = new EngineSession((name, value) => {
    if (checkReplies) EVENTS[name].parse(value);
    port.post({ kind: 'event', name, value }, transferableBuffers(value));
  });
  const carrier: ServerCarrier = {
    send: (message, transfer = []) => port.post(message, transfer),
    listen: (hear) =>
      port.listen((message) => {
        const control = ControlMessage.safeParse(message);
        if (!control.success) hear(message);
        else if (control.data.kind === 'grant') session.grants.add(control.data);
        else void close().catch(log);
      }),
  };
  const server = rpcServer(carrier, handlersOf(session), {
    log,
    schemas: ENGINE_REQUESTS,
    checkReplies,
    transferReplies: true,
  });

  const close = async (): Promise<void> => {
    server.cancelAll();
    await session.end();
    port.close();
  };
}
