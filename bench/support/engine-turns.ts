import type { ToClient } from '../../src-core/contract/messages.ts';
import type { Client, ContractMethods } from '../../src-core/contract/requests.ts';
import { rpcClient } from '../../src-core/contract/rpc.ts';
import type { ControlMessage } from '../../src-main/engine/control-messages.ts';
import { serveEngine } from '../../src-main/engine/engine.ts';
import { engineHandlers } from '../../src-main/engine/handlers/engine-handlers.ts';

/** What one piece of work cost. */
export interface WorkCost {
  /** By the clock. */
  readonly seconds: number;
  /** Of this thread. */
  readonly cpuSeconds: number;
  /** The longest that no other request could be heard, ms of this thread's CPU: a busy machine does not lengthen it. */
  readonly longestTurnMs: number;
}

/** An engine in this very thread, whose turns can be timed. */
export class TimedEngine {
  readonly client: Client;
  readonly #tell: (message: unknown) => void;
  #longest = 0;
  #last = 0;
  #isOn = true;

  constructor() {
    let toEngine: (message: unknown) => void = () => {};
    let toClient: (message: ToClient) => void = () => {};
    serveEngine(
      {
        post: (message) => toClient(message as ToClient),
        listen: (hear) => {
          toEngine = hear;
        },
        close: () => {},
      },
      engineHandlers,
      (error) => console.error(error),
    );
    this.#tell = (message) => toEngine(message);
    this.client = rpcClient<ContractMethods>({
      send: (message) => toEngine(message),
      listen: (hear) => {
        toClient = hear;
      },
    });
    this.#turn();
  }

  tell(control: ControlMessage): void {
    this.#tell(control);
  }

  async cost<T>(work: (client: Client) => Promise<T>): Promise<{ value: T; cost: WorkCost }> {
    await new Promise(setImmediate);
    this.#longest = 0;
    const [started, cpuStarted] = [performance.now(), cpuMs()];
    const value = await work(this.client);
    const cpuSeconds = (cpuMs() - cpuStarted) / 1000;
    const seconds = (performance.now() - started) / 1000;
    await new Promise(setImmediate);
    return { value, cost: { seconds, cpuSeconds, longestTurnMs: this.#longest } };
  }

  end(): void {
    this.#isOn = false;
  }

  #turn(): void {
    this.#longest = Math.max(this.#longest, cpuMs() - this.#last);
    this.#last = cpuMs();
    if (this.#isOn) setImmediate(() => this.#turn());
  }
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
