import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WALKED_SEED, walkedDrive } from '../../fixtures/walked-drive.ts';
import { endOf, startCli } from './run-cli.ts';

/** Of the moment of the run, and the name of its project. */
const OF_THE_RUN = /^report\./;
/** Surveys that must not differ; what else a run writes must not either. */
const PROMISED = ['volume.json', 'trajectory.tum', 'map.ply', 'map.las', 'profiles.csv', 'outlines.csv'];

let folder: string;
let capture: string;
let reference: Map<string, Buffer>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'socavon-same-'));
  ({ capture } = await walkedDrive());
  reference = await surveyed('one', { env: { SOCAVON_THREADS: '1' } });
});
afterAll(() => rmSync(folder, { recursive: true }));

interface Circumstances {
  readonly env?: NodeJS.ProcessEnv;
  readonly capture?: string;
  /** Scan at whose alignment the first try is killed. */
  readonly killedAt?: RegExp;
}

/** Files of a survey of the drive in a folder of its own, without a cache of earlier ones. */
async function surveyed(name: string, circumstances: Circumstances): Promise<Map<string, Buffer>> {
  const out = join(folder, name, 'out');
  const args = [
    'run',
    circumstances.capture ?? capture,
    '--project',
    join(folder, name, 'p.socavon'),
    '--out',
    out,
  ];
  const env = { SOCAVON_CACHE: join(folder, `${name}-cache`), ...circumstances.env };
  if (circumstances.killedAt !== undefined) {
    const child = startCli(args, env);
    const ended = endOf(child);
    let said = '';
    child.stderr?.on('data', (text) => {
      said += text;
      if (circumstances.killedAt!.test(said)) child.kill('SIGKILL');
    });
    expect((await ended).status).toBe(null);
  }
  const { status, stderr } = await endOf(startCli(args, env));
  if (status !== 0) throw new Error(stderr);
  if (circumstances.killedAt !== undefined) expect(stderr).not.toMatch(/^align: 1\//m);
  const names = readdirSync(out).filter((file) => !OF_THE_RUN.test(file));
  return new Map(names.map((file) => [file, readFileSync(join(out, file))]));
}

function expectReference(files: ReadonlyMap<string, Buffer>, without: readonly string[] = []): void {
  expect([...files.keys()]).toEqual([...reference.keys()]);
  for (const [name, bytes] of reference)
    if (!without.includes(name)) expect(Buffer.compare(files.get(name)!, bytes), name).toBe(0);
}

describe(`a survey has the same bytes (seed ${WALKED_SEED})`, () => {
  it('of all that is promised', () => {
    expect([...reference.keys()]).toEqual(expect.arrayContaining(PROMISED));
  });

  it('with eight threads, in Germany', async () => {
    const env = { SOCAVON_THREADS: '8', LANG: 'de_DE.UTF-8', LC_ALL: '' };
    expectReference(await surveyed('eight', { env }));
  });

  it('with two threads, in Turkey, at a quarter of an hour of the clock, after a kill -9', async () => {
    const env = { SOCAVON_THREADS: '2', LC_ALL: 'tr_TR.UTF-8', TZ: 'Asia/Kathmandu' };
    expectReference(await surveyed('ñandú & co', { env, killedAt: /^align: [2-9]\d\//m }));
  });

  it('of a capture that is compressed, but for the name and digest of the capture', async () => {
    const packed = join(folder, 'packed');
    mkdirSync(packed);
    writeFileSync(join(packed, 'capture.pcap.gz'), gzipSync(readFileSync(capture), { level: 1 }));
    copyFileSync(join(dirname(capture), 'metadata.json'), join(packed, 'metadata.json'));
    const files = await surveyed('gzip', { capture: join(packed, 'capture.pcap.gz') });
    expectReference(files, ['volume.json']);
    const withoutSource = (bytes: Buffer): string =>
      bytes
        .toString()
        .replaceAll(/"[0-9a-f]{64}"/g, '"digest"')
        .replaceAll('capture.pcap.gz', 'capture.pcap')
        .replaceAll(/"sizeBytes": ?\d+/g, '"sizeBytes"');
    expect(withoutSource(files.get('volume.json')!)).toBe(withoutSource(reference.get('volume.json')!));
  });
});
