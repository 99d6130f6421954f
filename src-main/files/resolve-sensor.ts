import { basename } from 'node:path';
import { parseSensorMetadata } from '../../src-core/io/capture/metadata.ts';
import { nominalSensor } from '../../src-core/io/capture/nominal-sensors.ts';
import { packetStyleOf } from '../../src-core/io/capture/packet-style.ts';
import { type RecognisedCapture, recogniseCapture } from '../../src-core/io/capture/recognise-capture.ts';
import { parseSender } from '../../src-core/io/capture/sender.ts';
import { message } from '../../src-core/messages/message.ts';
import { SILENT_CONTEXT, type StageContext } from '../../src-core/model/context.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import { NOMINAL_SENSORS } from '../../src-core/model/nominal-sensor.ts';
import type { SensorModel } from '../../src-core/model/sensor.ts';
import { openCaptureSource } from './capture-source.ts';
import { correctedSensor } from './corrected-sensor.ts';
import { findMetadata } from './find-metadata.ts';
import { firstBytes, headOf } from './first-bytes.ts';

export interface SensorChoice {
  /** Path of the metadata file, if the user gave one. */
  readonly metadata?: string;
  /** One of `NOMINAL_SENSORS`, to use the nominal model without metadata. */
  readonly sensor?: string;
  /** The one of several sensors in a capture, as `parseSender` reads it. */
  readonly address?: string;
  /** True: several sensors without an `address` are refused. */
  readonly refuseSeveral?: boolean;
}

/** Sensor of a capture and the metadata it was read from (null: nominal sensor). */
export interface ResolvedSensor {
  readonly sensor: SensorModel;
  readonly metadata: { readonly name: string; readonly text: string } | null;
}

/** Bytes of a capture that are read to recognise it: several rotations of any sensor, and the metadata of a log. */
const HEAD_BYTES = 32 << 20;

/**
 * The sensor of a capture. What the file is, is found first: packets of other makers need no metadata, and a log of
 * messages may hold its own.
 *
 * @param capturePath the first capture of the session
 * @throws SocavonError 'usage' if both are given or the sensor is unknown; see `recogniseCapture`, `correctedSensor`,
 *   `findMetadata`
 */
export async function resolveSensor(
  capturePath: string,
  choice: SensorChoice,
  context: StageContext = SILENT_CONTEXT,
): Promise<ResolvedSensor> {
  if (choice.sensor === undefined) {
    const recognised = await recogniseFile(capturePath, context);
    if (recognised.kind === 'other') {
      const { spinning } = recognised;
      if (spinning?.angles && (spinning.angles.isNeeded || choice.metadata !== undefined))
        return correctedSensor(capturePath, spinning, choice.metadata);
      if (choice.metadata === undefined) return { sensor: recognised.sensor, metadata: null };
      const { productLine: product } = recognised.sensor;
      throw new SocavonError(
        'usage',
        message('metadata-of-other-maker', { name: basename(capturePath), product }),
      );
    }
    if (choice.metadata === undefined && recognised.metadata !== null) {
      const [name, text] = [basename(capturePath), recognised.metadata];
      return { sensor: parseSensorMetadata(text, name), metadata: { name, text } };
    }
    const chosen = choice.address === undefined ? null : parseSender(choice.address);
    const { name, text, sensor } = await findMetadata(capturePath, choice.metadata, chosen);
    return { sensor, metadata: { name, text } };
  }
  if (choice.metadata !== undefined) throw new SocavonError('usage', message('metadata-or-sensor'));
  const name = NOMINAL_SENSORS.find((known) => known === choice.sensor);
  if (name === undefined)
    throw new SocavonError(
      'usage',
      message('sensor-unknown', { sensor: choice.sensor, sensors: NOMINAL_SENSORS.join(', ') }),
    );
  const source = await openCaptureSource(capturePath, context.cancel);
  try {
    const beams = Number(name.split('-')[1]);
    const style = await packetStyleOf(firstBytes(source, HEAD_BYTES), beams, context);
    return { sensor: nominalSensor(name, style ?? undefined), metadata: null };
  } finally {
    await source.close();
  }
}

async function recogniseFile(path: string, context: StageContext): Promise<RecognisedCapture> {
  const source = await openCaptureSource(path, context.cancel);
  try {
    const head = await headOf(source, HEAD_BYTES);
    return await recogniseCapture(head, context, head.size === source.size);
  } finally {
    await source.close();
  }
}
