import { PicpWorker, SHARE_NUMBERS } from '../../src-core/lab/picp-share.ts';
import { searchOver } from '../../src-core/lab/search-structures.ts';
import { pointTemplate } from '../../src-core/lab/template.ts';
import { message } from '../../src-core/messages/message.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import { serveThread } from '../rpc/thread.ts';
import { BOARD, type PicpMethods, type PicpShare } from './picp-board.ts';

function work({ source, target, built, options, worker, workers, board, pose, numbers }: PicpShare): never {
  const template = pointTemplate(target, searchOver(target, built), options.maxDistance);
  const share = new PicpWorker(source, template, worker, workers, options.picp);
  const own = numbers.subarray(SHARE_NUMBERS * worker, SHARE_NUMBERS * (worker + 1));
  const T: Rigid = { R: pose.subarray(0, 9), t: pose.subarray(9) };
  done();
  for (let pass = 0; ; ) {
    Atomics.wait(board, BOARD.pass, pass);
    pass = Atomics.load(board, BOARD.pass);
    share.match(T, pass - 1, own);
    done();
  }

  function done(): void {
    if (Atomics.sub(board, BOARD.pending, 1) === 1) Atomics.notify(board, BOARD.pending);
  }
}

serveThread<PicpMethods>({
  work(share) {
    try {
      return work(share);
    } catch (error) {
      // The parent is blocked and receives no thread failure event, but it does poll for this reply.
      const why = error instanceof Error ? error.message : String(error);
      throw new SocavonError('engine-unavailable', message('picp-thread-failed-of', { why }));
    }
  },
});
