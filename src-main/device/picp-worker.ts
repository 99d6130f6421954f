import { PicpWorker, SHARE_NUMBERS, shareOf } from '../../src-lab/picp/picp-share.ts';
import { searchOver } from '../../src-lab/search/search-structures.ts';
import { pointTemplate } from '../../src-lab/search/template.ts';
import { servePasses } from './pass-worker.ts';
import type { PicpShare } from './picp-board.ts';

servePasses<PicpShare>(({ source, target, built, options, worker, workers, numbers }) => {
  const template = pointTemplate(target, searchOver(target, built), options.maxDistance);
  const share = shareOf(source.count, worker, workers, options.picp.shuffle);
  const matcher = new PicpWorker(source, template, share, options.picp);
  const own = numbers.subarray(SHARE_NUMBERS * worker, SHARE_NUMBERS * (worker + 1));
  return (T, pass) => matcher.match(T, pass, own);
});
