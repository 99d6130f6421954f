import type { CancelToken } from '../../src-core/model/context.ts';

/** Polling interval of a token without callbacks, ms. */
const CANCEL_POLL_MS = 50;

/** An `AbortSignal` that follows a token until it is released. */
export function cancelSignal(cancel: CancelToken): { readonly signal: AbortSignal; release(): void } {
  const abort = new AbortController();
  if (cancel.onCancel !== undefined)
    return { signal: abort.signal, release: cancel.onCancel(() => abort.abort()) };
  const look = (): void => {
    if (cancel.cancelled) abort.abort();
  };
  look();
  const poll = setInterval(look, CANCEL_POLL_MS);
  return { signal: abort.signal, release: () => clearInterval(poll) };
}
