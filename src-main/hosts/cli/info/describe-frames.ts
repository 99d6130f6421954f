import { basename } from 'node:path';
import { surveyFrames } from '../../../../src-core/io/capture/open-frames.ts';
import { message } from '../../../../src-core/messages/message.ts';
import type { StageContext } from '../../../../src-core/model/context.ts';
import { SocavonError } from '../../../../src-core/model/errors.ts';
import { type FrameFiles, openFrameFolder } from '../../../files/frame-folder.ts';
import { frameEntries } from '../../../jobs/preview/preview-frames.ts';
import type { CommandResult } from '../with-command.ts';
import { say, sayError, sayRemark } from '../words.ts';
import { plain, sheet } from './sheet.ts';

/** Describes a folder of clouds as the frames of a drive; one that is none has failed, with the reason among the warnings. */
export async function describeFrames(frames: FrameFiles, context: StageContext): Promise<CommandResult> {
  const { path, files } = frames;
  const title = say('info-frames', { path });
  try {
    const survey = await surveyFrames(await openFrameFolder(frames, {}), context);
    const { sensor, seconds, stampedBy, pointTimes, points, format } = survey;
    const duration = seconds === null ? null : seconds[seconds.length - 1] - seconds[0];
    return {
      data: {
        kind: 'frames',
        path,
        frames: files.length,
        points,
        format,
        stampedBy,
        pointTimes,
        seconds: duration,
        sensor: plain(sensor),
      },
      text: sheet(
        title,
        [
          ...frameEntries(frames, survey),
          ['poses', message(frames.calibration === null ? 'frames-poses-own' : 'frames-poses-kitti')],
        ],
        survey.remarks.map(sayRemark),
      ),
    };
  } catch (error) {
    if (!(error instanceof SocavonError) || error.code === 'cancelled') throw error;
    const why = sayError(error);
    return {
      data: {
        kind: 'frames',
        path,
        frames: files.length,
        refused: { code: error.code, message: error.message },
      },
      text: sheet(title, [['frames', basename(files[0])]], [why]),
      failed: true,
    };
  }
}
