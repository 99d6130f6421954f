import { SocavonError } from '../../model/errors.ts';
import type { SensorModel } from '../../model/sensor.ts';
import type { RecognisedCapture } from './recognise-capture.ts';
import { looksLikeCorrection, parseCorrection } from './spinning/correction-file.ts';
import type { CorrectionFile } from './spinning/spinning-format.ts';
import { spinningSensor } from './spinning/spinning-sensor.ts';

/** Sensor whose unit may state its angles in a correction file. */
export type CorrectableSensor = NonNullable<Extract<RecognisedCapture, { kind: 'other' }>['spinning']>;

const HESAI: CorrectionFile = {
  ending: /\.csv$/i,
  isCalibration: false,
  looksLike: looksLikeCorrection,
  parse: parseCorrection,
};

/** The file in which a unit of the sensor states its angles. */
export function correctionFile({ angles }: CorrectableSensor): CorrectionFile {
  return angles?.file ?? HESAI;
}

/**
 * Sensor with the angles of its correction file.
 *
 * @throws SocavonError 'metadata-malformed' with the line
 */
export function correctionSensor(spinning: CorrectableSensor, text: string, name: string): SensorModel {
  const { altitudeDeg, angles, product } = spinning;
  const stated = correctionFile(spinning).parse(text, name, altitudeDeg.length, product);
  return spinningSensor(angles?.with(stated) ?? spinning);
}

/** True for the text of a correction file that states as many channels as the sensor has. */
export function isCorrectionOf(spinning: CorrectableSensor, text: string): boolean {
  if (!correctionFile(spinning).looksLike(text)) return false;
  try {
    correctionSensor(spinning, text, '');
    return true;
  } catch (error) {
    if (error instanceof SocavonError) return false;
    throw error;
  }
}
