import { type StageContext, throwIfCancelled } from '../../src-core/model/context.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import type { CaptureHealth, CaptureItem } from '../../src-core/model/scan.ts';
import type { SensorModel } from '../../src-core/model/sensor.ts';
import { storedScans } from '../../src-core/pipeline/stored-scans.ts';
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

/** A capture being read: `sensor` and `health` are complete once `items` has ended. */
export interface CaptureReading {
  readonly sensor: SensorModel;
  readonly items: AsyncIterable<CaptureItem>;
  readonly health: CaptureHealth;
}

export interface ImportResult {
  readonly session: Session;
  /** True where the project held these captures already and nothing was added. */
  readonly alreadyThere: boolean;
}

/**
 * Imports captures as one session, whole or not at all. The same captures again give the session that there
 * is, and a note says so.
 *
 * @param open starts the reading; not called where the project holds the captures already
 * @throws SocavonError 'capture-known' when only some of the captures are in the project; what reading and
 *   writing throw, and then the session is removed; CancelledError
 */
export async function importCaptures(
  project: Project,
  request: ImportRequest,
  open: () => CaptureReading,
  context: StageContext,
): Promise<ImportResult> {
  const known = sessionOf(project, request.captures);
  if (known !== null) {
    const names = request.captures.map(({ name }) => name).join(', ');
    const message = `${names}: already imported on ${known.importedAt.slice(0, 10)} (session ${known.id}, ${known.scanCount} scans); nothing was added.`;
    context.emit({ kind: 'note', stage: 'import', message });
    return { session: known, alreadyThere: true };
  }

  const { sensor, items, health } = open();
  const importing = project.beginImport(request.captures, request.metadata);
  try {
    let done = 0;
    for await (const scan of storedScans(items)) {
      throwIfCancelled(context.cancel, 'The import');
      importing.add(scan);
      done++;
      context.emit({ kind: 'progress', stage: 'import', done, total: null, unit: 'scans' });
    }
    return { session: importing.finish(sensor, health), alreadyThere: false };
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

/** The session of exactly these captures in this order, or null where the project knows none of them. */
function sessionOf(project: Project, captures: readonly CaptureFile[]): Session | null {
  refuseTwins(captures);
  const known = captures.map(({ sha256 }) => project.captures.known(sha256));
  const first = known.find((capture) => capture !== null);
  if (first === undefined) return null;

  const stored = project.captures.of(first.sessionId);
  const same = stored.length === captures.length && stored.every((c, i) => c.sha256 === captures[i].sha256);
  if (same) return project.sessions.get(first.sessionId);

  const repeated = captures[known.indexOf(first)].name;
  const partners = stored.length > 1 ? ` together with ${stored.length - 1} other capture(s)` : '';
  throw new SocavonError(
    'capture-known',
    `${repeated} is already in ${project.path} (session ${first.sessionId}${partners}); import the other captures without it, or start a new project for this combination.`,
  );
}

function refuseTwins(captures: readonly CaptureFile[]): void {
  const nameOf = new Map<string, string>();
  for (const { name, sha256 } of captures) {
    const twin = nameOf.get(sha256);
    if (twin !== undefined)
      throw new SocavonError(
        'capture-known',
        `${twin} and ${name} are the same capture, byte for byte; give it once.`,
      );
    nameOf.set(sha256, name);
  }
}
