import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { message } from '../../src-core/messages/message.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import { fileError } from './file-errors.ts';
import { partPath, placeNew, removeAbandonedPartsOnce } from './part-files.ts';
import { readText } from './read-text.ts';

/** Key of a surveyor that signs, opened. */
export interface SigningKey {
  readonly signer: string;
  readonly key: KeyObject;
  readonly publicKey: PublicKey;
}

/** Key that signatures are checked by. */
interface PublicKey {
  /** SubjectPublicKeyInfo, DER. */
  readonly der: Uint8Array;
  readonly fingerprint: string;
}

/** Public key in the file of its owner. */
export interface NamedKey extends PublicKey {
  readonly signer: string;
}

/** Name of a signer: one line, as it is written into key files and signatures. */
const NAME = /^[^\p{Cc}\p{Zl}\p{Zp}]{1,100}$/u;

/**
 * Makes an Ed25519 key pair: FILE has the private key as PKCS #8, encrypted by the passphrase, and FILE.pub the public
 * one with the name of its owner. No file is replaced. Both are written before the first has its name; a private key that was
 * left without its public one, by a power cut, is completed by its own name and passphrase.
 *
 * @throws SocavonError 'usage' (name or passphrase), 'exists', as `openSigningKey` for a key to be completed, 'file-unwritable', 'disk-full'
 */
export async function makeSigningKey(path: string, signer: string, passphrase: string): Promise<PublicKey> {
  const name = signer.trim();
  if (!NAME.test(name)) throw new SocavonError('usage', message('key-name-unusable'));
  if (passphrase === '') throw new SocavonError('usage', message('passphrase-empty'));
  if (existsSync(path) && !existsSync(`${path}.pub`)) return completeKey(path, name, passphrase);
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const secret = privateKey.export({
    type: 'pkcs8',
    format: 'pem',
    cipher: 'aes-256-cbc',
    passphrase,
  }) as string;
  // The sum tells a damaged file from a wrong passphrase, which the cipher cannot.
  await writeNew([
    { path, text: `Signer: ${name}\nSum: ${sumOf(secret)}\n${secret}`, mode: 0o600 },
    publicFile(path, name, publicKey),
  ]);
  return publicKeyOf(publicKey);
}

/** Makes the public key of a private one again. @throws SocavonError 'exists' for the key of somebody else, or another file */
async function completeKey(path: string, name: string, passphrase: string): Promise<PublicKey> {
  const { signer, key, publicKey } = await openSigningKey(path, passphrase).catch((cause: unknown) => {
    if (cause instanceof SocavonError && cause.code === 'file-format') return refuseExisting(path);
    throw cause;
  });
  if (signer !== name) refuseExisting(path);
  await writeNew([publicFile(path, name, createPublicKey(key))]);
  return publicKey;
}

function publicFile(path: string, name: string, key: KeyObject): NewFile {
  const pem = key.export({ type: 'spki', format: 'pem' });
  const { fingerprint } = publicKeyOf(key);
  return { path: `${path}.pub`, text: `Signer: ${name}\nFingerprint: ${fingerprint}\n${pem}`, mode: 0o644 };
}

/**
 * Opens the key of a surveyor.
 *
 * @throws SocavonError 'file-format' (no key, or damaged), 'usage' (wrong passphrase), and as `readText`
 */
export async function openSigningKey(path: string, passphrase: string): Promise<SigningKey> {
  const { signer, fields, pem } = keyFile(await readText(path), path, 'ENCRYPTED PRIVATE KEY');
  if (fields.get('Sum') !== sumOf(pem))
    throw new SocavonError('file-format', message('key-damaged', { path }));
  let key: KeyObject;
  try {
    key = createPrivateKey({ key: pem, passphrase });
  } catch (cause) {
    throw new SocavonError('usage', message('passphrase-wrong', { path }), { cause });
  }
  if (key.asymmetricKeyType !== 'ed25519')
    throw new SocavonError('file-format', message('key-malformed', { path }));
  return { signer, key, publicKey: publicKeyOf(createPublicKey(key)) };
}

/** Reads a public key with the name of its owner. @throws SocavonError 'file-format', and as `readText` */
export async function readPublicKey(path: string): Promise<NamedKey> {
  return parsePublicKey(await readText(path), path);
}

/** Reads the text of a public key with the name of its owner. @throws SocavonError 'file-format' */
export function parsePublicKey(text: string, path: string): NamedKey {
  const { signer, pem, fields } = keyFile(text, path, 'PUBLIC KEY');
  let key: KeyObject;
  try {
    key = createPublicKey(pem);
  } catch (cause) {
    throw new SocavonError('file-format', message('key-damaged', { path }), { cause });
  }
  const read = publicKeyOf(key);
  if (key.asymmetricKeyType !== 'ed25519' || fields.get('Fingerprint') !== read.fingerprint)
    throw new SocavonError('file-format', message('key-damaged', { path }));
  return { signer, ...read };
}

function publicKeyOf(key: KeyObject): PublicKey {
  const der = key.export({ type: 'spki', format: 'der' });
  return { der, fingerprint: fingerprintOf(der) };
}

/** SHA-256 of a public key in DER, as `openssl pkey -pubin -outform DER | openssl sha256` says it. */
export function fingerprintOf(der: Uint8Array): string {
  return createHash('sha256').update(der).digest('hex');
}

function sumOf(pem: string): string {
  return createHash('sha256').update(pem).digest('hex');
}

function keyFile(input: string, path: string, label: string) {
  const text = input.replaceAll('\r\n', '\n');
  const [, head, pem] =
    new RegExp(
      `^((?:[A-Z][a-z]+: [^\\n]+\\n)+)(-----BEGIN ${label}-----\\n[\\s\\S]+-----END ${label}-----\\n)$`,
    ).exec(text) ?? [];
  if (head === undefined) throw new SocavonError('file-format', message('key-malformed', { path }));
  const fields = new Map(
    head
      .trimEnd()
      .split('\n')
      .map((line): [string, string] => {
        const at = line.indexOf(': ');
        return [line.slice(0, at), line.slice(at + 2)];
      }),
  );
  const signer = fields.get('Signer');
  if (signer === undefined || !NAME.test(signer))
    throw new SocavonError('file-format', message('key-malformed', { path }));
  return { signer, fields, pem };
}

interface NewFile {
  readonly path: string;
  readonly text: string;
  readonly mode: number;
}

/** Writes new files under hidden names and then gives them their own, in their order. */
async function writeNew(files: readonly NewFile[]): Promise<void> {
  const parts = files.map((file) => ({ ...file, part: partPath(file.path) }));
  try {
    removeAbandonedPartsOnce(dirname(files[0].path));
    for (const { path, part, text, mode } of parts) {
      if (existsSync(path)) refuseExisting(path);
      await writePart(path, part, text, mode);
    }
    for (const { path, part } of parts) {
      try {
        if (!placeNew(part, path)) refuseExisting(path);
      } catch (error) {
        throw fileError(path, 'write', error);
      }
    }
  } finally {
    for (const { part } of parts) rmSync(part, { force: true });
  }
}

function refuseExisting(path: string): never {
  throw new SocavonError('exists', message('key-exists', { path }));
}

async function writePart(path: string, part: string, text: string, mode: number): Promise<void> {
  try {
    const file = await open(part, 'wx', mode);
    try {
      await file.writeFile(text);
    } finally {
      await file.close();
    }
  } catch (error) {
    throw fileError(path, 'write', error);
  }
}
