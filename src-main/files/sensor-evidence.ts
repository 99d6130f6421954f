import { basename } from 'node:path';
import { inspectCapture } from '../../src-core/io/capture/inspect-capture.ts';
import { type SensorEvidence, sensorDifference } from '../../src-core/io/capture/sensor-difference.ts';
import { message } from '../../src-core/messages/message.ts';
import { SILENT_CONTEXT, type StageContext } from '../../src-core/model/context.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import { openCaptureSource } from './capture-source.ts';
import { findMetadata } from './find-metadata.ts';
import { headOf } from './first-bytes.ts';

/** Evidence about the sensor of a capture file. */
interface CaptureEvidence extends SensorEvidence {
  readonly path: string;
  readonly name: string;
}

/** Bytes of each capture that are read: several rotations of any sensor. */
const HEAD_BYTES = 8 << 20;

/**
 * Captures by the sensor that made them: parts of one recording are in one group, in the order given.
 *
 * @throws SocavonError of the reader if a file is no capture; CancelledError
 */
export async function capturesBySensor(
  paths: readonly string[],
  context: StageContext = SILENT_CONTEXT,
): Promise<CaptureEvidence[][]> {
  const groups: CaptureEvidence[][] = [];
  for (const path of paths) {
    const evidence = await evidenceOf(path, context);
    const own = groups.find((group) => group.every((member) => sensorDifference(member, evidence) === null));
    if (own === undefined) groups.push([evidence]);
    else own.push(evidence);
  }
  return groups;
}

/**
 * Refuses captures of different sensors as one session: only the packets of one would be read.
 *
 * @throws SocavonError 'capture-sensors', and what `capturesBySensor` throws
 */
export async function refuseOtherSensors(paths: readonly string[], context: StageContext): Promise<void> {
  if (paths.length < 2) return;
  const [recording, strangers = []] = await capturesBySensor(paths, context);
  for (const other of strangers)
    for (const first of recording) {
      const why = sensorDifference(first, other);
      if (why !== null)
        throw new SocavonError(
          'capture-sensors',
          message('captures-of-sensors', { first: first.name, other: other.name, why }),
        );
    }
}

async function evidenceOf(path: string, context: StageContext): Promise<CaptureEvidence> {
  const source = await openCaptureSource(path, context.cancel);
  try {
    const summary = await inspectCapture(await headOf(source, HEAD_BYTES), context);
    return { path, name: basename(path), summary, metadata: await ownMetadata(path) };
  } finally {
    await source.close();
  }
}

/** Metadata beside the capture; null if there is none that can be read. */
async function ownMetadata(path: string): Promise<SensorEvidence['metadata']> {
  try {
    return (await findMetadata(path)).sensor;
  } catch (error) {
    if (error instanceof SocavonError) return null;
    throw error;
  }
}
