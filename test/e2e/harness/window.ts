import type { Page } from 'playwright-core';

export type HostName = 'serve' | 'stand-in' | 'electron';

/** So long a step may take on the busiest machine. */
export const PATIENCE_MS = 300_000;
/** So long all steps of a test may. */
export const SCENE_MS = 3_600_000;

export const FIELD_LAPTOP = { width: 1366, height: 768 };

/** The program's window in one of its hosts, with a folder of its own and nothing remembered of before. */
export interface OpenedWindow {
  readonly host: HostName;
  readonly page: Page;
  /** What the window may read and write under `serve`; a folder for the test's files elsewhere. */
  readonly folder: string;
  /** What the page complained of: uncaught errors, console errors, refusals of the content security policy. */
  readonly complaints: readonly string[];
  /** What the next native dialogs answer; not under `serve`, which has none. */
  answerDialogs(...answers: (readonly string[] | null)[]): Promise<void>;
  /** Ends the program, and opens it anew as the person would: the same user, the same folder. */
  reopen(): Promise<OpenedWindow>;
  close(): Promise<void>;
}

export interface WindowOptions {
  /** CSS pixels. */
  readonly size: { readonly width: number; readonly height: number };
  /** What the person prefers, as kept from the last time. */
  readonly preferences: {
    readonly language?: 'es' | 'en';
    readonly theme?: 'dark' | 'light' | 'system';
    /** Of everything; 1.25: large, for gloves. */
    readonly scale?: number;
  };
  /** Of the run before. */
  readonly folder: string | null;
}

export const WINDOW_DEFAULTS: WindowOptions = { size: FIELD_LAPTOP, preferences: {}, folder: null };

/** Notes what a page complains of, and gives its steps the time of a busy machine. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.setDefaultTimeout(PATIENCE_MS);
  page.on('pageerror', (error) => complaints.push(error.stack ?? error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  return complaints;
}
