import type { OpenedCapture } from '../../src-core/io/capture/capture.ts';
import { type StageContext, throwIfCancelled } from '../../src-core/model/context.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import { sentence } from '../../src-core/model/sentences.ts';
import { storedScans } from '../../src-core/survey/stored-scans.ts';
import type { CaptureFile } from './captures.ts';
import type { Project } from './project.ts';
import type { SessionImport } from './session-import.ts';
import type { SensorMetadata, Session } from './sessions.ts';

export interface ImportRequest {
  /** In the order in which they were recorded. */
  readonly captures: readonly CaptureFile[];
  /** As given; null where the sensor's default is taken. */
  readonly metadata: SensorMetadata | null;
}

export interface ImportResult {
  readonly session: Session;
  /** True where the project held these captures already and nothing was added. */
  readonly alreadyThere: boolean;
}

/**
 * The session that holds exactly these captures in this order, told with a note, or null where the project
 * knows none of them.
 *
 * @throws SocavonError 'capture-known' when only some of them are in the project, or one is given twice
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
    const partners = stored.length > 1 ? ` together with ${stored.length - 1} other capture(s)` : '';
    throw new SocavonError(
      'capture-known',
      `${repeated} is already in ${project.path} (session ${first.sessionId}${partners}); import the other captures without it, or start a new project for this combination.`,
      { sentence: sentence('capture-in-project', { names: repeated, project: project.path }) },
    );
  }
  const names = captures.map(({ name }) => name).join(', ');
  const message = `${names}: already imported on ${session.importedAt.slice(0, 10)} (session ${session.id}, ${session.scanCount} scans); nothing was added.`;
  context.emit({ kind: 'note', stage: 'import', message });
  return session;
}

/**
 * Stores a capture as one session, whole or not at all. Ask `knownSession` first.
 *
 * @throws what reading and writing throw, and then the session is removed; CancelledError
 */
export async function importCaptures(
  project: Project,
  { captures, metadata }: ImportRequest,
  { sensor, items, health }: OpenedCapture,
  context: StageContext,
): Promise<Session> {
  const importing = project.beginImport(captures, metadata);
  try {
    for await (const scan of storedScans(items)) {
      throwIfCancelled(context.cancel, 'The import');
      importing.add(scan);
    }
    return importing.finish(sensor, health);
  } catch (error) {
    abortQuietly(importing);
    throw error;
  }
}

/** On a full disk nothing can be removed either; then the next opening of the project does it. */
function abortQuietly(importing: SessionImport): void {
  try {
    importing.abort();
  } catch (error) {
    if (!(error instanceof SocavonError)) throw error;
  }
}

function refuseTwins(captures: readonly CaptureFile[]): void {
  const nameOf = new Map<string, string>();
  for (const { name, sha256 } of captures) {
    const twin = nameOf.get(sha256);
    if (twin !== undefined)
      throw new SocavonError(
        'capture-known',
        `${twin} and ${name} are the same capture, byte for byte; give it once.`,
        { sentence: sentence('capture-twice', { name, twin }) },
      );
    nameOf.set(sha256, name);
  }
}
