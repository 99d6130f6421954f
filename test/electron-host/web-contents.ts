import { EventEmitter } from 'node:events';
import type { BrowserContext, Frame, Page, Request, Route } from 'playwright-core';
import { decodeMessage, encodeMessage } from '../../src-core/contract/wire.ts';
import { toPage, toShell } from './addresses.ts';
import { app } from './app.ts';
import { browser } from './browser.ts';
import { ipcMain } from './ipc-main.ts';
import { preloadScript } from './preload-script.ts';
import { record } from './record.ts';
import { answerOf, isStopped } from './session.ts';
import { StoppableEvent } from './stoppable-event.ts';

/** A frame as the shell sees it. */
interface ShellFrame {
  readonly url: string;
  readonly origin: string;
}

/** A page of Chromium in the place of Electron's. */
export class WebContents extends EventEmitter {
  readonly #frames = new WeakMap<Frame, ShellFrame>();
  readonly #preload: string;
  #context: BrowserContext | null = null;
  #page: Page | null = null;
  #crashed = false;
  #destroyed = false;
  /** The navigation that the shell itself asked for. */
  #asked: string | null = null;
  #openHandler: (details: { url: string }) => { action: string } = () => ({ action: 'allow' });

  constructor(preload: string) {
    super();
    this.#preload = preload;
    app.emit('web-contents-created', {}, this);
  }

  get mainFrame(): ShellFrame | null {
    return this.#page === null ? null : this.#frameOf(this.#page.mainFrame());
  }

  isDestroyed(): boolean {
    return this.#destroyed;
  }

  setWindowOpenHandler(handler: (details: { url: string }) => { action: string }): void {
    this.#openHandler = handler;
  }

  send(channel: string, ...args: unknown[]): void {
    const bytes = Buffer.from(encodeMessage(args)).toString('base64');
    // A page that is being loaded, or has gone, hears nothing: as in Electron.
    this.#page
      ?.evaluate(([name, text]) => (globalThis as never as Heard).standInHear?.(name, text), [channel, bytes])
      .catch(() => {});
  }

  async loadURL(url: string): Promise<void> {
    const page = await this.#opened();
    this.#asked = url;
    await page.goto(toPage(url));
    this.emit('did-finish-load');
  }

  reload(): void {
    const again = async (): Promise<void> => {
      const url = this.#page === null ? '' : toShell(this.#page.url());
      if (this.#crashed) {
        await this.#page?.close();
        this.#page = null;
        this.#crashed = false;
      }
      await this.loadURL(url);
    };
    again().catch((error) => process.stderr.write(`the page was not loaded again: ${error}\n`));
  }

  /** As a fault in the browser would. */
  async crash(): Promise<void> {
    await this.#page?.goto('chrome://crash').catch(() => {});
  }

  async destroy(): Promise<void> {
    if (this.#destroyed) return;
    this.#destroyed = true;
    await this.#context?.close().catch(() => {});
    this.emit('destroyed');
  }

  async #opened(): Promise<Page> {
    if (this.#context === null) {
      this.#context = await (await browser()).newContext({ viewport: null, reducedMotion: 'reduce' });
      await this.#context.exposeBinding('standInSend', ({ frame, page }, channel: string, bytes: string) => {
        if (page !== this.#page) return;
        const args = decodeMessage(Buffer.from(bytes, 'base64')) as unknown[];
        ipcMain.emit(channel, { sender: this, senderFrame: this.#frameOf(frame) }, ...args);
      });
      await this.#context.addInitScript(await preloadScript(this.#preload));
      await this.#context.route('**/*', (route) => this.#answer(route));
      this.#context.on('page', (page) => this.#onPage(page));
    }
    if (this.#page === null) {
      const page = await this.#context.newPage();
      this.#page = page;
      await this.#hearOpenings(page);
      page.on('crash', () => {
        this.#crashed = true;
        this.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 });
      });
    }
    return this.#page;
  }

  /**
   * Asks the shell about a window that its page wants, as Electron does. The browser's own word for it is heard: the first
   * request of the new page may be over before anyone can look at it.
   */
  async #hearOpenings(page: Page): Promise<void> {
    const wire = await page.context().newCDPSession(page);
    wire.on('Page.windowOpen', ({ url }) => {
      if (this.#isWindowRefused(url)) record.refusedWindows.push(url);
    });
    await wire.send('Page.enable');
  }

  /** Another page of the context is one that the window opened. */
  #onPage(page: Page): void {
    if (this.#page === null || page === this.#page) return;
    // A page whose request was stopped shows the browser's own error by now.
    if (page.url().startsWith('chrome-error:') || this.#isWindowRefused(page.url())) void page.close();
  }

  #isWindowRefused(url: string): boolean {
    return this.#openHandler({ url }).action === 'deny';
  }

  async #answer(route: Route): Promise<void> {
    const request = route.request();
    const url = toShell(request.url());
    if (request.isNavigationRequest() && this.#isRefused(frameOf(request), url)) {
      record.refusedNavigations.push(url);
      return route.abort('aborted');
    }
    if (await isStopped(url)) {
      record.blocked.push(url);
      return route.abort('blockedbyclient');
    }
    const response = await answerOf(url, request.method()).catch(() => null);
    if (response === null) return route.continue();
    await route.fulfill({
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: Buffer.from(await response.arrayBuffer()),
    });
  }

  /** Asks the shell as Electron does; what it asked for itself is not asked. */
  #isRefused(frame: Frame | null, url: string): boolean {
    if (this.#page === null || frame?.page() !== this.#page) return this.#isWindowRefused(url);
    const isMainFrame = frame === this.#page.mainFrame();
    if (!(isMainFrame && this.#asked === url)) {
      const event = Object.assign(new StoppableEvent(), { url, isMainFrame });
      this.emit('will-frame-navigate', event);
      if (isMainFrame) this.emit('will-navigate', event, url);
      if (event.defaultPrevented) return true;
    }
    if (isMainFrame) this.#asked = null;
    this.emit('did-start-navigation', { url, isMainFrame, isSameDocument: false });
    return false;
  }

  #frameOf(frame: Frame): ShellFrame {
    let known = this.#frames.get(frame);
    if (known === undefined) {
      known = {
        get url() {
          return toShell(frame.url());
        },
        get origin() {
          const { protocol, host } = new URL(toShell(frame.url()));
          return `${protocol}//${host}`;
        },
      };
      this.#frames.set(frame, known);
    }
    return known;
  }
}

/** Null for the first request of a page that the window opened: it has no frame yet. */
function frameOf(request: Request): Frame | null {
  try {
    return request.frame();
  } catch {
    return null;
  }
}

interface Heard {
  standInHear?: (channel: string, bytes: string) => void;
}
