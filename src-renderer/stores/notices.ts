import { defineStore } from 'pinia';
import { ref } from 'vue';
import { wireOf } from '../../src-core/contract/wire-error.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import type { Remark } from '../../src-core/model/sentences.ts';

export interface Notice {
  readonly id: number;
  readonly kind: 'good' | 'warning' | 'error';
  /** Key of its headline in the locales. */
  readonly headline: string;
  /** What stands below it; null where the headline says all. */
  readonly detail: Remark | null;
}

/** How long good news stay, ms; a person dismisses the rest. */
const GOOD_NEWS_MS = 6000;

/** What the window has to say to the person without being asked. */
export const useNotices = defineStore('notices', () => {
  const notices = ref<Notice[]>([]);
  let lastId = 0;

  /** @param said a sentence of the engine, or a name or path as it is */
  function tell(kind: Notice['kind'], headline: string, said: Remark | string | null = null): void {
    const detail = typeof said === 'string' ? { message: said } : said;
    const same = notices.value.find(
      (notice) => notice.headline === headline && notice.detail?.message === detail?.message,
    );
    if (same !== undefined) return;
    const id = ++lastId;
    notices.value.push({ id, kind, headline, detail });
    if (kind === 'good') setTimeout(() => dismiss(id), GOOD_NEWS_MS);
  }

  /** Tells of an error by its code; a cancellation is what the person asked for, and no error. */
  function report(error: unknown): void {
    if (error instanceof SocavonError) {
      if (error.code !== 'cancelled') tell('error', `errors.${error.code}`, wireOf(error));
      return;
    }
    console.error(error);
    tell('error', 'errors.internal');
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
