import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect } from 'vitest';
import { temporaryFolder } from '../../project/fixtures.ts';
import { describe, IS_LONG, it } from '../../support/tier.ts';
import { refused } from './refused.ts';
import { runCli } from './run-cli.ts';

const SEED = 7;

describe(`socavon demo (seed ${SEED})`, () => {
  it.runIf(IS_LONG)(
    'prints the volume, the truth, the error and where the report lies',
    async () => {
      const out = join(temporaryFolder(), 'demo');
      const args = ['demo', '--length', '28', '--speed', '4', '--seed', String(SEED), '--out', out];
      const ending = await runCli(...args);
      expect(ending.status).toBe(0);
      const [, value, plusMinus] = /volume +(\d+\.\d+) ± (\d+\.\d+) m³ \(95 %\)/
        .exec(ending.stdout)!
        .map(Number);
      const truth = Number(/truth +(\d+\.\d+) m³/.exec(ending.stdout)![1]);
      const [, error, percent] = /error +(-?\d+\.\d+) m³ \((-?\d+\.\d+) %\)/.exec(ending.stdout)!.map(Number);
      expect(error).toBeCloseTo(value - truth, 1);
      expect(percent).toBeCloseTo((100 * error) / truth, 2);
      expect(Math.abs(percent)).toBeLessThan(0.5);
      expect(Math.abs(error)).toBeLessThan(plusMinus);

      const report = fileURLToPath(/^Report: (file:.*)$/m.exec(ending.stdout)![1]);
      expect(pathToFileURL(report).href).toBe(pathToFileURL(join(out, 'report.html')).href);
      expect(readFileSync(report, 'utf8')).toContain('Volumen excavado');
      expect(readdirSync(out).sort()).toEqual([
      'capture', 'demo.socavon', 'map.las', 'map.ply', 'outlines.csv', 'profiles.csv', 'report.html', 'report.pdf',
      'trajectory.tum', 'volume.json',
    ]); // biome-ignore format: a list
      expect(readdirSync(join(out, 'capture')).filter((name) => name.endsWith('.part'))).toEqual([]);
    },
    1_800_000,
  );

  it('refuses a drive that is too short, and an out folder that cannot be', async () => {
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    const short = await refused(2, 'demo', '--length', '20', '--out', file);
    expect(short.message).toContain('It takes 28 to 2000 m.');
    expect(await refused(1, 'demo', '--out', join(file, 'out'))).toMatchObject({ code: 'file-unwritable' });
  });
});
