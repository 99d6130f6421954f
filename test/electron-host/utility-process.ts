import { type ChildProcess, fork } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { record } from './record.ts';

class UtilityProcess extends EventEmitter {
  readonly #child: ChildProcess;

  constructor(program: string, args: readonly string[]) {
    super();
    this.#child = fork(program, args, {
      execArgv: ['--import', new URL('utility-side.ts', import.meta.url).href],
      serialization: 'advanced',
    });
    record.engines.push(this.#child.pid ?? 0);
    this.#child.on('message', (message) => this.emit('message', message));
    this.#child.on('exit', (status) => this.emit('exit', status ?? 1));
  }

  postMessage(message: unknown): void {
    if (this.#child.connected) this.#child.send(message as object);
  }

  kill(): boolean {
    return this.#child.kill();
  }
}

export const utilityProcess = {
  fork: (program: string, args: readonly string[] = []) => new UtilityProcess(program, args),
};
