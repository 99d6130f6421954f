import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { runCli } from '../../../bench/support/run-cli.ts';
import { temporaryFolder } from '../../project/fixtures.ts';

/** Far above what a refusal takes, far below what the file unpacks to. */
const MOST_MIB = 450;

it('a capture of half a megabyte that unpacks to half a gigabyte is refused within its memory', async () => {
  const path = join(temporaryFolder(), 'bomb.pcap.gz');
  const member = gzipSync(Buffer.alloc(16 << 20));
  writeFileSync(path, Buffer.concat(Array.from({ length: 32 }, () => member)));
  const { status, json, peakMiB } = await runCli(['info', path]);
  expect(status).toBe(1);
  expect(json.error).toMatchObject({ message: expect.stringContaining('bomb.pcap.gz') });
  expect(peakMiB).toBeLessThan(MOST_MIB);
});

it.each([
  [
    'that multiply',
    `<!ENTITY a "${'x'.repeat(50)}">${'bcdefghi'
      .split('')
      .map((name, i) => `<!ENTITY ${name} "${`&${'abcdefghi'[i]};`.repeat(10)}">`)
      .join('')}`,
    '&i;',
  ],
  ['of another file', '<!ENTITY a SYSTEM "file:///etc/passwd">', '&a;'],
])('a drawing with entities %s is refused, and none is resolved', async (_, entities, use) => {
  const folder = temporaryFolder();
  const path = join(folder, 'axis.xml');
  writeFileSync(
    path,
    `<?xml version="1.0"?><!DOCTYPE LandXML [${entities}]><LandXML><Alignments><Alignment name="${use}"><CoordGeom/></Alignment></Alignments></LandXML>`,
  );
  const cloud = join(folder, 'wall.xyz');
  writeFileSync(cloud, '0 0 0\n1 0 0\n0 1 0\n');
  const { status, json, peakMiB } = await runCli([
    'run', cloud, '--project', join(folder, 'p.socavon'), '--out', join(folder, 'out'), '--axis', path,
  ]); // biome-ignore format: one command line
  expect(status).not.toBe(0);
  const { code, message } = json.error as { code: string; message: string };
  expect(code).not.toBe('internal');
  expect(message).not.toMatch(/root:|xxxxx/);
  expect(peakMiB).toBeLessThan(MOST_MIB);
});
