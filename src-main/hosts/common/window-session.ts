import { ToEngine, type ToRenderer } from '../../../src-core/contract/messages.ts';
import { HOST_REQUESTS } from '../../../src-core/contract/requests.ts';
import { dispatcher } from '../../engine/dispatch.ts';
import { type Host, hostHandlers } from './host-handlers.ts';

/** One window: what it asks of the host is answered here, all else by the engine. */
export interface WindowSession {
  /** Takes anything; what is no message of the contract is left out and told to the log. */
  receive(message: unknown): void;
  leave(): void;
}

export function windowSession(
  host: Host,
  send: (message: ToRenderer) => void,
  log: (error: unknown) => void,
): WindowSession {
  const own = dispatcher(HOST_REQUESTS, hostHandlers(host), send, log);
  const engine = host.relay.join(send);
  return {
    receive(message) {
      const parsed = ToEngine.safeParse(message);
      if (!parsed.success) return log(new Error('a message that is none of the contract was left out'));
      if (parsed.data.kind === 'request' && !Object.hasOwn(HOST_REQUESTS, parsed.data.name))
        return engine.receive(parsed.data);
      void own.receive(parsed.data);
      if (parsed.data.kind === 'cancel') engine.receive(parsed.data);
    },
    leave() {
      own.cancelAll();
      engine.leave();
    },
  };
}
