import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { papersDocument } from '../../bench/papers/document.ts';
import { EXPERIMENTS } from '../../bench/papers/experiments.ts';
import { PAPER_RECORDS, recordOf } from '../../bench/papers/records.ts';
import { LENGTHS, type LengthsValues, type Outcome } from '../../bench/papers/zabatani-lengths.ts';
import { type ConvergenceValues, TOLERANCES } from '../../bench/papers/zabatani-protocol.ts';
import { mean } from '../../src-core/math/statistics.ts';
import { METHOD_IDS } from '../../src-core/model/registration-ids.ts';
import { REGISTRATION_DEFAULTS } from '../../src-lab/problem/method.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const stored = PAPER_RECORDS.parse(
  readFileSync(join(ROOT, 'bench/results/papers.json'), 'utf8'),
  'papers.json',
);
const global = readFileSync(join(ROOT, 'bench/results/global.md'), 'utf8');

describe('docs/papers.md', () => {
  it('is what bench/results/papers.json says', () => {
    const { text, figures } = papersDocument(stored, EXPERIMENTS, global);
    expect(readFileSync(join(ROOT, 'docs/papers.md'), 'utf8')).toBe(text);
    for (const { name, svg } of figures)
      expect(readFileSync(join(ROOT, `docs/images/${name}.svg`), 'utf8')).toBe(svg);
  });

  it('has a picture for each figure of the thesis that has measurements', () => {
    const { figures } = papersDocument(stored, EXPERIMENTS, global);
    for (const number of ['1.2', '4.4', '4.5', '4.6', '4.7'])
      expect(
        figures.filter(({ caption }) => caption.startsWith(`Figure ${number} of the thesis`)),
      ).toHaveLength(1);
  });

  it('prints no time below zero', () => {
    const { text } = papersDocument(stored, EXPERIMENTS, global);
    expect(text).not.toMatch(/\| -\d[\d.]* \| *(better|slower|match)/);
  });

  it('links the reference of each method, which is there', () => {
    const { text } = papersDocument(stored, EXPERIMENTS, global);
    const links = [...text.matchAll(/\(\.\.\/(src-lab\/[\w/-]+\.ts)\)/g)].map(([, path]) => path);
    expect(links).toHaveLength(METHOD_IDS.length);
    for (const path of links) expect(existsSync(join(ROOT, path)), path).toBe(true);
  });

  it('says of the order in table 1 what the kept iterations bear out', () => {
    const values = recordOf(stored, 'zabatani-convergence', 'cpu')?.values as ConvergenceValues;
    const count = (name: string, tolerance: number): number =>
      values.rows
        .filter((row) => row.name === name)
        .flatMap(({ iterations }) => iterations.map((own) => own[tolerance]))
        .reduce((sum, own) => sum + own, 0);
    const [plane, point, exact, approximate] = ['GRICPPL', 'GRICPPT', 'CCICP', 'GCAICP'].map((name) =>
      count(name, TOLERANCES.length - 1),
    );
    expect(plane).toBeLessThan(point);
    expect(point).toBeLessThan(0.8 * exact);
    expect(exact).toBeLessThan(approximate);
  });

  it('says of GRICPPT with longer steps what the kept rows bear out: half the iterations, and the same error', () => {
    const values = recordOf(stored, 'zabatani-lengths', 'cpu')?.values as LengthsValues;
    const { exact } = values;
    const last = TOLERANCES.length - 1;
    const parts = (k: number, of: (outcome: Outcome) => number): number[] =>
      exact.map(({ icp, byLength }) => of(byLength[k]) / of(icp));
    const iterations = (longest: number): number[] =>
      parts(LENGTHS.indexOf(longest), (outcome) => outcome.iterations[last]);
    expect(Math.min(...iterations(1))).toBeGreaterThan(0.97);
    expect(mean(iterations(2))).toBeLessThan(0.6);
    const ours = REGISTRATION_DEFAULTS.armijoLongest;
    expect(Math.max(...iterations(ours))).toBeLessThan(0.55);
    expect(mean(iterations(ours))).toBeLessThan(0.4);
    expect(mean(parts(LENGTHS.indexOf(ours), ({ epsilon }) => epsilon))).toBeLessThan(1.01);
  });
});
