import { createHash } from 'node:crypto';
import { newCaptureHealth } from '../../src-core/io/capture/capture-health.ts';
import { message } from '../../src-core/messages/message.ts';
import type { PointCloud } from '../../src-core/model/cloud.ts';
import type { CloudFacts } from '../../src-core/model/cloud-survey.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import type { CaptureHealth } from '../../src-core/model/scan.ts';
import { NO_SENSOR, type SensorModel } from '../../src-core/model/sensor.ts';
import type { StoredScan } from '../../src-core/survey/scan-store.ts';
import type { Audit } from './audit.ts';
import { hashOfBytes } from './audit-chain.ts';
import { hashRow, partOf, projectParts } from './audit-state.ts';
import type { CaptureFile, Captures } from './captures.ts';
import type { Clouds } from './clouds.ts';
import { decodeSensor, encodeSensor } from './codecs/sensor-codec.ts';
import type { Connection } from './connection.ts';
import type { Scans } from './scans.ts';
import type { SensorMetadata, Session, SessionScans, Sessions } from './sessions.ts';

/** Scans per transaction: about a second of work, 2 MB of write-ahead log, one flush to the disk. */
const BATCH_SCANS = 32;

/**
 * Running import. Its scans are written in batches, so that memory does not grow with the capture, into a session
 * that is invisible until `finish`; after a crash the session stays invisible and is removed when the project is
 * next opened.
 */
export class SessionImport {
  readonly sessionId: number;
  readonly #connection: Connection;
  readonly #sessions: Sessions;
  readonly #scans: Scans;
  readonly #clouds: Clouds;
  readonly #captures: Captures;
  readonly #audit: Audit;
  readonly #metadata: SensorMetadata | null;
  /** Digest of the scans, or points, as the audit trail has it. */
  readonly #digest = createHash('sha256');
  #batch: StoredScan[] = [];

  constructor(
    connection: Connection,
    repositories: { sessions: Sessions; captures: Captures; scans: Scans; clouds: Clouds; audit: Audit },
    captures: readonly CaptureFile[],
    metadata: SensorMetadata | null,
  ) {
    this.#connection = connection;
    this.#sessions = repositories.sessions;
    this.#scans = repositories.scans;
    this.#clouds = repositories.clouds;
    this.#captures = repositories.captures;
    this.#audit = repositories.audit;
    this.#metadata = metadata;
    this.sessionId = connection.transaction(() => {
      const id = repositories.sessions.begin(metadata);
      repositories.captures.add(id, captures);
      return id;
    });
  }

  /** States the files that the session is made of, where their digests were not known at its beginning. */
  addCaptures(captures: readonly CaptureFile[]): void {
    this.#connection.transaction(() => this.#captures.add(this.sessionId, captures));
  }

  /** What reading its scans needs before it counts: the sensor as it will be stored. */
  scansBy(sensor: SensorModel): SessionScans {
    return {
      id: this.sessionId,
      sensor: decodeSensor(encodeSensor(sensor)),
      scanCount: Infinity,
      cloud: null,
    };
  }

  /**
   * @returns true: this scan and all before are stored
   * @throws SocavonError 'disk-full', 'project-busy', 'file-unwritable'
   */
  add(scan: StoredScan): boolean {
    this.#batch.push(scan);
    if (this.#batch.length < BATCH_SCANS) return false;
    this.#flush();
    return true;
  }

  /** Adds points of a cloud. @throws as `add` */
  addPoints(cloud: PointCloud): void {
    this.#connection.transaction(() => {
      this.#clouds.add(this.sessionId, cloud, (values) => hashRow(this.#digest, values));
      this.#sessions.touch(this.sessionId);
    });
  }

  /** Completes a session of a cloud; `placed` writes its path in the same transaction. @throws as `finish` */
  finishCloud(facts: CloudFacts, placed: (sessionId: number) => void, recorded: string | null): Session {
    return this.finish(NO_SENSOR, newCaptureHealth(), recorded, (id) => {
      this.#clouds.describe(id, facts);
      placed(id);
    });
  }

  /**
   * Completes the session and makes it visible.
   *
   * @param sensor as the import resolved it
   * @param recorded see `Session.recordedAt`
   * @throws SocavonError 'capture-known' if another program imported one of the captures meanwhile
   */
  finish(
    sensor: SensorModel,
    health: CaptureHealth,
    recorded: string | null = null,
    also: (sessionId: number) => void = () => {},
  ): Session {
    this.#connection.transaction(() => {
      this.#flush();
      this.#refuseKnown();
      also(this.sessionId);
      this.#sessions.complete(this.sessionId, sensor, health, recorded);
      this.#note(sensor === NO_SENSOR ? 'points' : 'scans');
    });
    const session = this.#sessions.get(this.sessionId);
    if (session === null) throw new Error(`session ${this.sessionId} is gone`);
    return session;
  }

  /** Removes the unfinished session. */
  abort(): void {
    this.#batch = [];
    this.#sessions.remove(this.sessionId);
  }

  /** The same after an error. A full disk prevents that too; then the next opening of the project does it. */
  abortQuietly(): void {
    try {
      this.abort();
    } catch (error) {
      if (!(error instanceof SocavonError)) throw error;
    }
  }

  /** @param what of the session the digest is of */
  #note(what: 'points' | 'scans'): void {
    const session = this.sessionId;
    const captures = this.#captures
      .of(session)
      .map(({ name, sha256, sizeBytes }) => ({ name, sha256, bytes: sizeBytes }));
    const metadata = this.#metadata && {
      name: this.#metadata.name,
      sha256: hashOfBytes(this.#metadata.text),
    };
    const known = partOf(session, what);
    const parts = projectParts(this.#connection, session).filter((path) => !/\/(?:points|scans)$/.test(path));
    this.#audit.note({
      action: 'import',
      session,
      subject: { captures, metadata },
      parts: [...parts, known],
      known: { [known]: this.#digest.digest('hex') },
      isNew: true,
      always: true,
    });
  }

  #refuseKnown(): void {
    for (const { name, sha256 } of this.#captures.of(this.sessionId)) {
      const twin = this.#captures.known(sha256);
      if (twin !== null)
        throw new SocavonError(
          'capture-known',
          message('capture-came-meanwhile', { name, session: twin.sessionId }),
        );
    }
  }

  #flush(): void {
    this.#connection.transaction(() => {
      for (const scan of this.#batch)
        this.#scans.add(this.sessionId, scan, (values) => hashRow(this.#digest, values));
      this.#sessions.touch(this.sessionId);
    });
    for (const scan of this.#batch) scan.release?.();
    this.#batch = [];
  }
}
