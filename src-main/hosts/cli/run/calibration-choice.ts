import { basename, resolve } from 'node:path';
import { message } from '../../../../src-core/messages/message.ts';
import { SocavonError } from '../../../../src-core/model/errors.ts';
import {
  calibrationSchema,
  type InstrumentCalibration,
} from '../../../../src-core/model/instrument-calibration.ts';
import { readText } from '../../../files/read-text.ts';
import { declineCalibration, storeCalibration } from '../../../project/calibrations.ts';
import { contentHash } from '../../../project/canonical-json.ts';
import type { Project } from '../../../project/project.ts';
import type { Session } from '../../../project/sessions.ts';

/** How a survey calibrates its sensor: by its own scans, not at all, or by a file. */
export type CalibrationChoice =
  | 'auto'
  | 'off'
  | { readonly name: string; readonly calibration: InstrumentCalibration };

/** @throws SocavonError of the file; 'usage' if it is not a calibration */
export async function readCalibration(choice: string): Promise<CalibrationChoice> {
  if (choice === 'auto' || choice === 'off') return choice;
  const name = basename(choice);
  const text = await readText(resolve(choice));
  try {
    return { name, calibration: calibrationSchema.parse(JSON.parse(text)) };
  } catch {
    throw new SocavonError('usage', message('calibrate-file-unreadable', { name }));
  }
}

/**
 * Stores the calibration that map and measurement of a session use.
 *
 * @throws SocavonError 'usage' if the file is of another sensor
 */
export function storeCalibrationChoice(project: Project, session: Session, choice: CalibrationChoice): void {
  if (choice === 'auto') return;
  if (choice === 'off') {
    declineCalibration(project, session.id);
    return;
  }
  const { name, calibration } = choice;
  const { serial, beams } = session.sensor;
  if (calibration.serial !== serial || calibration.beams !== beams)
    throw new SocavonError(
      'usage',
      message('calibrate-file-other', { name, serial: calibration.serial, own: serial }),
    );
  storeCalibration(project, session.id, { key: contentHash(calibration), calibration });
}
