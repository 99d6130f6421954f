import { defineStore } from 'pinia';
import { markRaw, ref } from 'vue';
import { toWireError } from '../../src-core/contract/wire-error.ts';
import { type Message, message } from '../../src-core/messages/message.ts';
import type { Remark } from '../../src-core/messages/remark.ts';
import { errorHeadline, SocavonError, type SocavonErrorCode } from '../../src-core/model/errors.ts';
import { type FailedOutput, failureRemarks } from '../../src-core/model/outputs.ts';
import { useHost } from './host.ts';
import { useProjectOpening } from './project-opening.ts';

export interface Notice {
  readonly id: number;
  readonly kind: 'good' | 'warning' | 'error';
  /** Locale key of its headline, or a message of the catalogue. */
  readonly headline: string | Message;
  /** Text below the headline; null: none. */
  readonly detail: Remark | null;
  /** Request that failed; the notice leaves when the same request succeeds. Null: none. */
  readonly request: string | null;
  /** What can be done about it; null: nothing. */
  readonly action: NoticeAction | null;
}

/** Button of a notice, which goes when it is pressed. */
interface NoticeAction {
  /** Locale key of its label. */
  readonly label: string;
  readonly run: () => void;
}

function keyOf(headline: Notice['headline']): string {
  return typeof headline === 'string' ? headline : headline.code;
}

/** Requests after which another project is open. */
const PROJECT_CHANGES: readonly string[] = [
  'project.open',
  'project.create',
  'project.openSample',
  'project.close',
];

/** By what the program is busy with, where that is why it refused; else by the code. */
function headlineOf({ code, sentence }: SocavonError): Message {
  const { work } = sentence?.values ?? {};
  return code === 'project-busy' && work !== undefined ? message('busy-with', { work }) : errorHeadline(code);
}

/** What a request has written into a folder, and what it could not. */
export interface WrittenOutputs {
  readonly folder: string;
  readonly failed: readonly FailedOutput[];
}

/** Display time of success notices, ms; the user dismisses the others. */
const GOOD_NEWS_MS = 6000;
/** The same if the notice offers something to do. */
const OFFER_MS = 20_000;

/** Errors that only say that the project of a request was closed meanwhile. */
const OUTDATED: readonly unknown[] = [
  'project-none-open',
  'session-gone',
  'alignment-none-open',
  'map-part-none',
];
/** Errors of a project that are of no use once another is open. */
const OF_PROJECT: readonly SocavonErrorCode[] = ['usage', 'no-project', 'not-aligned'];

/** Store: notices to the user. */
export const useNotices = defineStore('notices', () => {
  const project = useProjectOpening();
  const notices = ref<Notice[]>([]);
  const host = useHost();
  let lastId = 0;

  // What was refused has been done meanwhile; errors of one project say nothing of another.
  host.onSuccess((name) => {
    const isOther = PROJECT_CHANGES.includes(name);
    notices.value = notices.value.filter(
      ({ kind, request }) => kind !== 'error' || !(request === name || (isOther && request !== null)),
    );
  });

  /** Says that files were written, or which could not be and why. @param headline where all were */
  function tellWritten(headline: string, { folder, failed }: WrittenOutputs): void {
    if (failed.length === 0) tell('good', headline, folder);
    for (const { code, ...why } of failureRemarks(failed)) tell('error', errorHeadline(code), why);
  }

  /** @param said a message of the engine, or a name or path */
  function tell(
    kind: Notice['kind'],
    headline: Notice['headline'],
    said: Remark | string | null = null,
    { request = null, action = null }: Partial<Pick<Notice, 'request' | 'action'>> = {},
  ): void {
    const detail = typeof said === 'string' ? { message: said } : said;
    const same = notices.value.find(
      (notice) => keyOf(notice.headline) === keyOf(headline) && notice.detail?.message === detail?.message,
    );
    if (same !== undefined) return;
    const id = ++lastId;
    notices.value.push({ id, kind, headline, detail, request, action: action && markRaw(action) });
    if (kind === 'good') setTimeout(() => dismiss(id), action === null ? GOOD_NEWS_MS : OFFER_MS);
  }

  /**
   * Reports an error by its code; a cancellation is no error, nor is what a request found of a project that was closed.
   *
   * @param opening of the project when the action began
   */
  function report(error: unknown, opening = project.opening): void {
    if (error instanceof SocavonError) {
      const isOther = opening !== project.opening;
      if (isOther && OF_PROJECT.includes(error.code)) return;
      if (project.switching && OUTDATED.includes(error.sentence?.code)) return;
      if (error.code !== 'cancelled')
        tell('error', headlineOf(error), toWireError(error), { request: host.failedRequest(error) });
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
    const opening = project.opening;
    try {
      return await action();
    } catch (error) {
      report(error, opening);
      return undefined;
    }
  }

  return { notices, tell, tellWritten, report, dismiss, withdraw, guard };
});
