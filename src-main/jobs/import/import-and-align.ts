import { stat } from 'node:fs/promises';
import type { RpcClient } from '../../../src-core/contract/rpc.ts';
import { type StageContext, throwIfCancelled } from '../../../src-core/model/context.ts';
import type { SensorModel } from '../../../src-core/model/sensor.ts';
import { CPU_SCAN_ENGINE } from '../../../src-core/odometry/cpu-scan-aligner.ts';
import type { OdometryInput } from '../../../src-core/odometry/odometry.ts';
import type { OdometryOptions } from '../../../src-core/odometry/odometry-options.ts';
import { threadsToUse } from '../../device/threads-to-use.ts';
import type { ImportResult } from '../../project/import-captures.ts';
import { type ImportChoice, importFiles } from '../../project/import-files.ts';
import type { Project } from '../../project/project.ts';
import type { SessionScans } from '../../project/sessions.ts';
import { BegunAlignment, type GrowingScans } from '../schedule/begun-alignment.ts';
import { Change } from '../schedule/change.ts';
import { type ClosableScans, readGrowing } from '../schedule/read-ahead.ts';
import type { ScansMethods } from '../schedule/scans-thread.ts';
import { type ScansThread, ScansThreads } from '../schedule/scans-threads.ts';

/**
 * Size of files from which a thread is worth its memory, bytes: aligned during the import of 119 MB a run has 100 MiB more
 * at its peak than after it.
 */
const LEAST_BYTES = 128e6;

/** Alignment begun during an import; owned by the caller, who must close it. */
export interface AlignmentOfImport {
  readonly begun: BegunAlignment;
  /** One of them reads the scans ahead; for the survey. */
  readonly threads: ScansThreads;
  close(): Promise<void>;
}

interface AlignedImport extends ImportResult {
  /** null: nothing is begun. */
  readonly alignment: AlignmentOfImport | null;
}

/**
 * Imports files as `importFiles` does, in a thread of its own, and begins to align the scans of a capture as they are
 * stored. On one processor, or for a small capture, nothing is begun.
 *
 * @param isOnCpu true if it is known by now that the alignment will be computed on the processor
 * @throws as `importFiles`
 */
export async function importAndAlign(
  project: Project,
  files: readonly string[],
  choice: ImportChoice,
  { odometry, isOnCpu }: { readonly odometry: OdometryOptions; readonly isOnCpu: boolean },
  context: StageContext,
  { threads = threadsToUse(), leastBytes = LEAST_BYTES } = {},
): Promise<AlignedImport> {
  if (threads < 2 || !isOnCpu || (await bytesOf(files)) < leastBytes)
    return { ...(await importFiles(project, files, choice, context)), alignment: null };

  throwIfCancelled(context.cancel, 'work-import');
  const scansThreads = new ScansThreads(threads);
  const importing = scansThreads.lend();
  // On two processors the thread that imports prepares the scans too: both take it as long as their match takes this one.
  const isAlone = threads === 2;
  const reader = (): ScansThread => (isAlone ? importing : scansThreads.lend());
  const close = async (following: Following | null): Promise<void> => {
    await following?.close();
    await importing.end();
    await scansThreads.end();
  };
  const question = { project: project.path, files: [...files], choice };
  const importingAll = importing.import(question, context);
  const following = followed(project, importing.client, reader, odometry, context);
  try {
    const { sessionId, alreadyThere } = await importingAll;
    if (!isAlone) await importing.end();
    const session = project.sessions.get(sessionId)!;
    const follower = await following;
    const begun = (await follower?.handOver(session)) ?? null;
    if (begun === null) await close(follower);
    const alignment = begun && { begun, threads: scansThreads, close: () => close(follower) };
    return { session, alreadyThere, alignment };
  } catch (error) {
    const follower = await following;
    await follower?.handOver(null);
    await close(follower);
    throw error;
  }
}

/** An alignment that follows an import; null: no capture is imported. */
async function followed(
  project: Project,
  client: RpcClient<ScansMethods>,
  reader: () => ScansThread,
  odometry: OdometryOptions,
  context: StageContext,
): Promise<Following | null> {
  const session = await client.call('session', undefined).catch(() => null);
  return session && new Following(project, session, client, reader, odometry, context);
}

class Following {
  readonly #scans: ImportedScans;
  readonly #begun: BegunAlignment;
  /** False: it failed. The alignment after the import will tell why. */
  readonly #isFit: Promise<boolean>;

  constructor(
    project: Project,
    session: SessionScans,
    client: RpcClient<ScansMethods>,
    reader: () => ScansThread,
    odometry: OdometryOptions,
    context: StageContext,
  ) {
    this.#scans = new ImportedScans(project, session, odometry, reader);
    this.#begun = new BegunAlignment(this.#scans, odometry, CPU_SCAN_ENGINE);
    this.#isFit = this.#begun.follow(context).then(
      () => true,
      () => false,
    );
    void this.#watch(client);
  }

  /** @param session as it was imported; null: it was not. @returns null: the alignment has to begin anew */
  async handOver(session: SessionScans | null): Promise<BegunAlignment | null> {
    this.#scans.end(session?.scanCount ?? 0);
    const isFit = await this.#isFit;
    const isSame = session !== null && JSON.stringify(session.sensor) === JSON.stringify(this.#scans.sensor);
    return isFit && isSame && this.#begun.poses.length > 0 ? this.#begun : null;
  }

  close(): Promise<void> {
    return this.#scans.close();
  }

  async #watch(client: RpcClient<ScansMethods>): Promise<void> {
    for (;;) {
      const stored = await client.call('stored', this.#scans.stored).catch(() => null);
      if (stored === null) return;
      this.#scans.grow(stored);
    }
  }
}

/** Scans of a session that another thread imports, prepared before their turn as far as they are stored. */
class ImportedScans implements GrowingScans, ClosableScans {
  readonly sensor: SensorModel;
  readonly #ahead: ClosableScans;
  readonly #change = new Change();
  #count = Infinity;
  #stored = 0;

  constructor(project: Project, session: SessionScans, odometry: OdometryOptions, lend: () => ScansThread) {
    this.sensor = session.sensor;
    this.#ahead = readGrowing(project, session, odometry, CPU_SCAN_ENGINE.identity, this, lend);
  }

  get count(): number {
    return this.#count;
  }

  /** Scans that can be read by now. */
  get stored(): number {
    return this.#stored;
  }

  grow(stored: number): void {
    if (this.#count !== Infinity) return;
    this.#stored = stored;
    this.#change.tell();
  }

  end(count: number): void {
    this.#count = count;
    this.#stored = count;
    this.#change.tell();
  }

  async isStored(index: number): Promise<boolean> {
    while (this.#stored <= index && this.#count === Infinity) await this.#change.next;
    return this.#count === Infinity;
  }

  async read(index: number): Promise<OdometryInput> {
    await this.isStored(index);
    if (index >= this.#stored) throw new RangeError(`no scan ${index} of ${this.#stored} was imported`);
    return this.#ahead.read(index);
  }

  close(): Promise<void> {
    return this.#ahead.close();
  }
}

/** Size of files together; folders and files that are missing count nothing, the import tells of these. */
async function bytesOf(files: readonly string[]): Promise<number> {
  const sizes = await Promise.all(
    files.map((file) =>
      stat(file)
        .then((stats) => (stats.isFile() ? stats.size : 0))
        .catch(() => 0),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
