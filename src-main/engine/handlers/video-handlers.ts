import type { Handlers } from '../../../src-core/contract/requests.ts';
import { message } from '../../../src-core/messages/message.ts';
import { SocavonError } from '../../../src-core/model/errors.ts';
import { discardPart, openPart, type PartFile, publishPart, writeAll } from '../../files/atomic-sink.ts';
import { fileError } from '../../files/file-errors.ts';
import type { EngineSession } from '../engine-session.ts';

interface OpenVideo extends PartFile {
  readonly path: string;
}

/** Handlers of video files, which a window writes piece by piece; one that is not finished is removed. */
export function videoHandlers(session: EngineSession): Handlers<'video.begin' | 'video.write' | 'video.end'> {
  const videos = new Map<number, OpenVideo>();
  let last = 0;
  session.onClose(async () => {
    const left = [...videos.values()];
    videos.clear();
    await Promise.all(left.map(discardPart));
  });

  const videoOf = (id: number): OpenVideo => {
    const video = videos.get(id);
    if (video !== undefined) return video;
    throw new SocavonError('usage', message('video-none', { id }));
  };
  const orDiscard = async (id: number, work: (video: OpenVideo) => Promise<void>): Promise<null> => {
    const video = videoOf(id);
    try {
      await work(video);
      return null;
    } catch (error) {
      videos.delete(id);
      await discardPart(video);
      throw fileError(video.path, 'write', error);
    }
  };

  return {
    'video.begin': async ({ path }) => {
      const granted = session.grants.toWrite(path);
      const id = ++last;
      videos.set(id, { path: granted, ...(await openPart(granted)) });
      return { video: id };
    },
    'video.write': ({ video, position, bytes }) =>
      orDiscard(video, ({ handle }) => writeAll(handle, bytes, position)),
    'video.end': ({ video, keep }) =>
      orDiscard(video, async (open) => {
        await (keep ? publishPart(open.path, open) : discardPart(open));
        videos.delete(video);
      }),
  };
}
