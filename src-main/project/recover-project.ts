import { basename } from 'node:path';
import { readSchemaVersion } from '../files/project-header.ts';
import { Audit } from './audit.ts';
import { projectParts } from './audit-state.ts';
import { Connection } from './connection.ts';
import { refuseNewer, refuseOlder } from './migrate.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { createProject, fillProject } from './project.ts';
import { newProjectPath, PROJECT_ENDING, refuseTaken, taken } from './project-path.ts';
import { type Recovery, Rescue } from './rescue.ts';
import { keepSums } from './row-sums.ts';

/**
 * Saves what a damaged project still holds into a new one, row by row as it was stored: sessions with every scan or
 * point, alignments of these of which every pose is whole, and the rows of other tables that are. Of a session of which
 * scans are damaged the others are saved as a session that says so in its warnings; what rests on the numbers of its scans,
 * or on their frame, is not. The damaged file is only read.
 *
 * @throws SocavonError 'exists' and 'usage' for the new file; 'file-missing', 'project-format', 'project-newer' if the
 *   damaged one cannot be opened at all; 'disk-full', 'file-unwritable'
 */
export function recoverProject(path: string, target: string): Recovery {
  const version = readSchemaVersion(path);
  refuseNewer(path, version, MIGRATIONS);
  refuseOlder(path, version, MIGRATIONS);
  const out = newProjectPath(target);
  refuseTaken(out);
  const source = new Connection(path, { readonly: true, busyTimeoutMs: 5000, isUntouched: true });
  try {
    let recovery: Omit<Recovery, 'path' | 'out'> | undefined;
    const isPlaced = createProject(out, (part) => {
      fillProject(part, basename(out, PROJECT_ENDING));
      const copy = new Connection(part, { readonly: false, busyTimeoutMs: 5000 });
      try {
        keepSums(copy);
        recovery = new Rescue(source, copy).save();
        enterRecovery(copy, path, recovery);
      } finally {
        copy.close();
      }
    });
    if (!isPlaced || recovery === undefined) throw taken(out);
    return { path, out, ...recovery };
  } finally {
    source.close();
  }
}

/** Enters a recovery. The chain of the damaged file is not carried on: it stays with that file. */
function enterRecovery(
  copy: Connection,
  path: string,
  { sessions, parts, lostSessions }: Omit<Recovery, 'path' | 'out'>,
): void {
  const audit = new Audit(copy);
  copy.transaction(() =>
    audit.note({
      action: 'recovery',
      session: null,
      subject: {
        of: basename(path),
        sessions,
        parts: parts.map((part) => ({ ...part })),
        lost: lostSessions,
      },
      parts: projectParts(copy),
      isNew: true,
      always: true,
    }),
  );
}
