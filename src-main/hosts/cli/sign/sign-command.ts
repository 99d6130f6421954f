import { resolve } from 'node:path';
import { message } from '../../../../src-core/messages/message.ts';
import { CancelledError, SocavonError } from '../../../../src-core/model/errors.ts';
import { readText } from '../../../files/read-text.ts';
import { signFile } from '../../../files/signature.ts';
import { makeSigningKey, openSigningKey } from '../../../files/signing-key.ts';
import type { CommandResult } from '../with-command.ts';
import { say } from '../words.ts';

export interface SignCommandOptions {
  readonly passphraseFile?: string;
  readonly json?: boolean;
}

/** `socavon key new`: makes the key pair of a surveyor. @throws as `makeSigningKey` and `passphraseOf` */
export async function newKey(
  file: string,
  { surveyor, ...options }: SignCommandOptions & { readonly surveyor: string },
): Promise<CommandResult> {
  const path = resolve(file);
  const { fingerprint } = await makeSigningKey(path, surveyor, await passphraseOf(options));
  const data = { key: path, publicKey: `${path}.pub`, signer: surveyor.trim(), fingerprint };
  return {
    data,
    text: [
      say('key-made', { path, signer: data.signer }),
      say('key-made-public', { path: data.publicKey, fingerprint }),
    ].join('\n'),
  };
}

/** `socavon sign`: writes the detached signature of a report. @throws as `openSigningKey`, `signFile`, `passphraseOf` */
export async function sign(
  report: string,
  { key: keyFile, ...options }: SignCommandOptions & { readonly key: string },
): Promise<CommandResult> {
  const key = await openSigningKey(resolve(keyFile), await passphraseOf(options));
  const signature = await signFile(resolve(report), key);
  const { signer } = key;
  const { fingerprint } = key.publicKey;
  return {
    data: { signature, signer, fingerprint },
    text: say('sign-done', { path: signature, signer, fingerprint }),
  };
}

/**
 * Passphrase of a key: the first line of a file, else of the environment, else asked for on the terminal.
 *
 * @throws SocavonError 'usage' if there is none of them; as `readText`; CancelledError
 */
async function passphraseOf({ passphraseFile }: SignCommandOptions): Promise<string> {
  if (passphraseFile !== undefined) return (await readText(resolve(passphraseFile))).split(/\r?\n/, 1)[0];
  const { SOCAVON_PASSPHRASE: set } = process.env;
  if (set !== undefined) return set;
  if (!process.stdin.isTTY) throw new SocavonError('usage', message('passphrase-none'));
  return askOnTerminal(say('passphrase-ask'));
}

/** Asks for a line without showing it. */
function askOnTerminal(question: string): Promise<string> {
  const { stdin, stderr } = process;
  stderr.write(question);
  stdin.setRawMode(true).setEncoding('utf8').resume();
  return new Promise((done, fail) => {
    let line = '';
    const end = (): void => {
      stdin.off('data', hear).setRawMode(false).pause();
      stderr.write('\n');
    };
    const hear = (text: string): void => {
      for (const sign of text) {
        if (sign === '\r' || sign === '\n') {
          end();
          done(line);
          return;
        }
        if (sign === '\u0003' || sign === '\u0004') {
          end();
          fail(new CancelledError());
          return;
        }
        line = sign === '\u007f' || sign === '\b' ? line.slice(0, -1) : line + sign;
      }
    };
    stdin.on('data', hear);
  });
}
