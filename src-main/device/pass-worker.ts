import { message } from '../../src-core/messages/message.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import { serveThread } from '../rpc/thread.ts';
import { BOARD, type PassMethods, type PassShare } from './picp-board.ts';

/**
 * Serves the passes of `startPasses` in a thread.
 *
 * @param prepare receives the start message and returns what matches the thread's share under a pose
 */
export function servePasses<Share extends PassShare>(
  prepare: (share: Share) => (T: Rigid, pass: number) => void,
): void {
  serveThread<PassMethods<PassShare>>({
    work(share) {
      try {
        return work(share, prepare(share as Share));
      } catch (error) {
        // The parent is blocked and receives no thread failure event, but it does poll for this reply.
        const why = error instanceof Error ? error.message : String(error);
        throw new SocavonError('engine-unavailable', message('picp-thread-failed-of', { why }));
      }
    },
  });
}

function work({ board, pose }: PassShare, match: (T: Rigid, pass: number) => void): never {
  const T: Rigid = { R: pose.subarray(0, 9), t: pose.subarray(9) };
  done();
  for (let pass = 0; ; ) {
    Atomics.wait(board, BOARD.pass, pass);
    pass = Atomics.load(board, BOARD.pass);
    match(T, pass - 1);
    done();
  }

  function done(): void {
    if (Atomics.sub(board, BOARD.pending, 1) === 1) Atomics.notify(board, BOARD.pending);
  }
}
