import type { CancelToken } from '../../../src-core/model/context.ts';
import { EXIT } from './exit-status.ts';

/**
 * A token that Ctrl-C (or a polite kill) flips, so that the work ends between two steps with everything
 * closed. A second Ctrl-C does not wait: projects and outputs are made to stand that.
 */
export function cancelOnSignals(): CancelToken & { release(): void } {
  let cancelled = false;
  const hear = (): void => {
    if (cancelled) process.exit(EXIT.cancelled);
    cancelled = true;
  };
  process.on('SIGINT', hear);
  process.on('SIGTERM', hear);
  return {
    get cancelled() {
      return cancelled;
    },
    release() {
      process.off('SIGINT', hear);
      process.off('SIGTERM', hear);
    },
  };
}
