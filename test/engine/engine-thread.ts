import { MessageChannel, Worker } from 'node:worker_threads';
import type { ToClient } from '../../src-core/contract/messages.ts';
import type { Client, ContractMethods } from '../../src-core/contract/requests.ts';
import { rpcClient } from '../../src-core/contract/rpc.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import type { ControlMessage } from '../../src-main/engine/control-messages.ts';

/** The engine as `socavon serve` starts it, with a client of the contract. */
export interface EngineThread {
  readonly client: Client;
  tell(control: ControlMessage): void;
  /** As a crash would, between two tasks: nothing is folded up. */
  kill(): Promise<void>;
  /** Resolves when the engine has ended by itself. */
  readonly ended: Promise<number>;
}

export function engineThread(): EngineThread {
  const { port1: life, port2 } = new MessageChannel();
  const worker = new Worker(new URL('killable-engine.ts', import.meta.url), {
    workerData: { life: port2 },
    transferList: [port2],
  });
  life.unref();
  const client = rpcClient<ContractMethods>({
    send: (message) => worker.postMessage(message),
    listen: (hear) => void worker.on('message', (message: ToClient) => hear(message)),
  });
  const gone = (why: string): void => client.fail(new SocavonError('internal', why));
  worker.on('error', (error) => gone(String(error)));
  worker.on('exit', () => gone('the engine has ended'));
  const ended = new Promise<number>((resolve) => worker.on('exit', resolve));
  return {
    client,
    tell: (control) => worker.postMessage(control),
    async kill() {
      life.close();
      await ended;
    },
    ended,
  };
}
