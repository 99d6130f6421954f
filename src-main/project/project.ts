import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { message } from '../../src-core/messages/message.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import type { ScanStore, StoredScan } from '../../src-core/survey/scan-store.ts';
import { APPLICATION_ID } from '../files/application-id.ts';
import { fileError } from '../files/file-errors.ts';
import { readSchemaVersion } from '../files/project-header.ts';
import { SOFTWARE_VERSION } from '../files/software-version.ts';
import { AlignmentEdits } from './alignment-edits.ts';
import { AlignmentRuns } from './alignment-runs.ts';
import { AlignmentStates } from './alignment-states.ts';
import { type CaptureFile, Captures } from './captures.ts';
import { Changes } from './changes.ts';
import { Clouds } from './clouds.ts';
import { Connection } from './connection.ts';
import { readBack } from './damaged.ts';
import { DiscardedAlignments } from './discarded-alignments.ts';
import { Log } from './log.ts';
import { migrate, refuseNewer, refuseOlder } from './migrate.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { Poses } from './poses.ts';
import { Products } from './products.ts';
import { RefineInputs } from './refine-inputs.ts';
import { Refinements } from './refinements.ts';
import { Scans } from './scans.ts';
import { SessionImport } from './session-import.ts';
import { type SensorMetadata, type Session, Sessions } from './sessions.ts';
import { Settings } from './settings.ts';
import { SurveyHeadings } from './survey-headings.ts';
import { WorkFields } from './work-fields.ts';

export interface ProjectOptions {
  /** Creates a new project if the file does not exist. */
  readonly create: boolean;
  /** Read-only: nothing is migrated, removed or written. Requires a project of the current schema version. */
  readonly readonly: boolean;
  /** Timeout for the write lock of another program, ms. */
  readonly busyTimeoutMs: number;
}

export const PROJECT_DEFAULTS: ProjectOptions = { create: false, readonly: false, busyTimeoutMs: 5000 };

export interface ProjectIdentity {
  readonly uuid: string;
  readonly name: string;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  /** Version of the program that created it. */
  readonly createdBy: string;
}

/** Scan store of one session for the stages. */
function projectScanStore(session: Session, scans: Scans): ScanStore {
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
  readonly #connection: Connection;

  /**
   * @throws SocavonError 'file-missing', 'file-unreadable', 'project-format', 'project-newer' (the file stays
   *   unchanged), 'project-busy', 'disk-full', 'file-unwritable'
   */
  static open(path: string, options: Partial<ProjectOptions> = {}): Project {
    const { create, readonly, busyTimeoutMs } = { ...PROJECT_DEFAULTS, ...options };
    const isNew = !existsSync(path);
    if (isNew) {
      if (!create) throw new SocavonError('file-missing', message('project-none', { path }));
      createFile(path, busyTimeoutMs);
    }
    const version = readSchemaVersion(path);
    refuseNewer(path, version, MIGRATIONS);
    if (readonly) refuseOlder(path, version, MIGRATIONS);

    const connection = new Connection(path, { readonly, busyTimeoutMs });
    try {
      prepareConnection(connection);
      const copy = readonly ? null : migrate(connection, MIGRATIONS);
      const project = readBack(path, message('stored-structure'), () => new Project(connection, isNew));
      if (readonly) return project;
      if (copy !== null) project.log.add('note', 'project', `Migrated; the old file is kept as ${copy}.`);
      const abandoned = project.sessions.removeAbandoned();
      if (abandoned > 0)
        project.log.add('warning', 'import', `${abandoned} import(s) that did not end were removed.`);
      return project;
    } catch (error) {
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
    this.sessions = new Sessions(connection);
    this.captures = new Captures(connection);
    this.scans = new Scans(connection);
    this.clouds = new Clouds(connection);
    this.runs = new AlignmentRuns(connection);
    this.poses = new Poses(connection);
    this.states = new AlignmentStates(connection);
    this.edits = new AlignmentEdits(connection);
    this.discarded = new DiscardedAlignments(connection);
    this.refineInputs = new RefineInputs(connection);
    this.headings = new SurveyHeadings(connection);
    this.refinements = new Refinements(connection);
    this.products = new Products(connection);
    this.settings = new Settings(connection);
    this.work = new WorkFields(connection);
    this.changes = new Changes(connection);
    this.log = new Log(connection);
  }

  /** Starts the import of a session; see `importCaptures` for the complete import. */
  beginImport(captures: readonly CaptureFile[], metadata: SensorMetadata | null): SessionImport {
    return new SessionImport(this.#connection, this, captures, metadata);
  }

  /** Scan store of a session for the stages. @throws SocavonError 'usage' if it is a cloud of another program */
  scanStore(session: Session): ScanStore {
    if (session.cloud !== null)
      throw new SocavonError('usage', message('cloud-no-scans', { session: session.id }));
    return projectScanStore(session, this.scans);
  }

  /** Runs `work` in a transaction, rolled back if it throws; for example poses with their odometry states. */
  transaction<T>(work: () => T): T {
    return this.#connection.transaction(work);
  }

  /** Rewrites the file without the room of removed data. Takes as long as copying it. */
  compact(): void {
    this.#connection.exec('VACUUM');
    this.#connection.pragma('wal_checkpoint(TRUNCATE)');
  }

  /** Checkpoints the write-ahead log and closes; from here on the project is one file. */
  close(): void {
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

function removeLog(path: string): void {
  for (const name of [`${path}-wal`, `${path}-shm`]) rmSync(name, { force: true });
}

/** Sets the pragmas of the connection that are not stored in the file. */
function prepareConnection(connection: Connection): void {
  connection.pragma('foreign_keys = ON');
  // FULL: a reported result must survive a power cut, which is common underground.
  connection.pragma('synchronous = FULL');
}

/** Writes an empty project under a temporary name and renames it, so that no incomplete project is ever visible. */
function createFile(path: string, busyTimeoutMs: number): void {
  const part = join(dirname(path), `.${basename(path)}.${randomBytes(4).toString('hex')}.part`);
  try {
    mkdirSync(dirname(path), { recursive: true });
  } catch (error) {
    throw fileError(path, 'write', error);
  }
  try {
    fillFile(part, basename(path, extname(path)), busyTimeoutMs);
    removeLog(path); // a leftover log of a deleted project would be applied to the new one
    renameSync(part, path);
  } catch (error) {
    removeDatabase(part);
    throw fileError(path, 'write', error);
  }
}

function fillFile(path: string, name: string, busyTimeoutMs: number): void {
  const connection = new Connection(path, { readonly: false, busyTimeoutMs });
  try {
    connection.pragma(`application_id = ${APPLICATION_ID}`);
    connection.pragma('journal_mode = WAL'); // stored in the file
    migrate(connection, MIGRATIONS);
    connection.prepare('INSERT INTO project VALUES (1, :uuid, :name, :createdAt, :createdBy)').run({
      uuid: randomUUID(),
      name,
      createdAt: new Date().toISOString(),
      createdBy: SOFTWARE_VERSION,
    });
  } finally {
    connection.close();
  }
}
