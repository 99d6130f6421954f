import { randomUUID } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { basename, dirname, extname } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { message } from '../../src-core/messages/message.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import type { ScanStore, StoredScan } from '../../src-core/survey/scan-store.ts';
import { APPLICATION_ID } from '../files/application-id.ts';
import { fileError } from '../files/file-errors.ts';
import { keepSources } from '../files/kept-files.ts';
import { makeFolder } from '../files/make-folder.ts';
import { partPath, placeNew, removeAbandonedParts } from '../files/part-files.ts';
import { readSchemaVersion } from '../files/project-header.ts';
import { SOFTWARE_VERSION } from '../files/software-version.ts';
import { AlignmentEdits } from './alignment-edits.ts';
import { AlignmentRuns } from './alignment-runs.ts';
import { AlignmentStates } from './alignment-states.ts';
import { Audit } from './audit.ts';
import { changedParts } from './audit-state.ts';
import { type CaptureFile, Captures } from './captures.ts';
import { Changes } from './changes.ts';
import { Clouds } from './clouds.ts';
import { Connection, requireWithoutLog } from './connection.ts';
import { readBack } from './damaged.ts';
import { DiscardedAlignments } from './discarded-alignments.ts';
import { Log } from './log.ts';
import { migrate, refuseNewer, refuseOlder } from './migrate.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { Poses } from './poses.ts';
import { Products } from './products.ts';
import { refuseLongPath } from './project-path.ts';
import { RefineInputs } from './refine-inputs.ts';
import { Refinements } from './refinements.ts';
import { keepSums } from './row-sums.ts';
import { Scans } from './scans.ts';
import { refuseForeignSchema } from './schema.ts';
import { SessionImport } from './session-import.ts';
import { type SensorMetadata, type SessionScans, Sessions } from './sessions.ts';
import { Settings } from './settings.ts';
import { SurveyHeadings } from './survey-headings.ts';
import { verifySmallTables } from './verify-rows.ts';
import { WorkFields } from './work-fields.ts';

interface ProjectOptions {
  /** Creates a new project if the file does not exist. */
  readonly create: boolean;
  /** Read-only: nothing is migrated, removed or written. Requires a project of the current schema version. */
  readonly readonly: boolean;
  /** Timeout for the write lock of another program, ms. */
  readonly busyTimeoutMs: number;
}

export const PROJECT_DEFAULTS: ProjectOptions = { create: false, readonly: false, busyTimeoutMs: 5000 };

interface ProjectIdentity {
  readonly uuid: string;
  readonly name: string;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  /** Version of the program that created it. */
  readonly createdBy: string;
}

/** Scan store of one session for the stages. */
function projectScanStore(session: SessionScans, scans: Scans): ScanStore {
  return {
    sensor: session.sensor,
    count: session.scanCount,
    async read(index: number): Promise<StoredScan> {
      // A stage that awaits only this would otherwise never yield to the event loop, and Ctrl-C would be ignored.
      await nextTurn();
      return scans.read(session.id, index);
    },
  };
}

/** Project file (`.socavon`): all data of a survey in one SQLite database. */
export class Project {
  readonly path: string;
  /** Id of this opening. */
  readonly opening = randomUUID();
  /** True if this opening created the file. */
  readonly isNew: boolean;
  readonly identity: ProjectIdentity;
  readonly sessions: Sessions;
  readonly captures: Captures;
  readonly scans: Scans;
  readonly clouds: Clouds;
  readonly runs: AlignmentRuns;
  readonly poses: Poses;
  readonly states: AlignmentStates;
  readonly edits: AlignmentEdits;
  readonly discarded: DiscardedAlignments;
  readonly refineInputs: RefineInputs;
  readonly headings: SurveyHeadings;
  readonly refinements: Refinements;
  readonly products: Products;
  readonly settings: Settings;
  readonly work: WorkFields;
  readonly changes: Changes;
  readonly log: Log;
  readonly audit: Audit;
  readonly #connection: Connection;
  #releaseSources = (): void => {};

  /**
   * @throws SocavonError 'file-missing', 'file-unreadable', 'project-format', 'project-newer' (the file stays
   *   unchanged), 'project-busy', 'disk-full', 'file-unwritable'
   */
  static open(path: string, options: Partial<ProjectOptions> = {}): Project {
    const { create, readonly, busyTimeoutMs } = { ...PROJECT_DEFAULTS, ...options };
    let isNew = false;
    if (!existsSync(path)) {
      if (!create) throw new SocavonError('file-missing', message('project-none', { path }));
      isNew = createProject(path, (part) => fillProject(part, basename(path, extname(path)), busyTimeoutMs));
    }
    const version = readSchemaVersion(path);
    refuseNewer(path, version, MIGRATIONS);
    if (readonly) refuseOlder(path, version, MIGRATIONS);

    const connection = new Connection(path, { readonly, busyTimeoutMs });
    let release = (): void => {};
    try {
      prepareConnection(connection);
      refuseForeignSchema(connection);
      const copy = readonly ? null : prepareWrites(connection);
      const project = readBack(path, message('stored-structure'), () => {
        const opened = new Project(connection, isNew);
        verifySmallTables(connection);
        return opened;
      });
      release = project.#releaseSources = keepSources({
        path,
        sourcesOf: (bytes) => project.captures.ofSize(bytes),
      });
      if (readonly) return project;
      project.#beginAudit();
      if (copy !== null) project.log.add('note', 'project', `Migrated; the old file is kept as ${copy}.`);
      const abandoned = project.sessions.removeAbandoned();
      if (abandoned > 0)
        project.log.add('warning', 'import', `${abandoned} import(s) that did not end were removed.`);
      return project;
    } catch (error) {
      release();
      connection.close();
      throw error;
    }
  }

  private constructor(connection: Connection, isNew: boolean) {
    this.path = connection.path;
    this.isNew = isNew;
    this.#connection = connection;
    const identity = connection
      .prepare<ProjectIdentity>(
        'SELECT uuid, name, created_at AS createdAt, created_by AS createdBy FROM project',
      )
      .get();
    if (identity === undefined)
      throw new SocavonError('project-format', message('project-empty', { path: connection.path }));
    this.identity = identity;
    this.audit = new Audit(connection);
    const { audit } = this;
    this.sessions = new Sessions(connection, audit);
    this.captures = new Captures(connection);
    this.scans = new Scans(connection);
    this.clouds = new Clouds(connection, audit);
    this.runs = new AlignmentRuns(connection, audit);
    this.poses = new Poses(connection);
    this.states = new AlignmentStates(connection);
    this.edits = new AlignmentEdits(connection, audit);
    this.discarded = new DiscardedAlignments(connection);
    this.refineInputs = new RefineInputs(connection, audit);
    this.headings = new SurveyHeadings(connection, audit);
    this.refinements = new Refinements(connection, audit);
    this.products = new Products(connection, audit);
    this.settings = new Settings(connection, audit);
    this.work = new WorkFields(connection, audit);
    this.changes = new Changes(connection, audit);
    this.log = new Log(connection);
  }

  /** Begins the chain of a project that an older program made, with what is in it. */
  #beginAudit(): void {
    if (this.audit.hasEntries()) return;
    this.transaction(() => {
      if (!this.audit.hasEntries()) this.audit.begin(this.identity, true);
    });
  }

  /** Differences of the project from what its audit trail says; must not be called while it is written. */
  changedParts(state: ReadonlyMap<string, string>): string[] {
    return changedParts(this.#connection, state);
  }

  /** Starts the import of a session; see `importCaptures` for the complete import. */
  beginImport(captures: readonly CaptureFile[], metadata: SensorMetadata | null): SessionImport {
    return new SessionImport(this.#connection, this, captures, metadata);
  }

  /** Scan store of a session for the stages. @throws SocavonError 'usage' if it is a cloud of another program */
  scanStore(session: SessionScans): ScanStore {
    if (session.cloud !== null)
      throw new SocavonError('usage', message('cloud-no-scans', { session: session.id }));
    return projectScanStore(session, this.scans);
  }

  /** Runs `work` in a transaction, rolled back if it throws; for example poses with their odometry states. */
  transaction<T>(work: () => T): T {
    return this.#connection.transaction(work);
  }

  /** Requires that the file is still that which was opened. @throws SocavonError 'file-unwritable' */
  refuseGone(): void {
    this.#connection.refuseGone();
  }

  /** Rewrites the file without the room of removed data. Takes as long as copying it. */
  compact(): void {
    this.#connection.exec('VACUUM');
    this.#connection.pragma('wal_checkpoint(TRUNCATE)');
  }

  /** Checkpoints the write-ahead log and closes; from here on the project is one file. */
  close(): void {
    this.#releaseSources();
    this.#connection.close();
  }

  /** Closes the project and deletes the file if this opening created it and nothing was imported. */
  closeUnused(): void {
    const unused = this.isNew && this.sessions.all().length === 0;
    this.close();
    if (unused) removeDatabase(this.path);
  }
}

/** Deletes the file and its write-ahead log, which cannot be checkpointed on a full disk. */
function removeDatabase(path: string): void {
  rmSync(path, { force: true });
  removeLog(path);
}

/**
 * Removes the log of a deleted project, which would be applied to the new one. A log that was there while the project was
 * not is no log of a program that has just made it.
 */
function removeLeftoverLog(path: string): void {
  const isLeft = existsSync(`${path}-wal`) || existsSync(`${path}-shm`);
  if (isLeft && !existsSync(path)) removeLog(path);
}

function removeLog(path: string): void {
  for (const name of [`${path}-wal`, `${path}-shm`]) rmSync(name, { force: true });
}

/** Sets the pragmas of the connection that are not stored in the file. */
function prepareConnection(connection: Connection): void {
  connection.pragma('foreign_keys = ON');
  // FULL: a reported result must survive a power cut, which is common underground.
  connection.pragma('synchronous = FULL');
  // KiB: what is read is mostly read once, and each thread has a cache of its own, of 16 MiB unless told.
  connection.pragma('cache_size = -2000');
}

/** Brings the schema up to date and lets every write keep the check sums. @returns see `migrate` */
function prepareWrites(connection: Connection): string | null {
  return readBack(connection.path, message('stored-structure'), () => {
    const copy = migrate(connection, MIGRATIONS);
    keepSums(connection);
    return copy;
  });
}

/**
 * Writes a new project under a temporary name and then gives it its own, so that no incomplete project is ever visible.
 *
 * @param fill writes and closes it
 * @returns false: another program did so meanwhile, and its project stays
 * @throws SocavonError 'file-unwritable', 'disk-full'; what `fill` throws
 */
export function createProject(path: string, fill: (part: string) => void): boolean {
  const part = partPath(path);
  refuseLongPath(path, part);
  try {
    makeFolder(dirname(path));
    removeAbandonedParts(dirname(path), basename(path));
  } catch (error) {
    throw fileError(path, 'write', error);
  }
  try {
    fill(part);
    requireWithoutLog(part, path);
    removeLeftoverLog(path);
    if (placeNew(part, path)) return true;
    removeDatabase(part);
    return false;
  } catch (error) {
    removeDatabase(part);
    throw fileError(path, 'write', error);
  }
}

/** Makes a file an empty project. @param name of the project */
export function fillProject(
  path: string,
  name: string,
  busyTimeoutMs = PROJECT_DEFAULTS.busyTimeoutMs,
): void {
  const connection = new Connection(path, { readonly: false, busyTimeoutMs });
  try {
    connection.pragma(`application_id = ${APPLICATION_ID}`);
    connection.pragma('journal_mode = WAL'); // stored in the file
    prepareWrites(connection);
    const audit = new Audit(connection);
    const insert = connection.prepare(
      'INSERT INTO project (id, uuid, name, created_at, created_by) VALUES (1, :uuid, :name, :createdAt, :createdBy)',
    );
    const uuid = randomUUID();
    connection.transaction(() => {
      insert.run({ uuid, name, createdAt: new Date().toISOString(), createdBy: SOFTWARE_VERSION });
      audit.begin({ uuid, name }, false);
    });
  } finally {
    connection.close();
  }
}
