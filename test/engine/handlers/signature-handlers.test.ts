import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { checkSignature } from '../../../src-main/files/signature.ts';
import { readPublicKey } from '../../../src-main/files/signing-key.ts';
import { temporaryFolder } from '../../project/fixtures.ts';
import { engineThread } from '../engine-thread.ts';

/** An engine that may touch all of a folder with a report in it, and nothing beside it. */
function withReport() {
  const engine = engineThread();
  onTestFinished(() => engine.kill());
  const around = temporaryFolder();
  const folder = join(around, 'granted');
  mkdirSync(folder);
  const report = join(folder, 'report.pdf');
  writeFileSync(report, 'a report');
  engine.tell({ kind: 'grant', path: folder, scope: 'folder', write: true });
  return { call: engine.client.call, around, folder, report, key: join(folder, 'ana.key') };
}

const ANA = { signer: 'Ana Rojas', passphrase: 'una frase larga' };

it('makes a key, and signs a report that verifies by its public half', async () => {
  const { call, folder, report, key } = withReport();
  const created = await call('key.make', { path: key, ...ANA });
  expect(created).toMatchObject({ signer: 'Ana Rojas', publicKey: `${key}.pub` });
  const { signatures, ...signer } = await call('report.sign', {
    paths: [report],
    key,
    passphrase: ANA.passphrase,
  });
  expect(signer).toEqual({ signer: 'Ana Rojas', fingerprint: created.fingerprint });
  expect(signatures).toEqual([join(folder, 'report.pdf.sig')]);
  const known = [await readPublicKey(created.publicKey)];
  expect(await checkSignature(report, signatures[0], known)).toMatchObject({ status: 'valid' });
  writeFileSync(report, 'another report');
  expect(await checkSignature(report, signatures[0], known)).toMatchObject({ status: 'changed' });
});

it('signs nothing by a wrong passphrase, and replaces no key', async () => {
  const { call, report, key } = withReport();
  await call('key.make', { path: key, ...ANA });
  const before = readFileSync(key);
  await expect(call('key.make', { path: key, ...ANA, signer: 'Berta' })).rejects.toMatchObject({
    code: 'exists',
  });
  expect(readFileSync(key).equals(before)).toBe(true);
  const wrong = { paths: [report], key, passphrase: 'another' };
  const failed = await call('report.sign', wrong).catch((error) => error);
  expect(failed).toMatchObject({ code: 'usage', message: expect.stringContaining('does not open') });
  expect(JSON.stringify([failed.message, failed])).not.toContain('another');
  expect(existsSync(`${report}.sig`)).toBe(false);
});

it('neither reads nor writes beside what the user chose', async () => {
  const { call, around, report, key } = withReport();
  await call('key.make', { path: key, ...ANA });
  const outside = join(around, 'outside.pdf');
  writeFileSync(outside, 'of somebody else');
  const request = { paths: [outside], key, passphrase: ANA.passphrase };
  await expect(call('report.sign', request)).rejects.toMatchObject({ code: 'path-refused' });
  await expect(call('report.sign', { ...request, paths: [report, outside] })).rejects.toMatchObject({
    code: 'path-refused',
  });
  expect([existsSync(`${outside}.sig`), existsSync(`${report}.sig`)]).toEqual([false, false]);
  await expect(call('key.make', { path: join(around, 'a.key'), ...ANA })).rejects.toMatchObject({
    code: 'path-refused',
  });
});
