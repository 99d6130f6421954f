import { existsSync, renameSync, rmSync } from 'node:fs';
import { message } from '../../src-core/messages/message.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import type { Connection } from './connection.ts';

/** One step of the schema. */
export interface Migration {
  /** The schema version that this step leads to; steps are numbered 1, 2, 3 ... without a gap. */
  readonly version: number;
  /** What it brings, for the log. */
  readonly name: string;
  readonly sql: string;
}

/** The schema version that a list of steps leads to. */
export function latestVersion(migrations: readonly Migration[]): number {
  return migrations.length;
}

/** @throws SocavonError 'project-newer' when the file was made by a program that knows more steps */
export function refuseNewer(path: string, version: number, migrations: readonly Migration[]): void {
  const latest = latestVersion(migrations);
  if (version > latest)
    throw new SocavonError('project-newer', message('project-newer', { path, version, latest }));
}

/**
 * For those who only look: the repositories speak the last schema, and looking must not change the file.
 *
 * @throws SocavonError 'project-format' when steps are still to be taken
 */
export function refuseOlder(path: string, version: number, migrations: readonly Migration[]): void {
  if (version < latestVersion(migrations))
    throw new SocavonError('project-format', message('project-older', { path, version }));
}

/**
 * Brings a project file up to the last step, each step in its own transaction together with its version
 * number, so that a crash leaves the file between two steps, never inside one. A project that holds anything
 * is first copied beside itself.
 *
 * @returns the path of that copy, or null where there was nothing to do or nothing to lose
 * @throws SocavonError 'project-newer', 'disk-full', 'file-unwritable', 'project-busy'
 */
export function migrate(connection: Connection, migrations: readonly Migration[]): string | null {
  const from = versionOf(connection);
  refuseNewer(connection.path, from, migrations);
  if (from === latestVersion(migrations)) return null;

  const copy = from === 0 ? null : backUp(connection, from);
  for (const migration of migrations.slice(from)) {
    connection.transaction(() => {
      if (versionOf(connection) >= migration.version) return; // another program was faster
      connection.exec(migration.sql);
      connection.pragma(`user_version = ${migration.version}`);
    });
  }
  // The version is also read from the file's header, without the write-ahead log.
  connection.pragma('wal_checkpoint(TRUNCATE)');
  return copy;
}

function versionOf(connection: Connection): number {
  return connection.pragma('user_version') as number;
}

/** A consistent copy, also of what still lies in the write-ahead log; it appears by rename. */
function backUp(connection: Connection, version: number): string {
  let copy = `${connection.path}.v${version}.backup`;
  for (let n = 2; existsSync(copy); n++) copy = `${connection.path}.v${version}-${n}.backup`;
  const part = `${copy}.part`;
  rmSync(part, { force: true });
  connection.prepare('VACUUM INTO :part').run({ part });
  renameSync(part, copy);
  return copy;
}
