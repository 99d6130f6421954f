import { createPublicKey, sign, verify } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { message } from '../../src-core/messages/message.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import { hashFile } from './hash-file.ts';
import { readText } from './read-text.ts';
import { fingerprintOf, type NamedKey, type SigningKey } from './signing-key.ts';
import { writeTextFile } from './write-text-file.ts';

/** Detached signature of a file. */
interface Signature {
  /** Name of the file when it was signed. */
  readonly file: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly signer: string;
  /** ISO 8601, UTC, by the clock of the signer's machine. */
  readonly signedAt: string;
  readonly fingerprint: string;
}

/** What a signature is worth. */
type SignatureStatus =
  /** The file is the one that was signed, by one of the keys that are known. */
  | 'valid'
  /** The file is the one that was signed, but nothing says whose the key is. */
  | 'unknown'
  /** The file is not the one that was signed. */
  | 'changed'
  /** The signature itself was changed, or is not by its key. */
  | 'broken';

export interface CheckedSignature extends Signature {
  readonly status: SignatureStatus;
}

const FIRST = 'Socavon signature 1';
const FIELDS = ['File', 'Bytes', 'SHA-256', 'Signer', 'Signed', 'Public-Key', 'Fingerprint'] as const;
const TEXT = new RegExp(
  `^(?<signed>${FIRST}\\n${FIELDS.map((name, i) => `${name}: (?<f${i}>${name === 'Bytes' ? '\\d{1,15}' : '[^\\n]+'})\\n`).join('')})Signature: (?<signature>[A-Za-z0-9+/]{86}==)\\n$`,
);

/**
 * Signs a file: writes FILE.sig, a text of which every line but the last is signed.
 *
 * @throws SocavonError 'file-missing', 'file-unreadable', 'file-unwritable', 'disk-full'
 */
export async function signFile(path: string, { signer, key, publicKey }: SigningKey): Promise<string> {
  const sha256 = await hashFile(path);
  const values = [
    basename(path).replace(/\p{Cc}/gu, '?'),
    (await stat(path)).size,
    sha256,
    signer,
    new Date().toISOString(),
    Buffer.from(publicKey.der).toString('base64'),
    publicKey.fingerprint,
  ];
  const signed = `${FIRST}\n${FIELDS.map((name, i) => `${name}: ${values[i]}\n`).join('')}`;
  const signature = sign(null, Buffer.from(signed), key).toString('base64');
  const target = `${path}.sig`;
  await writeTextFile(target, `${signed}Signature: ${signature}\n`);
  return target;
}

/**
 * Checks a signature of a file.
 *
 * @param keys whose owners are known
 * @throws SocavonError 'file-format' if it is no signature; 'file-missing', 'file-unreadable'
 */
export async function checkSignature(
  path: string,
  signaturePath: string,
  keys: readonly NamedKey[],
): Promise<CheckedSignature> {
  const { isIntact, ...said } = parseSignature(await readText(signaturePath), signaturePath);
  if (!isIntact) return { ...said, status: 'broken' };
  if ((await hashFile(path)) !== said.sha256) return { ...said, status: 'changed' };
  const known = keys.find((one) => one.fingerprint === said.fingerprint);
  return known === undefined
    ? { ...said, status: 'unknown' }
    : { ...said, signer: known.signer, status: 'valid' };
}

/**
 * Reads the text of a signature.
 *
 * @returns `isIntact` false: it is not by the key that it names
 * @throws SocavonError 'file-format'
 */
export function parseSignature(text: string, path: string): Signature & { readonly isIntact: boolean } {
  const groups = TEXT.exec(text.replaceAll('\r\n', '\n'))?.groups;
  if (groups === undefined) throw new SocavonError('file-format', message('signature-malformed', { path }));
  const [file, bytes, sha256, signer, signedAt, publicKey, fingerprint] = FIELDS.map(
    (_, i) => groups[`f${i}`],
  );
  const der = Buffer.from(publicKey, 'base64');
  const isOwn = fingerprintOf(der) === fingerprint;
  const isIntact = isOwn && isBy(der, groups.signed, groups.signature);
  return { file, bytes: Number(bytes), sha256, signer, signedAt, fingerprint, isIntact };
}

function isBy(der: Buffer, signed: string, signature: string): boolean {
  try {
    const key = createPublicKey({ key: der, type: 'spki', format: 'der' });
    if (key.asymmetricKeyType !== 'ed25519') return false;
    const bytes = Buffer.from(signature, 'base64');
    // Base64 has several texts for the same bytes; the one that was written counts.
    return bytes.toString('base64') === signature && verify(null, Buffer.from(signed), key, bytes);
  } catch {
    return false; // no key at all
  }
}
