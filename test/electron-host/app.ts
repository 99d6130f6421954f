import { EventEmitter } from 'node:events';
import { join } from 'node:path';
import { record } from './record.ts';
import { StoppableEvent } from './stoppable-event.ts';

class App extends EventEmitter {
  quitting = false;
  readonly commandLine = { appendSwitch: (name: string) => void record.switches.push(name) };

  enableSandbox(): void {
    record.sandboxed = true;
  }
  setAppUserModelId(id: string): void {
    record.appUserModelId = id;
  }
  requestSingleInstanceLock(): boolean {
    return process.env.STAND_IN_LOCK !== 'taken';
  }
  addRecentDocument(path: string): void {
    record.recentDocuments.push(path);
  }
  getPath(name: string): string {
    return join(process.env.STAND_IN_HOME ?? '', name);
  }

  async whenReady(): Promise<void> {
    // Never within the evaluation of the main module, as in Electron.
    await new Promise((resolve) => setImmediate(resolve));
  }

  quit(): void {
    if (this.quitting) return;
    const event = new StoppableEvent();
    this.emit('before-quit', event);
    if (event.defaultPrevented) return;
    this.quitting = true;
    void this.#end();
  }

  exit(status = 0): void {
    this.quitting = true;
    process.exit(status);
  }

  async #end(): Promise<void> {
    const [{ BrowserWindow }, { closeBrowser }] = await Promise.all([
      import('./browser-window.ts'),
      import('./browser.ts'),
    ]);
    for (const window of BrowserWindow.getAllWindows()) await window.close();
    await closeBrowser();
    this.emit('quit');
    process.exit(0);
  }
}

export const app = new App();
