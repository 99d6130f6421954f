import { defineStore } from 'pinia';
import { ref } from 'vue';
import { toWireError } from '../../src-core/contract/wire-error.ts';
import type { Message } from '../../src-core/messages/message.ts';
import type { Remark } from '../../src-core/messages/remark.ts';
import { errorHeadline, SocavonError } from '../../src-core/model/errors.ts';

export interface Notice {
  readonly id: number;
  readonly kind: 'good' | 'warning' | 'error';
  /** Locale key of its headline, or a message of the catalogue. */
  readonly headline: string | Message;
  /** Text below the headline; null: none. */
  readonly detail: Remark | null;
}

function keyOf(headline: Notice['headline']): string {
  return typeof headline === 'string' ? headline : headline.code;
}

/** Display time of success notices, ms; the user dismisses the others. */
const GOOD_NEWS_MS = 6000;

/** Store: notices to the user. */
export const useNotices = defineStore('notices', () => {
  const notices = ref<Notice[]>([]);
  let lastId = 0;

  /** @param said a message of the engine, or a name or path */
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

  /** Reports an error by its code; a cancellation is no error. */
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

  /** Dismisses the notices of a headline, whose reason is gone. */
  function withdraw(headline: Notice['headline']): void {
    notices.value = notices.value.filter((notice) => keyOf(notice.headline) !== keyOf(headline));
  }

  /** Runs an action of the user and reports its errors. @returns undefined on error */
  async function guard<Value>(action: () => Promise<Value>): Promise<Value | undefined> {
    try {
      return await action();
    } catch (error) {
      report(error);
      return undefined;
    }
  }

  return { notices, tell, report, dismiss, withdraw, guard };
});
