import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { CapturePreview } from '../../../src-core/contract/project-requests.ts';
import { toWireError } from '../../../src-core/contract/wire-error.ts';
import { type FrameSurvey, surveyFrames } from '../../../src-core/io/capture/open-frames.ts';
import { message } from '../../../src-core/messages/message.ts';
import { remark } from '../../../src-core/messages/remark.ts';
import type { StageContext } from '../../../src-core/model/context.ts';
import { SocavonError } from '../../../src-core/model/errors.ts';
import { type FrameFiles, openFrameFolder } from '../../files/frame-folder.ts';
import { type CloudChoice, saidUnits } from '../../project/import-clouds.ts';
import { type Entry, factsOf, sensorEntries } from './capture-facts.ts';

type Problem = CapturePreview['problems'][number];

/** Description of the clouds of a drive. */
export function frameEntries({ files }: FrameFiles, survey: FrameSurvey): Entry[] {
  const { sensor, stampedBy, pointTimes, points, format } = survey;
  return [
    ['frames', message('fact-frames', { count: files.length, format: format.toUpperCase(), points })],
    ['times', message(`frames-stamped-${stampedBy}`)],
    ['times of points', message(`frames-points-${pointTimes}`)],
    ...sensorEntries(sensor),
  ];
}

/**
 * Preview of a folder of clouds before its import as a drive: what their headers and some of their points tell; a folder that
 * cannot be one says why.
 *
 * @throws CancelledError
 */
export async function previewFrames(
  frames: FrameFiles,
  choice: Pick<CloudChoice, 'unit' | 'heightUnit'>,
  context: StageContext,
): Promise<CapturePreview> {
  const name = basename(frames.path);
  let bytes = 0;
  for (const file of frames.files) bytes += (await stat(file)).size;
  const preview = (facts: Entry[], problems: Problem[]): CapturePreview => ({
    ...{ kind: 'frames', name, bytes, facts: factsOf(facts), problems },
    ...{ metadata: null, metadataOffers: [], firstScan: null, scanShare: null },
  });
  try {
    const survey = await surveyFrames(await openFrameFolder(frames, saidUnits(choice)), context);
    const warn = (what: 'frames-rate-assumed' | 'frames-instant'): Problem => ({
      ...{
        code: 'capture',
        ...remark(what, { name, hertz: survey.assumedHertz }),
        repair: null,
        blocks: false,
      },
    });
    return preview(frameEntries(frames, survey), [
      ...survey.remarks.map((said): Problem => ({ ...said, code: 'capture', repair: null, blocks: false })),
      ...(survey.stampedBy === 'assumed' ? [warn('frames-rate-assumed')] : []),
      ...(survey.pointTimes === 'none' ? [warn('frames-instant')] : []),
    ]);
  } catch (error) {
    if (!(error instanceof SocavonError) || error.code === 'cancelled') throw error;
    return preview(
      [['frames', frames.files.length]],
      [{ ...toWireError(error), repair: null, blocks: true }],
    );
  }
}
