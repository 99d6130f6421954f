import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { RequestName } from '../../src-core/contract/requests.ts';
import { openAtomicSink } from '../../src-main/files/atomic-sink.ts';
import { runHere } from '../hosts/cli/run-here.ts';
import { temporaryFolder } from '../project/fixtures.ts';
import { engineThread } from './engine-thread.ts';

const SENTENCE = /^(error: )?\S+ is a pipe, a socket or a device and no regular file; /;

/** A folder with a pipe of each ending that no writer ever opens. */
function pipesOf(endings: readonly string[]): (ending: string) => string {
  const folder = temporaryFolder();
  for (const ending of endings) execFileSync('mkfifo', [join(folder, `a.${ending}`)]);
  return (ending) => join(folder, `a.${ending}`);
}

describe.skipIf(process.platform === 'win32')('a pipe where a file should be', () => {
  const request: readonly [RequestName, string, (path: string) => object][] = [
    ['cloud.read', 'ply', (path) => ({ path, most: 10 })],
    ['cloud.read', 'xyz', (path) => ({ path, most: 10 })],
    ['design.read', 'json', (path) => ({ path })],
    ['design.read', 'dxf', (path) => ({ path })],
    ['capture.preview', 'pcap', (path) => ({ path })],
    ['capture.scan', 'pcap', (path) => ({ path, at: 0 })],
    ['capture.sensors', 'pcap', (path) => ({ paths: [path] })],
    ['report.logo', 'png', (path) => ({ path })],
    ['placement.grid', 'json', (path) => ({ path })],
    ['project.open', 'socavon', (path) => ({ path })],
  ];

  it('is refused by the engine in one sentence, whatever is asked, and the engine ends', async () => {
    const engine = engineThread();
    onTestFinished(() => engine.kill());
    const path = pipesOf([...new Set(request.map(([, ending]) => ending))]);
    engine.tell({ kind: 'grant', path: join(path('ply'), '..'), scope: 'folder', write: true });
    for (const [name, ending, args] of request) {
      const answer = engine.client.call(name, args(path(ending)) as never).then(
        () => 'an answer',
        (error: Error & { code?: string }) => `${error.code}: ${error.message}`,
      );
      expect(await answer, `${name} ${ending}`).toMatch(
        /^file-unreadable: \S+ is a pipe, a socket or a device/,
      );
    }
    engine.tell({ kind: 'close' });
    await engine.ended;
  });

  it.each([
    ['run', 'pcap'],
    ['run', 'ply'],
    ['info', 'pcap'],
    ['info', 'socavon'],
    ['volume', 'socavon'],
    ['calibrate', 'pcap'],
  ])('is refused by socavon %s a.%s', async (command, ending) => {
    const path = pipesOf([ending]);
    const folder = temporaryFolder();
    const out =
      command === 'run' ? ['--project', join(folder, 'p.socavon'), '--out', join(folder, 'out')] : [];
    const { status, stderr } = await runHere(command, path(ending), ...out);
    expect(status).toBe(1);
    expect(stderr).toMatch(SENTENCE);
  });

  it('beside a capture is no metadata, and is named', async () => {
    const folder = temporaryFolder();
    const capture = join(folder, 'drive.pcap');
    writeFileSync(capture, 'no capture');
    execFileSync('mkfifo', [join(folder, 'drive.json')]);
    const { status, stderr } = await runHere(
      'run', capture, '--project', join(folder, 'p.socavon'), '--out', join(folder, 'out'),
    ); // biome-ignore format: one command line
    expect(status).toBe(1);
    expect(stderr).toMatch(/^error: .*drive\.(json|pcap)/);
  });

  it('in the place of an output is replaced and not read', async () => {
    const path = pipesOf(['csv'])('csv');
    const sink = await openAtomicSink(path);
    await sink.write(Buffer.from('a;b'));
    await sink.close();
    expect(readFileSync(path, 'utf8')).toBe('a;b');
  });

  it('that is a socket is refused in the same way', async () => {
    const path = join(temporaryFolder(), 'a.ply');
    const server = createServer().listen(path);
    onTestFinished(() => void server.close());
    await new Promise((resolve) => server.once('listening', resolve));
    const { status, stderr } = await runHere('info', path);
    expect(status).toBe(1);
    expect(stderr).toMatch(SENTENCE);
  });
});
