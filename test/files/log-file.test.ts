import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { logUnexpected } from '../../src-main/files/log-file.ts';
import { temporaryFolder } from '../project/fixtures.ts';

afterEach(() => void vi.unstubAllEnvs());

function newLog(): string {
  const path = join(temporaryFolder(), 'logs', 'socavon.log');
  vi.stubEnv('SOCAVON_LOG', path);
  return path;
}

it.each([
  'point 8501234.567 of 412345.01 at 4210.5',
  'x=-12.345,y=1e3,z=+4210.25;',
  '[412345,8501234,4210.123]',
  '{"easting":412345.6789012,"northing":8.5012e6}',
])('holds no coordinates: %s', (text) => {
  const path = newLog();
  logUnexpected(new RangeError(text, { cause: new Error(`caused at ${text}`) }));
  const log = readFileSync(path, 'utf8')
    .split('\n')
    .map((line) => line.replace(/^\d{4}-\S+ \S+ /, ''))
    .join('\n');
  expect(log).not.toMatch(/8501234|412345|4210|12\.345|8\.5012/);
  expect(log).toContain('#');
});

it('keeps what is needed to mend the program: where it failed, addresses and versions', () => {
  const path = newLog();
  const error = new Error('http://127.0.0.1:45678/ of 0.1.0 failed at column 17, scan 4321');
  logUnexpected(error);
  const log = readFileSync(path, 'utf8');
  expect(log).toContain(error.message);
  expect(log).toContain(error.stack!.split('\n')[1].trim());
});

it('is bounded, whoever makes errors', () => {
  const path = newLog();
  const long = new Error('x'.repeat(300_000));
  for (let i = 0; i < 30; i++) logUnexpected(long);
  expect(statSync(path).size).toBeLessThan(3 << 20);
  expect(statSync(`${path}.1`).size).toBeLessThan(3 << 20);
  expect(existsSync(`${path}.2`)).toBe(false);
});
