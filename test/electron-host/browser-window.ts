import { EventEmitter } from 'node:events';
import { app } from './app.ts';
import { record } from './record.ts';
import { StoppableEvent } from './stoppable-event.ts';
import { WebContents } from './web-contents.ts';

interface WindowOptions {
  readonly x?: number;
  readonly y?: number;
  readonly width: number;
  readonly height: number;
  readonly webPreferences: { readonly preload: string } & Record<string, unknown>;
}

const windows = new Set<BrowserWindow>();

export class BrowserWindow extends EventEmitter {
  readonly webContents: WebContents;
  readonly #bounds: { x: number; y: number; width: number; height: number };
  #maximized = false;
  #destroyed = false;

  constructor({ x, y, width, height, webPreferences }: WindowOptions) {
    super();
    this.#bounds = { x: x ?? 0, y: y ?? 0, width, height };
    record.bounds = { x, y, width, height };
    const { preload, ...rest } = webPreferences;
    record.webPreferences = rest;
    this.webContents = new WebContents(preload);
    windows.add(this);
  }

  static getAllWindows(): BrowserWindow[] {
    return [...windows];
  }

  async loadURL(url: string): Promise<void> {
    const loaded = this.webContents.loadURL(url);
    this.emit('ready-to-show');
    await loaded;
  }

  show(): void {
    record.shown += 1;
  }
  focus(): void {
    record.focused += 1;
  }
  maximize(): void {
    this.#maximized = true;
  }
  isMaximized(): boolean {
    return this.#maximized;
  }
  isMinimized(): boolean {
    return false;
  }
  restore(): void {}
  isDestroyed(): boolean {
    return this.#destroyed;
  }
  getNormalBounds(): { x: number; y: number; width: number; height: number } {
    return this.#bounds;
  }
  setProgressBar(value: number): void {
    record.progress.push(value);
  }

  /** As the person closes it. */
  async close(): Promise<void> {
    const event = new StoppableEvent();
    this.emit('close', event);
    if (event.defaultPrevented) return;
    this.#destroyed = true;
    windows.delete(this);
    await this.webContents.destroy();
    this.emit('closed');
    if (windows.size === 0 && !app.quitting) app.emit('window-all-closed');
  }
}
