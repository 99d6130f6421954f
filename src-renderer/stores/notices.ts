import { defineStore } from 'pinia';
import { ref } from 'vue';
import { toWireError } from '../../src-core/contract/wire-error.ts';
import type { Message } from '../../src-core/messages/message.ts';
import type { Remark } from '../../src-core/messages/remark.ts';
import { errorHeadline, SocavonError } from '../../src-core/model/errors.ts';

export interface Notice {
  readonly id: number;
  readonly kind: 'good' | 'warning' | 'error';
  /** Key of its headline in the locales, or a message of the catalogue. */
  readonly headline: string | Message;
  /** What stands below it; null where the headline says all. */
  readonly detail: Remark | null;
}

function keyOf(headline: Notice['headline']): string {
  return typeof headline === 'string' ? headline : headline.code;
}

/** How long good news stay, ms; a person dismisses the rest. */
const GOOD_NEWS_MS = 6000;

/** What the window has to say to the person without being asked. */
export const useNotices = defineStore('notices', () => {
  const notices = ref<Notice[]>([]);
  let lastId = 0;

  /** @param said a sentence of the engine, or a name or path as it is */
  function tell(
    kind: Notice['kind'],
    headline: Notice['headline'],
    said: Remark | string | null = null,
  ): void {
    const detail = typeof said === 'string' ? { message: said } : said;
    const same = notices.value.find(
      (notice) => keyOf(notice.headline) === keyOf(headline) && notice.detail?.message === detail?.message,
    );
    if (same !== undefined) return;
    const id = ++lastId;
    notices.value.push({ id, kind, headline, detail });
    if (kind === 'good') setTimeout(() => dismiss(id), GOOD_NEWS_MS);
  }

  /** Tells of an error by its code; a cancellation is what the person asked for, and no error. */
  function report(error: unknown): void {
    if (error instanceof SocavonError) {
      if (error.code !== 'cancelled') tell('error', errorHeadline(error.code), toWireError(error));
      return;
    }
    console.error(error);
    tell('error', errorHeadline('internal'));
  }

  function dismiss(id: number): void {
    notices.value = notices.value.filter((notice) => notice.id !== id);
  }

  /** Runs an action of the person and tells of what goes wrong in it. @returns undefined where it went wrong */
  async function guard<Value>(action: () => Promise<Value>): Promise<Value | undefined> {
    try {
      return await action();
    } catch (error) {
      report(error);
      return undefined;
    }
  }

  return { notices, tell, report, dismiss, guard };
});
