import { OS1_16_DEFAULT } from '../../src-core/io/capture/default-sensors.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import type { SensorModel } from '../../src-core/model/sensor.ts';
import { findMetadata } from './find-metadata.ts';

/** Sensors that may be taken without their metadata. */
export const NAMED_SENSORS: Readonly<Record<string, SensorModel>> = { 'os1-16': OS1_16_DEFAULT };

export interface SensorChoice {
  /** Path of the metadata file, where the person gave one. */
  readonly metadata?: string;
  /** A key of `NAMED_SENSORS`, to go without metadata. */
  readonly sensor?: string;
}

/** The sensor of a capture, and the metadata it was read from (null: the nominal sensor was taken). */
export interface ResolvedSensor {
  readonly sensor: SensorModel;
  readonly metadata: { readonly name: string; readonly text: string } | null;
}

/**
 * @param capturePath the first capture of the session
 * @throws SocavonError 'usage' where both or an unknown sensor is given; see `findMetadata`
 */
export async function resolveSensor(capturePath: string, choice: SensorChoice): Promise<ResolvedSensor> {
  if (choice.sensor === undefined) {
    const { name, text, sensor } = await findMetadata(capturePath, choice.metadata);
    return { sensor, metadata: { name, text } };
  }
  if (choice.metadata !== undefined)
    throw new SocavonError('usage', 'Give --metadata or --sensor, not both: the metadata tells the sensor.');
  const sensor = NAMED_SENSORS[choice.sensor];
  if (sensor === undefined)
    throw new SocavonError(
      'usage',
      `There is no sensor ${choice.sensor} to take without metadata; known: ${Object.keys(NAMED_SENSORS).join(', ')}.`,
    );
  return { sensor, metadata: null };
}
