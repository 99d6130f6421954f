import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';
import { message } from '../../src-core/messages/message.ts';
import type { CloudFacts } from '../../src-core/model/cloud-survey.ts';
import { recordedAt } from '../../src-core/model/recorded-at.ts';
import type { CaptureHealth } from '../../src-core/model/scan.ts';
import type { SensorModel } from '../../src-core/model/sensor.ts';
import { systemCode } from '../files/file-errors.ts';
import type { Audit } from './audit.ts';
import { projectParts, settingPart } from './audit-state.ts';
import { decodeFacts } from './codecs/cloud-codec.ts';
import { decodeHealth, encodeHealth } from './codecs/health-codec.ts';
import { decodeSensor, encodeSensor } from './codecs/sensor-codec.ts';
import type { Connection, Query } from './connection.ts';
import { readBack } from './damaged.ts';
import { SessionCopies } from './session-copies.ts';
import { RowCount } from './verify-rows.ts';

/** Complete import of captures. */
export interface Session {
  readonly id: number;
  /** As a person named it; null: see `sessionTitles`. */
  readonly name: string | null;
  /** ISO 8601, UTC. */
  readonly importedAt: string;
  /** Date of its captures, ISO 8601, UTC; null: neither recorder nor sensor knew it. See `recordedAt`. */
  readonly recordedAt: string | null;
  /** Original metadata file; null: nominal sensor. */
  readonly metadata: SensorMetadata | null;
  readonly sensor: SensorModel;
  readonly health: CaptureHealth;
  readonly scanCount: number;
  /** The cloud of another program that it is in place of scans, without a sensor; null: it has scans. */
  readonly cloud: CloudFacts | null;
}

/** What reading the scans of a session needs of it; a session that is being imported has that too. */
export type SessionScans = Pick<Session, 'id' | 'sensor' | 'scanCount' | 'cloud'>;

export interface SensorMetadata {
  readonly name: string;
  readonly text: string;
}

interface Row {
  readonly id: number;
  readonly name: string | null;
  readonly recordedAt: string | null;
  readonly importedAt: string;
  readonly metadataName: string | null;
  readonly metadataText: string | null;
  readonly sensor: string;
  readonly health: string;
  /** The session that has its scans. */
  readonly scansOf: number;
  readonly cloud: string | null;
}

interface UnfinishedRow {
  readonly id: number;
  readonly ownerHost: string;
  readonly ownerPid: number;
  readonly ownerToken: string;
  readonly touchedAt: string;
}

/**
 * Token that distinguishes this process from an earlier one with the same id: in containers every start has the
 * same. A thread passes it to the threads that it starts; otherwise one that opens the project would consider the
 * import of another abandoned.
 */
const PROCESS_TOKEN = processToken();

/** An import on another machine without a write for this time, ms, counts as abandoned: batches come every second. */
const SILENCE_MS = 3600_000;

const SELECT = `
  SELECT id, name, imported_at AS importedAt, recorded_at AS recordedAt, metadata_name AS metadataName,
    metadata_text AS metadataText, sensor, health,
    coalesce(scans_of, id) AS scansOf,
    (SELECT facts FROM clouds WHERE session_id = sessions.id) AS cloud
  FROM sessions WHERE state = 'complete'`;

export class Sessions {
  readonly #path: string;
  readonly #connection: Connection;
  readonly #audit: Audit;
  readonly #copies: SessionCopies;
  readonly #scans: RowCount;
  readonly #all: Query<Row>;
  readonly #removed: Query<Row>;
  readonly #get: Query<Row>;
  readonly #begin: Query<never>;
  readonly #touch: Query<never>;
  readonly #complete: Query<never>;
  readonly #rename: Query<never>;
  readonly #setRemoved: Query<never>;
  readonly #remove: Query<never>;
  readonly #unfinished: Query<UnfinishedRow>;
  readonly #references: Query<{ key: string }>;

  constructor(connection: Connection, audit: Audit) {
    this.#audit = audit;
    this.#path = connection.path;
    this.#connection = connection;
    this.#copies = new SessionCopies(connection);
    this.#scans = new RowCount(connection, 'scans');
    this.#all = connection.prepare(`${SELECT} AND removed_at IS NULL ORDER BY id`);
    this.#removed = connection.prepare(`${SELECT} AND removed_at IS NOT NULL ORDER BY scans_of IS NULL, id`);
    this.#get = connection.prepare(`${SELECT} AND removed_at IS NULL AND id = :id`);
    this.#begin = connection.prepare(
      `INSERT INTO sessions (state, imported_at, metadata_name, metadata_text, owner_host, owner_pid, owner_token, touched_at)
       VALUES ('importing', :now, :metadataName, :metadataText, :ownerHost, :ownerPid, :ownerToken, :now)`,
    );
    this.#touch = connection.prepare('UPDATE sessions SET touched_at = :now WHERE id = :id');
    this.#complete = connection.prepare(
      `UPDATE sessions SET state = 'complete', sensor = :sensor, health = :health,
         recorded_at = :recordedAt, owner_host = NULL, owner_pid = NULL, owner_token = NULL, touched_at = NULL
       WHERE id = :id`,
    );
    this.#rename = connection.prepare('UPDATE sessions SET name = :name WHERE id = :id');
    this.#setRemoved = connection.prepare('UPDATE sessions SET removed_at = :removedAt WHERE id = :id');
    this.#remove = connection.prepare('DELETE FROM sessions WHERE id = :id');
    this.#references = connection.prepare("SELECT key FROM settings WHERE key LIKE 'reference.%'");
    this.#unfinished = connection.prepare(
      `SELECT id, owner_host AS ownerHost, owner_pid AS ownerPid, owner_token AS ownerToken,
         touched_at AS touchedAt
       FROM sessions WHERE state = 'importing'`,
    );
  }

  /** All complete sessions, oldest first; without removed ones. */
  all(): Session[] {
    return this.#all.all().map((row) => this.#sessionOf(row));
  }

  /** @returns null if there is no complete session of that id, or it was removed */
  get(id: number): Session | null {
    const row = this.#get.get({ id });
    return row === undefined ? null : this.#sessionOf(row);
  }

  /** Sessions that were removed and can still be restored. */
  removed(): Session[] {
    return this.#removed.all().map((row) => this.#sessionOf(row));
  }

  /** @param name see `checkSessionName`; null: the name by its date or file */
  rename(id: number, name: string | null): void {
    this.#change(id, { name }, () => this.#rename.run({ id, name }));
  }

  /** Takes a session out of every list, or brings it back; `freeRemoved` removes its data. */
  setRemoved(id: number, isRemoved: boolean): void {
    const removedAt = isRemoved ? new Date().toISOString() : null;
    this.#change(id, { removed: isRemoved }, () => this.#setRemoved.run({ id, removedAt }));
  }

  /** Copies a session with its alignments and all that a person decided; the scans are shared. @returns the id */
  duplicate(id: number, name: string): number {
    return this.#connection.transaction(() => {
      const copy = this.#copies.copy(id);
      this.#rename.run({ id: copy, name });
      const parts = projectParts(this.#connection, copy);
      const subject = { name, copyOf: id };
      this.#audit.note({ action: 'session', session: copy, subject, parts, isNew: true, always: true });
      return copy;
    });
  }

  /** Removes the data of removed sessions for good; scans that a copy reads stay. @returns their number */
  freeRemoved(): number {
    return this.#connection.transaction(() => {
      const removed = this.removed();
      const references = this.#references.all().map(({ key }) => settingPart(key));
      for (const { id } of removed) {
        const parts = [`session ${id}`, ...references];
        this.#audit.note({ action: 'session', session: id, subject: { freed: true }, parts, always: true });
        this.#copies.passScansOn(id);
        this.#copies.removeSettings(id);
        this.remove(id);
      }
      return removed.length;
    });
  }

  /** Removes a session at once with its scans, runs, poses and products. */
  remove(id: number): void {
    this.#remove.run({ id });
  }

  /** Starts a session that is invisible until it is complete. @returns its id */
  begin(metadata: SensorMetadata | null): number {
    return this.#begin.run({
      now: new Date().toISOString(),
      metadataName: metadata?.name ?? null,
      metadataText: metadata?.text ?? null,
      ownerHost: hostname(),
      ownerPid: process.pid,
      ownerToken: PROCESS_TOKEN,
    }).id;
  }

  /** Heartbeat of the import for other programs. */
  touch(id: number): void {
    this.#touch.run({ id, now: new Date().toISOString() });
  }

  /** @param recorded see `Session.recordedAt` */
  complete(id: number, sensor: SensorModel, health: CaptureHealth, recorded: string | null): void {
    const encoded = { sensor: encodeSensor(sensor), health: encodeHealth(health) };
    this.#complete.run({ id, ...encoded, recordedAt: recorded });
  }

  /** Removes leftovers of crashed imports. @returns their number */
  removeAbandoned(): number {
    const abandoned = this.#unfinished.all().filter(isAbandoned);
    for (const { id } of abandoned) this.remove(id);
    return abandoned.length;
  }

  #change(session: number, subject: Readonly<Record<string, unknown>>, work: () => void): void {
    this.#audit.change({ action: 'session', session, subject, parts: [`session ${session}`] }, work);
  }

  #sessionOf(row: Row): Session {
    return readBack(this.#path, message('stored-session', { id: row.id }), () => {
      const health = decodeHealth(row.health);
      return {
        id: row.id,
        name: row.name,
        importedAt: row.importedAt,
        // Imports of earlier versions stored none.
        recordedAt: row.recordedAt ?? recordedAt(null, health.firstStampNs),
        metadata: row.metadataText === null ? null : { name: row.metadataName ?? '', text: row.metadataText },
        sensor: decodeSensor(row.sensor),
        health,
        scanCount: this.#scans.of(row.scansOf),
        cloud: row.cloud === null ? null : decodeFacts(row.cloud),
      };
    });
  }
}

/** True if a process with this id runs on this machine, also of another user. */
function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0); // signal 0 only tests for existence
    return true;
  } catch (error) {
    return systemCode(error) === 'EPERM';
  }
}

function isAbandoned({ ownerHost, ownerPid, ownerToken, touchedAt }: UnfinishedRow): boolean {
  if (ownerHost !== hostname()) return Date.now() - Date.parse(touchedAt) > SILENCE_MS;
  if (ownerPid === process.pid) return ownerToken !== PROCESS_TOKEN;
  return !isProcessAlive(ownerPid);
}

function processToken(): string {
  const known = getEnvironmentData('socavon-process');
  if (typeof known === 'string') return known;
  const token = randomUUID();
  setEnvironmentData('socavon-process', token);
  return token;
}
