import { Worker } from 'node:worker_threads';
import type { ToClient } from '../../src-core/contract/messages.ts';
import type { Client, ContractMethods } from '../../src-core/contract/requests.ts';
import { rpcClient } from '../../src-core/contract/rpc.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import type { ControlMessage } from '../../src-main/engine/control-messages.ts';

/** The engine as `socavon serve` starts it, with a client of the contract. */
export interface EngineThread {
  readonly client: Client;
  tell(control: ControlMessage): void;
  /** As a crash would: nothing is folded up. */
  kill(): Promise<void>;
  /** Resolves when the engine has ended by itself. */
  readonly ended: Promise<number>;
}

export function engineThread(): EngineThread {
  const worker = new Worker(new URL('../../src-main/engine/main.ts', import.meta.url));
  const client = rpcClient<ContractMethods>({
    send: (message) => worker.postMessage(message),
    listen: (hear) => void worker.on('message', (message: ToClient) => hear(message)),
  });
  const gone = (why: string): void => client.fail(new SocavonError('internal', why));
  worker.on('error', (error) => gone(String(error)));
  worker.on('exit', () => gone('the engine has ended'));
  return {
    client,
    tell: (control) => worker.postMessage(control),
    kill: async () => void (await worker.terminate()),
    ended: new Promise((resolve) => worker.on('exit', resolve)),
  };
}
