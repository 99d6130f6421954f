import { z } from 'zod';
import { request } from './request-spec.ts';
import { Path, strict } from './shapes.ts';

const Passphrase = z.string().min(1).max(1000);
const Signer = z.object({ signer: z.string(), fingerprint: z.string() });

/** Requests about signatures of reports. A passphrase is used once, and kept nowhere. */
export const signatureRequests = {
  /**
   * Makes the key pair of a surveyor: `path` has the private key, encrypted by the passphrase, and `path`.pub the public
   * one. Refused with 'exists' where a file is there already.
   */
  'key.make': request(
    strict({ path: Path, signer: z.string().max(400), passphrase: Passphrase }),
    Signer.extend({ publicKey: z.string() }),
  ),
  /** Signs written reports: `REPORT.sig` beside each. Refused with 'usage' for a wrong passphrase. */
  'report.sign': request(
    strict({ paths: z.array(Path).min(1).max(20), key: Path, passphrase: Passphrase }),
    Signer.extend({ signatures: z.array(z.string()) }),
  ),
};
