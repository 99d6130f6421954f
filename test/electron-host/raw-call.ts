import type { Page } from 'playwright-core';
import type { ToClient } from '../../src-core/contract/messages.ts';

/** What a script in the page reaches. */
interface PageSide {
  socavon: {
    send(message: unknown): void;
    listen(hear: (message: unknown) => void): void;
    pathOf(file: File): string;
  };
  heard?: ToClient[];
  standInPaths?: Record<string, string>;
}

let lastId = 1_000_000;

/** Takes the bridge from the page's own scripts, as one that got into the page could. */
export async function takeBridge(page: Page): Promise<void> {
  await page.evaluate(() => {
    const side = globalThis as unknown as PageSide;
    side.heard = [];
    side.socavon.listen((message) => side.heard?.push(message as ToClient));
  });
}

/** Sends anything at all. */
export function sendRaw(page: Page, message: unknown): Promise<void> {
  return page.evaluate((sent) => (globalThis as unknown as PageSide).socavon.send(sent), message);
}

/** A request from inside the page. @returns its reply */
export async function callRaw(page: Page, name: string, args: unknown): Promise<RawReply> {
  const id = ++lastId;
  await sendRaw(page, { kind: 'request', id, name, args });
  const reply = await page.waitForFunction(
    (changes) =>
      (globalThis as unknown as PageSide).heard?.find(
        (message) => message.kind === 'reply' && message.id === changes,
      ),
    id,
  );
  return (await reply.jsonValue()) as RawReply;
}

interface RawReply {
  readonly ok: boolean;
  readonly value?: unknown;
  readonly error?: { readonly code: string; readonly message: string };
}

/** What the page has heard of this name. */
export function eventsOf(page: Page, name: string): Promise<unknown[]> {
  return page.evaluate(
    (wanted) =>
      ((globalThis as unknown as PageSide).heard ?? []).flatMap((message) =>
        message.kind === 'event' && message.name === wanted ? [message.value] : [],
      ),
    name,
  );
}

/** As if the person dropped a file of this path on the window. */
export function drop(page: Page, path: string): Promise<string> {
  return page.evaluate((dropped) => {
    const side = globalThis as unknown as PageSide;
    const name = dropped.split('/').at(-1) ?? '';
    side.standInPaths = { [name]: dropped };
    return side.socavon.pathOf(new File([], name));
  }, path);
}
