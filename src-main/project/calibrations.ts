import {
  calibrationSchema,
  type InstrumentCalibration,
} from '../../src-core/model/instrument-calibration.ts';
import { calibratedStore } from '../../src-core/survey/calibrated-store.ts';
import type { ScanStore } from '../../src-core/survey/scan-store.ts';
import type { Project } from './project.ts';
import type { Session } from './sessions.ts';

/** Calibration of the sensor of a session, with what it was computed from. */
interface StoredCalibration {
  /** Hash of the alignment that it was computed from, or the name of its file. */
  readonly key: string;
  readonly calibration: InstrumentCalibration;
  /** True if it is of the session's own scans, computed after its alignment; absent: a person chose it. */
  readonly isOwn?: boolean;
}

/** Calibration that map and measurement of a session use; null: none. */
export function calibrationOf({ settings }: Project, sessionId: number): StoredCalibration | null {
  const stored = settings.get(keyOf(sessionId)) as { key?: unknown; calibration?: unknown } | undefined;
  if (stored === undefined) return null;
  const parsed = calibrationSchema.safeParse(stored.calibration);
  // One of another version: computed anew.
  return parsed.success && typeof stored.key === 'string'
    ? { key: stored.key, calibration: parsed.data }
    : null;
}

export function storeCalibration({ settings }: Project, sessionId: number, stored: StoredCalibration): void {
  settings.set(keyOf(sessionId), stored);
}

/** Leaves map and measurement of a session as the sensor sent them, because a person wants it so. */
export function declineCalibration({ settings }: Project, sessionId: number): void {
  settings.set(keyOf(sessionId), { isDeclined: true });
}

/** True if a person chose the calibration of a session, or none: a new alignment does not replace it. */
export function isCalibrationChosen({ settings }: Project, sessionId: number): boolean {
  const stored = settings.get(keyOf(sessionId)) as { isOwn?: unknown } | undefined;
  return stored !== undefined && stored.isOwn !== true;
}

/** Calibration that a session got by its alignment, as the settings have it; null: none, or a person chose it. */
export function ownCalibration(project: Project, sessionId: number): unknown {
  if (isCalibrationChosen(project, sessionId)) return null;
  return project.settings.get(keyOf(sessionId)) ?? null;
}

/**
 * Gives a session the calibration of an alignment back, unless a person chose one.
 *
 * @param own see `ownCalibration`
 */
export function restoreOwnCalibration(project: Project, sessionId: number, own: unknown): void {
  if (isCalibrationChosen(project, sessionId)) return;
  if (own === null) removeCalibration(project, sessionId);
  else project.settings.set(keyOf(sessionId), own);
}

/**
 * The calibration that a person made of a session with a check distance, or chose from a file of one; null: none. The
 * scans alone would only lose the distance, so that a survey uses it as it is until a person makes or declines another.
 */
export function checkedCalibration(project: Project, sessionId: number): InstrumentCalibration | null {
  if (!isCalibrationChosen(project, sessionId)) return null;
  const stored = calibrationOf(project, sessionId);
  return stored?.calibration.isBiasChecked ? stored.calibration : null;
}

/** Leaves map and measurement of a session as the sensor sent them: its scans show too little. */
export function removeCalibration({ settings }: Project, sessionId: number): void {
  settings.remove(keyOf(sessionId));
}

/**
 * Newest calibration of the sensor of a session by an earlier session of the project: the prior of its own.
 * A sensor without a serial number has none.
 */
export function earlierCalibration(project: Project, session: Session): InstrumentCalibration | null {
  const { serial } = session.sensor;
  if (serial === '') return null;
  const earlier = project.sessions
    .all()
    .filter(({ id, sensor }) => id < session.id && sensor.serial === serial);
  for (const { id } of earlier.sort((a, b) => b.id - a.id)) {
    const stored = calibrationOf(project, id);
    if (stored !== null && !stored.calibration.isOtherInstrument) return stored.calibration;
  }
  return null;
}

/** Scans of a session as its calibrated sensor would have sent them: those of map and measurement. */
export function mapStore(project: Project, session: Session): ScanStore {
  return calibratedStore(project.scanStore(session), calibrationOf(project, session.id)?.calibration ?? null);
}

function keyOf(sessionId: number): string {
  return `calibration.${sessionId}`;
}
