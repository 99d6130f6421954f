import { execFileSync, spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { seededRandom } from '../../src-core/math/random.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import { exportFolder } from '../../src-main/files/export-folder.ts';
import { partPath } from '../../src-main/files/part-files.ts';
import { checkSignature, signFile } from '../../src-main/files/signature.ts';
import { makeSigningKey, openSigningKey, readPublicKey } from '../../src-main/files/signing-key.ts';
import { temporaryFolder } from '../project/fixtures.ts';

const PASSPHRASE = 'frase ñandú 4210';
const hasOpenssl = (() => {
  try {
    return execFileSync('openssl', ['version'], { encoding: 'utf8' }).startsWith('OpenSSL 3');
  } catch {
    return false;
  }
})();
if (!hasOpenssl) console.warn('*** NOT RUN: signatures read by openssl: there is no OpenSSL 3 ***');

/** Texts of two key pairs, made once. */
const built: Record<'ana' | 'eva', { key: string; pub: string }> = {} as never;
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'socavon-test-'));
  for (const [name, signer] of [
    ['ana', 'Ana Rojas Núñez'],
    ['eva', 'Eva Quispe'],
  ] as const) {
    await makeSigningKey(join(folder, name), signer, PASSPHRASE);
    built[name] = { key: read(join(folder, name)), pub: read(join(folder, `${name}.pub`)) };
  }
  rmSync(folder, { recursive: true });
});

function read(path: string): string {
  return readFileSync(path, 'utf8');
}

/** A folder with both key pairs and a report that Ana signed. */
async function signed() {
  const folder = temporaryFolder();
  const at = (name: string): string => join(folder, name);
  for (const [name, { key, pub }] of Object.entries(built)) {
    writeFileSync(at(name), key);
    writeFileSync(at(`${name}.pub`), pub);
  }
  writeFileSync(at('report.pdf'), '%PDF-1.7\nVolumen 20.21 m³\n');
  const signature = await signFile(at('report.pdf'), await openSigningKey(at('ana'), PASSPHRASE));
  const ana = await readPublicKey(at('ana.pub'));
  const eva = await readPublicKey(at('eva.pub'));
  return { at, signature, ana, eva };
}

async function refusal(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    if (error instanceof SocavonError) return `${error.code}: ${error.message}`;
    throw error;
  }
  return 'nothing was refused';
}

describe('signatures of reports', () => {
  it('is valid by the key of the signer, and by an unknown key else', async () => {
    const { at, signature, ana, eva } = await signed();
    expect(signature).toBe(at('report.pdf.sig'));
    const valid = await checkSignature(at('report.pdf'), signature, [eva, ana]);
    expect(valid).toMatchObject({
      status: 'valid',
      signer: 'Ana Rojas Núñez',
      file: 'report.pdf',
      fingerprint: ana.fingerprint,
    });
    for (const keys of [[], [eva]])
      expect((await checkSignature(at('report.pdf'), signature, keys)).status).toBe('unknown');
  });

  it('tells every byte of the report that was changed, and a signature of another file', async () => {
    const { at, signature, ana } = await signed();
    const bytes = readFileSync(at('report.pdf'));
    for (let i = 0; i < bytes.length; i++) {
      writeFileSync(at('report.pdf'), bytes.with(i, bytes[i] ^ 1));
      expect((await checkSignature(at('report.pdf'), signature, [ana])).status).toBe('changed');
    }
    writeFileSync(at('report.html'), '<html></html>');
    const other = await signFile(at('report.html'), await openSigningKey(at('ana'), PASSPHRASE));
    writeFileSync(at('report.pdf'), bytes);
    expect(await checkSignature(at('report.pdf'), other, [ana])).toMatchObject({
      status: 'changed',
      file: 'report.html',
    });
  });

  it('tells every byte of a signature that was changed (seed 1)', async () => {
    const { at, signature, ana } = await signed();
    const text = readFileSync(signature);
    const { uniform: random } = seededRandom(1);
    for (let i = 0; i < text.length; i++) {
      const bit = 1 << Math.floor(7 * random());
      writeFileSync(signature, text.with(i, text[i] ^ bit));
      let status = '';
      try {
        ({ status } = await checkSignature(at('report.pdf'), signature, [ana]));
      } catch (error) {
        if (!(error instanceof SocavonError)) throw error;
        status = error.code;
      }
      expect(['broken', 'file-format'], `byte ${i}`).toContain(status);
    }
  });

  it('tells another name, time or key in a signature, also with the fingerprint of that key', async () => {
    const { at, signature, ana, eva } = await signed();
    const text = read(signature);
    const publicKey = Buffer.from(eva.der).toString('base64');
    for (const forged of [
      text.replace('Ana Rojas Núñez', 'Eva Quispe'),
      text.replace(/Signed: 20\d\d/, 'Signed: 2019'),
      text
        .replace(/Public-Key: .*/, `Public-Key: ${publicKey}`)
        .replace(/Fingerprint: .*/, `Fingerprint: ${eva.fingerprint}`),
      text.replace(/Public-Key: .*/, `Public-Key: ${publicKey}`),
    ]) {
      expect(forged).not.toBe(text);
      writeFileSync(signature, forged);
      expect((await checkSignature(at('report.pdf'), signature, [ana, eva])).status).toBe('broken');
    }
  });

  it.each([
    ['empty', () => ''],
    ['cut', (text: string) => text.slice(0, -20)],
    ['without a line', (text: string) => text.replace(/Bytes: .*\n/, '')],
    ['with a line more', (text: string) => text.replace('Bytes: ', 'Note: x\nBytes: ')],
    ['no text', () => '\0\u0001'],
  ])('refuses a signature that is %s', async (_, change) => {
    const { at, signature, ana } = await signed();
    writeFileSync(signature, change(read(signature)));
    expect(await refusal(checkSignature(at('report.pdf'), signature, [ana]))).toMatch(
      /^file-format: .*report\.pdf\.sig/,
    );
  });

  it('is read after a transfer that changed the ends of lines', async () => {
    const { at, signature, ana } = await signed();
    for (const path of [signature, at('ana.pub'), at('ana')])
      writeFileSync(path, read(path).replaceAll('\n', '\r\n'));
    expect(
      (await checkSignature(at('report.pdf'), signature, [await readPublicKey(at('ana.pub'))])).status,
    ).toBe('valid');
    expect((await openSigningKey(at('ana'), PASSPHRASE)).signer).toBe(ana.signer);
  });

  it('opens a key by its passphrase only, and tells a damaged file from a wrong passphrase', async () => {
    const { at } = await signed();
    for (const wrong of ['', 'frase', PASSPHRASE.toUpperCase()])
      expect(await refusal(openSigningKey(at('ana'), wrong))).toMatch(/^usage: The passphrase does not open/);
    const text = readFileSync(at('ana'));
    const start = text.indexOf('-----BEGIN');
    for (let i = start + 45; i < text.length - 40; i += 7) {
      writeFileSync(at('ana'), text.with(i, text[i] === 65 ? 66 : 65));
      expect(await refusal(openSigningKey(at('ana'), PASSPHRASE))).toMatch(/^file-format: /);
    }
  });

  it('refuses what is no key, or the wrong one of the pair', async () => {
    const { at } = await signed();
    expect(await refusal(openSigningKey(at('ana.pub'), PASSPHRASE))).toMatch(
      /^file-format: .*choose FILE to sign/,
    );
    expect(await refusal(readPublicKey(at('ana')))).toMatch(/^file-format: .*FILE\.pub to verify/);
    expect(await refusal(readPublicKey(at('report.pdf')))).toMatch(/^file-format: /);
    expect(await refusal(readPublicKey(at('none.pub')))).toMatch(/^file-missing: /);
    writeFileSync(at('ana.pub'), built.ana.pub.replace(/Fingerprint: ./, 'Fingerprint: x'));
    expect(await refusal(readPublicKey(at('ana.pub')))).toMatch(/^file-format: .*damaged/);
    const rsa = generateKeyPairSync('ed448').publicKey.export({ type: 'spki', format: 'pem' });
    writeFileSync(at('rsa.pub'), `Signer: Ana\nFingerprint: ${'0'.repeat(64)}\n${rsa}`);
    expect(await refusal(readPublicKey(at('rsa.pub')))).toMatch(/^file-format: /);
  });

  it('makes keys that only their owner reads, and replaces none', async () => {
    const { at } = await signed();
    expect(await refusal(makeSigningKey(at('ana'), 'Ana', 'x'))).toMatch(/^exists: /);
    expect(read(at('ana'))).toBe(built.ana.key);
    for (const name of ['', '  ', 'Ana\nSum: 1', 'x'.repeat(101)])
      expect(await refusal(makeSigningKey(at('new'), name, 'x'))).toMatch(/^usage: The name/);
    expect(await refusal(makeSigningKey(at('new'), 'Ana', ''))).toMatch(/^usage: The passphrase is empty/);
    await makeSigningKey(at('new'), ' Ana ', 'x');
    if (process.platform !== 'win32') expect(statSync(at('new')).mode & 0o777).toBe(0o600);
    expect((await readPublicKey(at('new.pub'))).signer).toBe('Ana');
  });

  it('makes both keys or none, and completes a private key that was left alone', async () => {
    const { at } = await signed();
    mkdirSync(at('new.pub'));
    expect(await refusal(makeSigningKey(at('new'), 'Ana', 'x'))).toMatch(/^exists: .*new\.pub/);
    expect(readdirSync(at('')).filter((name) => /^\.|^new$/.test(name))).toEqual([]);

    rmSync(at('ana.pub'));
    const signer = 'Ana Rojas Núñez';
    expect(await refusal(makeSigningKey(at('ana'), 'Eva', PASSPHRASE))).toMatch(/^exists: /);
    expect(await refusal(makeSigningKey(at('ana'), signer, 'other'))).toMatch(/^usage: /);
    const { fingerprint } = await makeSigningKey(at('ana'), signer, PASSPHRASE);
    expect(read(at('ana.pub'))).toBe(built.ana.pub);
    expect(built.ana.pub).toContain(fingerprint);
    expect(read(at('ana'))).toBe(built.ana.key);

    writeFileSync(at('empty'), '');
    expect(await refusal(makeSigningKey(at('empty'), signer, PASSPHRASE))).toMatch(/^exists: /);
    expect(read(at('empty'))).toBe('');
  });

  it('that was killed leaves nothing once another is made', async () => {
    const { at } = await signed();
    const folder = mkdtempSync(join(tmpdir(), 'socavon-test-'));
    // A process that is gone, of this machine.
    const { pid } = spawnSync(process.execPath, ['-e', '0']);
    const own = basename(partPath(join(folder, 'report.pdf.sig')));
    const [, writer] = /\.([0-9a-z]{8})\.part$/.exec(own)!;
    const dead = (Number.parseInt(writer, 36) + (pid - process.pid) * 512 * 1024)
      .toString(36)
      .padStart(8, '0');
    writeFileSync(join(folder, `.report.pdf.sig.${dead}.part`), 'half');
    writeFileSync(join(folder, 'report.pdf'), '%PDF-1.7');
    await signFile(join(folder, 'report.pdf'), await openSigningKey(at('ana'), PASSPHRASE));
    expect(readdirSync(folder).sort()).toEqual(['report.pdf', 'report.pdf.sig']);
    writeFileSync(join(folder, `.scan-0001.pcd.${dead}.part`), 'half');
    const scans = mkdtempSync(join(tmpdir(), 'socavon-test-'));
    mkdirSync(join(scans, 'scans'));
    writeFileSync(join(scans, 'scans', `.scan-0001.pcd.${dead}.part`), 'half');
    await (await exportFolder(scans).create('scans/scan-0002.pcd')).close();
    expect(readdirSync(join(scans, 'scans'))).toEqual(['scan-0002.pcd']);
    for (const created of [folder, scans]) rmSync(created, { recursive: true });
  });

  it.skipIf(!hasOpenssl)('is valid for openssl, by the commands of docs/audit.md', async () => {
    const { at, signature } = await signed();
    const run = (command: string): string =>
      execFileSync('bash', ['-ec', command], { cwd: at(''), encoding: 'utf8' });
    expect(signature).toBe(at('report.pdf.sig'));
    const page = read(join(import.meta.dirname, '../../docs/audit.md'));
    const block = /## A signature by hand[\s\S]*?```sh\n([\s\S]*?)```/
      .exec(page)![1]
      .replaceAll('surveyor.key', 'ana');
    const said = run(block);
    expect(said).toContain('Signature Verified Successfully');
    expect(said.match(/[0-9a-f]{64}/g)).toHaveLength(4);
    const [one, two, three, four] = said.match(/[0-9a-f]{64}/g)!;
    expect([one, three]).toEqual([two, four]);
    writeFileSync(signature, read(signature).replace('Núñez', 'Nuñez'));
    expect(() => run(block)).toThrow();
  });
});
