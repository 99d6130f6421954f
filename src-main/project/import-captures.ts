import type { OpenedCapture } from '../../src-core/io/capture/opened-capture.ts';
import { message } from '../../src-core/messages/message.ts';
import { remark } from '../../src-core/messages/remark.ts';
import { type StageContext, throwIfCancelled } from '../../src-core/model/context.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import { giveBack } from '../../src-core/model/give-back.ts';
import { recordedAt } from '../../src-core/model/recorded-at.ts';
import type { Scan } from '../../src-core/model/scan.ts';
import { storedScans } from '../../src-core/survey/stored-scans.ts';
import type { Unchanged } from '../files/unchanged-files.ts';
import type { CaptureFile } from './captures.ts';
import type { Project } from './project.ts';
import type { SensorMetadata, Session, SessionScans } from './sessions.ts';

export interface ImportRequest {
  /** In the order in which they were recorded; their digests may be computed while the scans are read. */
  readonly captures: readonly CaptureFile[] | Promise<readonly CaptureFile[]>;
  /** As given; null: the nominal sensor. */
  readonly metadata: SensorMetadata | null;
  /** Asked before the session counts; absent: the captures are no files. */
  readonly unchanged?: Unchanged;
}

/** Follows the import of a capture from outside. */
export interface ImportWatch {
  /** Its session has begun: scans can be read as they are stored, and none of it counts before the end. */
  begun(session: SessionScans): void;
  /** So many of its scans are stored. */
  stored(count: number): void;
}

export interface ImportResult {
  readonly session: Session;
  /** True if the project already contained these captures and nothing was added. */
  readonly alreadyThere: boolean;
}

/**
 * Returns the session with exactly these captures in this order and reports a note; null if the project has none of
 * them.
 *
 * @throws SocavonError 'capture-known' if only some of them are in the project, or one is given twice
 */
export function knownSession(
  project: Project,
  captures: readonly CaptureFile[],
  context: StageContext,
): Session | null {
  refuseTwins(captures);
  const known = captures.map(({ sha256 }) => project.captures.known(sha256));
  const first = known.find((capture) => capture !== null);
  if (first === undefined) return null;

  const stored = project.captures.of(first.sessionId);
  const same = stored.length === captures.length && stored.every((c, i) => c.sha256 === captures[i].sha256);
  const session = same ? project.sessions.get(first.sessionId) : null;
  if (session === null) {
    const repeated = captures[known.indexOf(first)].name;
    const figures = { names: repeated, project: project.path, session: first.sessionId };
    const others = stored.length - 1;
    throw new SocavonError(
      'capture-known',
      others > 0
        ? message('capture-in-project-among', { ...figures, others })
        : message('capture-in-project', figures),
    );
  }
  const names = captures.map(({ name }) => name).join(', ');
  const figures = { names, date: session.importedAt.slice(0, 10), session: session.id };
  const there =
    session.cloud === null
      ? remark('capture-already-there', { ...figures, scans: session.scanCount })
      : remark('cloud-already-there', { ...figures, points: session.cloud.points });
  context.emit({ kind: 'note', stage: 'import', ...there });
  return session;
}

/**
 * Imports captures as one session, atomically. Call `knownSession` first.
 *
 * @throws what reading and writing throw, after removing the session; CancelledError
 */
export async function importCaptures(
  project: Project,
  { captures, metadata, unchanged }: ImportRequest,
  { sensor, items, health, times }: OpenedCapture,
  context: StageContext,
  watch?: ImportWatch,
): Promise<Session> {
  const importing = project.beginImport([], metadata);
  try {
    watch?.begun(importing.scansBy(sensor));
    for await (const scan of storedScans(items)) {
      throwIfCancelled(context.cancel, 'work-import');
      const isStored = importing.add({ ...scan, release: () => giveBackPixels(scan.scan) });
      if (isStored) watch?.stored(scan.index + 1);
    }
    importing.addCaptures(await captures);
    await unchanged?.();
    return importing.finish(sensor, health, recordedAt(times.hostFrom, health.firstStampNs));
  } catch (error) {
    importing.abortQuietly();
    throw error;
  }
}

/** The memory of a scan that is stored. */
function giveBackPixels({ rangeMm, reflectivity, signal, nearIr, second, xyz }: Scan): void {
  giveBack(rangeMm, reflectivity, signal, nearIr, xyz);
  giveBack(second?.rangeMm, second?.reflectivity, second?.signal);
}

function refuseTwins(captures: readonly CaptureFile[]): void {
  const nameOf = new Map<string, string>();
  for (const { name, sha256 } of captures) {
    const twin = nameOf.get(sha256);
    if (twin !== undefined) throw new SocavonError('capture-known', message('capture-twice', { name, twin }));
    nameOf.set(sha256, name);
  }
}
