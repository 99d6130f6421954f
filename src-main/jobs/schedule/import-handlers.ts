import type { StageContext } from '../../../src-core/model/context.ts';
import type { ImportChoice } from '../../project/import-files.ts';
import { Project } from '../../project/project.ts';
import type { SessionScans } from '../../project/sessions.ts';
import { Change } from './change.ts';

/** Files to be imported, as plain data. */
interface ImportQuestion {
  /** Path of the project file. */
  readonly project: string;
  readonly files: readonly string[];
  readonly choice: ImportChoice;
}

/** How far the import is, for who follows it. */
class Growth {
  #session: SessionScans | null = null;
  #stored = 0;
  #hasEnded = false;
  readonly #change = new Change();

  begun(session: SessionScans): void {
    this.#session = session;
    this.#change.tell();
  }

  stored(count: number): void {
    this.#stored = count;
    this.#change.tell();
  }

  end(): void {
    this.#hasEnded = true;
    this.#change.tell();
  }

  /** The session when it has begun; null: the import has ended. */
  async session(): Promise<SessionScans | null> {
    while (this.#session === null && !this.#hasEnded) await this.#change.next;
    return this.#hasEnded ? null : this.#session;
  }

  /** The number of stored scans when it is greater than this; null: the import has ended. */
  async beyond(count: number): Promise<number | null> {
    while (this.#stored <= count && !this.#hasEnded) await this.#change.next;
    return this.#hasEnded ? null : this.#stored;
  }
}

/** Of the import that the thread is at, or was at last. A thread that was asked for none says that it has ended. */
let growth = new Growth();
growth.end();

/** Imports files into a project as one session. @throws as `importFiles`; SocavonError of the project */
async function importInto(
  { project: file, files, choice }: ImportQuestion,
  context: StageContext,
): Promise<{ sessionId: number; alreadyThere: boolean }> {
  // Asked for from here on, by requests that follow this one.
  const own = new Growth();
  growth = own;
  try {
    // Loaded on demand: the thread mostly has other work.
    const { importFiles } = await import('../../project/import-files.ts');
    const project = Project.open(file);
    try {
      const { session, alreadyThere } = await importFiles(project, files, choice, context, own);
      return { sessionId: session.id, alreadyThere };
    } finally {
      project.close();
    }
  } finally {
    own.end();
  }
}

/** What a thread does that imports a capture while it is aligned. */
export const IMPORT_HANDLERS = {
  import: importInto,
  /** The session that is being imported, when it has begun; null: it will not. */
  session: (): Promise<SessionScans | null> => growth.session(),
  /** The number of its scans that are stored, when there are more than so many; null: the import has ended. */
  stored: (count: number): Promise<number | null> => growth.beyond(count),
};
