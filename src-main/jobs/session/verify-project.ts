import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { type CancelToken, inOneGo } from '../../../src-core/model/context.ts';
import { hashFile } from '../../files/hash-file.ts';
import { type CheckedSignature, checkSignature } from '../../files/signature.ts';
import type { NamedKey } from '../../files/signing-key.ts';
import {
  type AuditEntry,
  type CheckedChain,
  checkChain,
  stateOf,
  workHead,
} from '../../project/audit-chain.ts';
import { Project } from '../../project/project.ts';

/** What a project says of a file that it is said to have written. */
export interface VerifiedFile {
  readonly path: string;
  /** 'changed': the project wrote a file of this name, but with other bytes. */
  readonly status: 'valid' | 'changed' | 'unknown';
  /** Entry that the status rests on; null: there is none. */
  readonly entry: AuditEntry | null;
  /** True if the work on the project went on since. */
  readonly isOlder: boolean;
  /** null: there is none. */
  readonly signature: CheckedSignature | null;
}

/** What a project says of itself and of the files that it wrote. */
export interface VerifiedProject {
  readonly path: string;
  readonly chain: CheckedChain;
  /** Parts that are not as the audit trail says; empty also where the chain is broken, which says nothing then. */
  readonly changed: readonly string[];
  readonly files: readonly VerifiedFile[];
}

/**
 * Compares a project with its audit trail, and files with both. Nothing is written.
 *
 * @param signatures of the files, in their order; null: FILE.sig beside it, if it is there
 * @param keys whose owners are known
 * @throws SocavonError of the project, of the files and signatures; CancelledError
 */
export async function verifyProject(
  {
    path,
    files,
    signatures,
    keys,
  }: {
    readonly path: string;
    readonly files: readonly string[];
    readonly signatures: readonly (string | null)[];
    readonly keys: readonly NamedKey[];
  },
  cancel: CancelToken,
): Promise<VerifiedProject> {
  const project = await inOneGo(cancel, () => Project.open(path, { readonly: true }));
  try {
    const { rows, chain, changed } = await inOneGo(cancel, () => {
      const entered = project.audit.rows();
      const found = checkChain(entered, project.identity.uuid);
      const other = found.broken === null ? project.changedParts(stateOf(found.entries)) : [];
      return { rows: entered, chain: found, changed: other };
    });
    const head = workHead(rows)?.sequence ?? 0;
    const verified: VerifiedFile[] = [];
    for (const [i, file] of files.entries()) {
      const found = fileEntry(chain.entries, basename(file), await hashFile(file, cancel));
      const signature = signatures[i] ?? (existsSync(`${file}.sig`) ? `${file}.sig` : null);
      verified.push({
        path: file,
        ...found,
        isOlder: found.status === 'valid' && Number(found.entry?.subject.of) < head,
        signature: signature === null ? null : await checkSignature(file, signature, keys),
      });
    }
    return { path: project.path, chain, changed, files: verified };
  } finally {
    project.close();
  }
}

/** The newest entry with these bytes, else with this name. */
function fileEntry(
  entries: readonly AuditEntry[],
  name: string,
  sha256: string,
): Pick<VerifiedFile, 'status' | 'entry'> {
  const listed = (key: 'sha256' | 'name', value: string): AuditEntry | undefined =>
    entries.findLast(
      ({ subject: { files } }) =>
        Array.isArray(files) &&
        files.some((file) => lastName((file as Record<string, unknown>)[key]) === value),
    );
  const same = listed('sha256', sha256);
  if (same !== undefined) return { status: 'valid', entry: same };
  const named = listed('name', name);
  return named === undefined ? { status: 'unknown', entry: null } : { status: 'changed', entry: named };
}

/** What follows the last slash: a file in a folder of an export is entered with that folder. */
function lastName(value: unknown): unknown {
  return typeof value === 'string' ? value.split('/').at(-1) : value;
}
