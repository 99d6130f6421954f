import { CancelSource, type CancelToken } from '../../../src-core/model/context.ts';
import { EXIT } from './exit-status.ts';

/**
 * Cancel token set by Ctrl-C (SIGINT) or SIGTERM, so that the work ends between two steps with everything closed. A
 * second Ctrl-C ends the process at once, which projects and outputs survive.
 */
export function cancelOnSignals(): CancelToken & { release(): void } {
  const source = new CancelSource();
  const hear = (): void => {
    if (source.cancelled) process.exit(EXIT.cancelled);
    source.cancel();
  };
  process.on('SIGINT', hear);
  process.on('SIGTERM', hear);
  return Object.assign(source, {
    release() {
      process.off('SIGINT', hear);
      process.off('SIGTERM', hear);
    },
  });
}
