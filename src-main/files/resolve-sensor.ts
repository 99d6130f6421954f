import { OS1_16_DEFAULT } from '../../src-core/io/capture/default-sensors.ts';
import { message } from '../../src-core/messages/message.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import type { SensorModel } from '../../src-core/model/sensor.ts';
import { findMetadata } from './find-metadata.ts';

/** Sensors with a nominal model, usable without metadata. */
export const NAMED_SENSORS: Readonly<Record<string, SensorModel>> = { 'os1-16': OS1_16_DEFAULT };

export interface SensorChoice {
  /** Path of the metadata file, if the user gave one. */
  readonly metadata?: string;
  /** Key of `NAMED_SENSORS`, to use the nominal model without metadata. */
  readonly sensor?: string;
}

/** Sensor of a capture and the metadata it was read from (null: nominal sensor). */
export interface ResolvedSensor {
  readonly sensor: SensorModel;
  readonly metadata: { readonly name: string; readonly text: string } | null;
}

/**
 * @param capturePath the first capture of the session
 * @throws SocavonError 'usage' if both are given or the sensor is unknown; see `findMetadata`
 */
export async function resolveSensor(capturePath: string, choice: SensorChoice): Promise<ResolvedSensor> {
  if (choice.sensor === undefined) {
    const { name, text, sensor } = await findMetadata(capturePath, choice.metadata);
    return { sensor, metadata: { name, text } };
  }
  if (choice.metadata !== undefined) throw new SocavonError('usage', message('metadata-or-sensor'));
  const sensor = NAMED_SENSORS[choice.sensor];
  if (sensor === undefined)
    throw new SocavonError(
      'usage',
      message('sensor-unknown', { sensor: choice.sensor, sensors: Object.keys(NAMED_SENSORS).join(', ') }),
    );
  return { sensor, metadata: null };
}
