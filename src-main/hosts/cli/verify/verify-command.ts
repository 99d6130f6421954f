import { resolve } from 'node:path';
import { type Message, message } from '../../../../src-core/messages/message.ts';
import type { StageContext } from '../../../../src-core/model/context.ts';
import { SocavonError } from '../../../../src-core/model/errors.ts';
import type { CheckedSignature } from '../../../files/signature.ts';
import { readPublicKey } from '../../../files/signing-key.ts';
import {
  type VerifiedFile,
  type VerifiedProject,
  verifyProject,
} from '../../../jobs/session/verify-project.ts';
import type { CommandResult } from '../with-command.ts';
import { sayMessage } from '../words.ts';

export interface VerifyCommandOptions {
  readonly signature?: string;
  readonly key?: readonly string[];
  readonly json?: boolean;
}

/**
 * `socavon verify`: says of the audit trail, of the project, of each file and of each signature whether it is valid.
 * Fails unless all are.
 *
 * @throws what `verifyProject` throws; SocavonError 'usage'
 */
export async function verify(
  file: string,
  reports: readonly string[],
  { signature, key = [] }: VerifyCommandOptions,
  { cancel }: StageContext,
): Promise<CommandResult> {
  if (signature !== undefined && reports.length !== 1)
    throw new SocavonError('usage', message('signature-one'));
  const keys = await Promise.all(key.map((path) => readPublicKey(resolve(path))));
  const verified = await verifyProject(
    {
      path: resolve(file),
      files: reports.map((path) => resolve(path)),
      signatures: reports.map(() => (signature === undefined ? null : resolve(signature))),
      keys,
    },
    cancel,
  );
  const { path, chain, changed, files } = verified;
  const failed =
    chain.broken !== null ||
    changed.length > 0 ||
    files.some(
      ({ status, signature: signed }) => status !== 'valid' || (signed !== null && signed.status !== 'valid'),
    );
  return {
    data: {
      project: path,
      valid: !failed,
      entries: chain.head.sequence,
      head: chain.head.hash,
      broken: chain.broken,
      changed,
      files: files.map(({ path: of, status, entry, isOlder, signature: signed }) => ({
        path: of,
        status,
        entry: entry?.sequence ?? null,
        isOlder,
        signature: signed,
      })),
    },
    text: sentences(verified).map(sayMessage).join('\n'),
    failed,
  };
}

function sentences({ path, chain, changed, files }: VerifiedProject): Message[] {
  return [
    ...chainSentences(path, chain),
    ...(chain.broken !== null
      ? []
      : changed.length === 0
        ? [message('audit-state-agrees')]
        : changed.map(partSentence)),
    ...files.flatMap((file) => [
      ...fileSentences(file),
      ...(file.signature === null ? [] : [signatureSentence(file.path, file.signature)]),
    ]),
  ];
}

function chainSentences(path: string, { entries, head, broken }: VerifiedProject['chain']): Message[] {
  if (broken !== null) return [message(`audit-broken-${broken.fault}`, { path, sequence: broken.sequence })];
  const [{ at, subject }] = entries;
  return [
    message('audit-whole', { path, count: head.sequence, hash: head.hash }),
    ...(subject.found === true ? [message('audit-begun-found', { at })] : []),
  ];
}

/** Parts as `audit-state.ts` names them. */
function partSentence(part: string): Message {
  const { session, own } = /^(?:session (?<session>\d+)(?:\/|$))?(?<own>.*)$/.exec(part)!.groups!;
  const what = partWords(own);
  return session === undefined
    ? message('audit-part-whole', { what })
    : message('audit-part-changed', { what, session: Number(session) });
}

function partWords(own: string): Message {
  const [kind, name = ''] = own.replace(/^run \d+\//, '').split(/ (.*)/);
  switch (kind) {
    case '':
      return message('audit-part-session');
    case 'captures':
    case 'scans':
    case 'points':
    case 'cloud':
    case 'heading':
    case 'control':
    case 'run':
    case 'edits':
    case 'poses':
    case 'refinement':
    case 'project':
      return message(`audit-part-${kind}`);
    case 'setting':
    case 'work':
    case 'product':
      return message(`audit-part-${kind}`, { name });
    default:
      return message('audit-part-work', { name: own });
  }
}

function fileSentences({ path, status, entry, isOlder }: VerifiedFile): Message[] {
  if (entry === null || status === 'unknown') return [message('audit-file-unknown', { path })];
  const { at, sequence } = entry;
  const person = entry.person || entry.account || message('audit-nobody');
  if (status === 'valid')
    return [
      message('audit-file-valid', { path, at, sequence, person }),
      ...(isOlder ? [message('audit-file-older')] : []),
    ];
  const name = path.split(/[\\/]/).at(-1)!;
  return [message('audit-file-changed', { path, name, at, sequence, person })];
}

function signatureSentence(path: string, signature: CheckedSignature): Message {
  const { signer, signedAt: at, fingerprint, file } = signature;
  switch (signature.status) {
    case 'valid':
      return message('signature-valid', { path, signer, at });
    case 'unknown':
      return message('signature-unknown', { path, signer, fingerprint });
    case 'changed':
      return message('signature-changed', { path, signer, at, file });
    case 'broken':
      return message('signature-broken', { path, fingerprint });
  }
}
