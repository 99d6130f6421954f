import type { Handlers } from '../../../src-core/contract/requests.ts';
import type { signatureRequests } from '../../../src-core/contract/signature-requests.ts';
import { signFile } from '../../files/signature.ts';
import { makeSigningKey, openSigningKey } from '../../files/signing-key.ts';
import type { EngineSession } from '../engine-session.ts';

/** Handlers of keys and signatures of surveyors. */
export function signatureHandlers({ grants }: EngineSession): Handlers<keyof typeof signatureRequests> {
  return {
    'key.make': async ({ path, signer, passphrase }) => {
      const target = grants.toWrite(path);
      const { fingerprint } = await makeSigningKey(target, signer, passphrase);
      return { signer: signer.trim(), fingerprint, publicKey: `${target}.pub` };
    },
    'report.sign': async ({ paths, key: keyPath, passphrase }) => {
      const files = paths.map((path) => grants.toRead(path));
      // Before anything is signed.
      for (const file of files) grants.toWrite(`${file}.sig`);
      const key = await openSigningKey(grants.toRead(keyPath), passphrase);
      const signatures: string[] = [];
      for (const file of files) signatures.push(await signFile(file, key));
      return { signer: key.signer, fingerprint: key.publicKey.fingerprint, signatures };
    },
  };
}
