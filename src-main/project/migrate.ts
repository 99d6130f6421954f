import { message } from '../../src-core/messages/message.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import { writeBackup } from './backup.ts';
import { Connection } from './connection.ts';

/** One migration step of the schema. */
export interface Migration {
  /** Schema version after this step; steps are numbered 1, 2, 3 ... without a gap. */
  readonly version: number;
  /** Description for the log. */
  readonly name: string;
  readonly sql: string;
}

/** Schema version after all steps of a list. */
function latestVersion(migrations: readonly Migration[]): number {
  return migrations.length;
}

/**
 * Rejects newer schemas.
 *
 * @throws SocavonError 'project-newer' if the file was written by a program with more steps
 */
export function refuseNewer(path: string, version: number, migrations: readonly Migration[]): void {
  const latest = latestVersion(migrations);
  if (version > latest)
    throw new SocavonError('project-newer', message('project-newer', { path, version, latest }));
}

/**
 * Rejects older schemas for read-only use: the repositories need the latest schema, and reading must not change the
 * file.
 *
 * @throws SocavonError 'project-format' if migrations are pending
 */
export function refuseOlder(path: string, version: number, migrations: readonly Migration[]): void {
  if (version < latestVersion(migrations))
    throw new SocavonError('project-format', message('project-older', { path, version }));
}

/**
 * Migrates a project file to the latest schema, in one transaction together with its version number, so that neither a
 * crash nor another program finds it between two steps. A project that is not empty is first backed up in the same folder.
 *
 * @returns the path of the backup, or null if there was nothing to migrate or to lose, or another program made it
 * @throws SocavonError 'project-newer', 'disk-full', 'file-unwritable', 'project-busy'
 */
export function migrate(connection: Connection, migrations: readonly Migration[]): string | null {
  const from = versionOf(connection);
  refuseNewer(connection.path, from, migrations);
  if (from === latestVersion(migrations)) return null;

  let copy: string | null = null;
  connection.transaction(() => {
    if (versionOf(connection) !== from) return; // another program has migrated it meanwhile
    if (from > 0) copy = backUp(connection, from);
    for (const migration of migrations.slice(from)) connection.exec(migration.sql);
    connection.pragma(`user_version = ${latestVersion(migrations)}`);
  });
  // The version is also read from the file's header, without the write-ahead log.
  connection.pragma('wal_checkpoint(TRUNCATE)');
  return copy;
}

function versionOf(connection: Connection): number {
  return connection.pragma('user_version') as number;
}

/**
 * Writes a consistent copy, including the write-ahead log. Called while this connection has the write lock, so that of
 * several programs only one copies; in a transaction SQLite copies nothing, hence the second connection.
 */
function backUp({ path }: Connection, version: number): string {
  const reading = new Connection(path, { readonly: false, busyTimeoutMs: 0 });
  try {
    return writeBackup(path, `v${version}`, (part) => {
      reading.prepare('VACUUM INTO :part').run({ part });
    });
  } finally {
    reading.close();
  }
}
