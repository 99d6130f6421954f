import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { StageContext } from '../../../src-core/model/context.ts';
import { type Attempt, orThrow } from '../../../src-core/model/outputs.ts';
import type { ReportTrail, ReportTrailRow } from '../../../src-core/report/report-input.ts';
import { hashFile } from '../../files/hash-file.ts';
import {
  AUDIT_OUTPUTS,
  type AuditEntry,
  entryOf,
  RUN_EVENTS,
  type RunEvent,
  workHead,
} from '../../project/audit-chain.ts';
import type { Project } from '../../project/project.ts';

/** Rows of the trail in a report; the whole trail is in the project. */
const MOST_ROWS = 40;

/** Entries in one row of the table, such as those of a value that is being typed. */
const MOMENT_MS = 60_000;

/**
 * Enters the files that were written into the audit trail, with their hashes: reports in one entry, others in another.
 *
 * @param session null: they are of no session alone
 * @param folder undefined: they are in memory, and there is nothing to enter
 * @param attempt of each file; default: one that cannot be read ends it
 * @throws SocavonError of the project; CancelledError. An attempt gets 'file-missing', 'file-unreadable'
 */
export async function enterFiles(
  project: Project,
  session: number | null,
  { folder, names }: { readonly folder: string | undefined; readonly names: readonly string[] },
  { cancel }: Pick<StageContext, 'cancel'>,
  attempt: Attempt = orThrow,
): Promise<void> {
  if (folder === undefined) return;
  const head = workHead(project.audit.rows());
  const enter = async (action: 'report' | 'export', chosen: readonly string[]): Promise<void> => {
    const files: object[] = [];
    for (const name of chosen)
      await attempt(name, async () => {
        const path = join(folder, name);
        const sha256 = await hashFile(path, cancel);
        files.push({ name, bytes: (await stat(path)).size, sha256 });
      });
    if (files.length > 0) project.audit.add({ action, session, subject: { files, of: head?.sequence ?? 0 } });
  };
  const isReport = (name: string): boolean => /^report\.(?:html|pdf|docx)$/.test(name);
  await enter('report', names.filter(isReport));
  await enter(
    'export',
    names.filter((name) => !isReport(name)),
  );
}

/**
 * Audit trail as a report prints it: what was done until the state that the report is made of, the newest last. What
 * was printed since is not in it, so that a report that is written again is the same.
 */
export function reportTrail(project: Project): ReportTrail | null {
  const rows = project.audit.rows();
  const head = workHead(rows);
  if (head === null) return null;
  const entries = rows.flatMap(({ entry }) => entryOf(entry) ?? []);
  const work = entries.filter(({ action }) => !AUDIT_OUTPUTS.includes(action));
  const listed = inRows(work);
  return { head, rows: listed.slice(-MOST_ROWS), earlier: Math.max(0, listed.length - MOST_ROWS) };
}

/** Rows of entries; what one person does of one kind within a moment of the first is one. */
function inRows(entries: readonly AuditEntry[]): ReportTrailRow[] {
  const rows: ReportTrailRow[] = [];
  for (const entry of entries) {
    const { at, person, account, action, session } = entry;
    const of = { action, event: eventOf(entry), session, what: detailOf(entry) };
    const row = { at: new Date(at), person: person || account, ...of };
    const last = rows.at(-1);
    const isSame =
      last?.person === row.person &&
      last.action === action &&
      last.event === row.event &&
      last.session === session &&
      last.what === row.what &&
      row.at.getTime() - last.at.getTime() < MOMENT_MS;
    if (last !== undefined && isSame) rows[rows.length - 1] = { ...last, times: last.times + 1 };
    else rows.push({ ...row, times: 1 });
  }
  return rows;
}

/** What an entry is of, in words that are not translated: names of files, of parameters, of topics. */
function detailOf({ action, subject }: AuditEntry): string {
  const { captures, topic } = subject;
  if (Array.isArray(captures))
    return captures.map((capture) => (capture as { name?: string }).name ?? '').join(', ');
  if (typeof topic === 'string') return topic;
  return action === 'settings' ? Object.keys(subject).join(', ') : '';
}

function eventOf({ subject: { event } }: AuditEntry): RunEvent | null {
  return RUN_EVENTS.find((known) => known === event) ?? null;
}
