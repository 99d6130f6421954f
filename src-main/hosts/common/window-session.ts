import type { ToClient } from '../../../src-core/contract/messages.ts';
import { HOST_REQUESTS } from '../../../src-core/contract/requests.ts';
import { rpcServer } from '../../../src-core/contract/rpc.ts';
import { checksReplies } from '../../files/checks-replies.ts';
import { type Host, hostHandlers } from './host-handlers.ts';

/** Session of one window: answers requests to the host and forwards all others to the engine. */
export interface WindowSession {
  /** Accepts any value; anything but a message of the contract is rejected and logged. */
  receive(message: unknown): void;
  leave(): void;
}

export function windowSession(
  host: Host,
  send: (message: ToClient) => void,
  log: (error: unknown) => void,
): WindowSession {
  let receive: (message: unknown) => void = () => {};
  const engine = host.relay.join(send);
  const own = rpcServer(
    {
      send,
      listen: (hear) => {
        receive = hear;
      },
    },
    hostHandlers(host),
    { log, schemas: HOST_REQUESTS, checkReplies: checksReplies(), otherwise: engine.receive },
  );
  return {
    receive: (message) => receive(message),
    leave() {
      own.cancelAll();
      engine.leave();
    },
  };
}
