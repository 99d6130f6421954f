import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import type { EpochComparison } from '../../../src-core/model/epoch.ts';
import { NO_SURVEY_HEADING } from '../../../src-core/model/survey-heading.ts';
import { Project } from '../../../src-main/project/project.ts';
import { EPOCHS, EPOCHS_SEED, twoEpochProject } from '../../fixtures/two-epoch-project.ts';
import { imageOf } from '../../io/export/tiff.ts';
import { describe, IS_LONG, it } from '../../support/tier.ts';
import { refused } from './refused.ts';
import { lastJson } from './run-cli.ts';
import { runHere } from './run-here.ts';

const SEED = EPOCHS_SEED;

describe(`socavon compare on two surveys of one working (seed ${SEED})`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'socavon-test-'));
  let fixture: Awaited<ReturnType<typeof twoEpochProject>>;
  beforeAll(async () => {
    fixture = await twoEpochProject(folder, SEED);
  }, 1_800_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const both = ['--from', '1', '--to', '2'];
  const axis = () => ['--axis', fixture.axis];
  const placed = () => ['--from-pose', fixture.earlierPose, '--to-pose', fixture.laterPose];

  it('tells the period volume and the advance within their ±, in one project and in two, and keeps them', async () => {
    const start = ['--start', String(EPOCHS.from), '--round-length', '20.6:1.7', '--density', '2.7'];
    const ending = await runHere(
      'compare',
      fixture.path,
      ...both,
      ...placed(),
      ...axis(),
      ...start,
      '--json',
    );
    expect(ending.stderr).not.toContain('error');
    expect(ending).toMatchObject({ status: 0 });
    const result = lastJson(ending) as unknown as EpochComparison & { tonnage: { tonnes: number } };
    const { volume, advance, rounds, common } = result;
    expect(Math.abs(volume.value - fixture.truth.periodVolume)).toBeLessThan(volume.plusMinus);
    expect(Math.abs(volume.value / fixture.truth.periodVolume - 1)).toBeLessThan(0.015);
    expect(Math.abs(advance!.value - fixture.truth.advance)).toBeLessThan(0.03);
    expect(common.from).toBeCloseTo(EPOCHS.from, 9);
    expect([result.earlier.placedBy, result.later.placedBy]).toEqual(['pose', 'pose']);
    expect(result.tonnage.tonnes).toBeCloseTo(2.7 * volume.value, 6);
    expect(rounds.length).toBeGreaterThan(0);

    const project = Project.open(fixture.path, { readonly: true });
    const stored = project.products.latest('comparison', 2)!;
    project.close();
    const product = JSON.parse(new TextDecoder().decode(stored.payload)) as { comparison: EpochComparison };
    expect(product.comparison.volume).toEqual(volume);

    const named = join(folder, 'rounds.csv');
    writeFileSync(named, 'disparo;desde;hasta\nD-118;20.6;22.3\n');
    const other = join(folder, 'april.socavon');
    copyFileSync(fixture.path, other);
    const again = ['--start', String(EPOCHS.from), '--rounds', named];
    const two = await runHere(
      'compare',
      fixture.path,
      other,
      ...both,
      ...placed(),
      ...axis(),
      ...again,
      '--json',
    );
    const same = lastJson(two) as unknown as EpochComparison;
    expect(same.volume).toEqual(volume);
    expect(same.rounds).toEqual([{ ...rounds[0], name: 'D-118' }]);
  }, 1_800_000);

  it.each([
    ['two grids of their own', both, 'epochs-incompatible', /grids of their own/],
    ['one survey twice', ['--from', '2', '--to', '2'], 'usage', /compared with itself/],
    ['a session that is not there', ['--from', '1', '--to', '7'], 'usage', /no session 7; it has 1, 2/],
    ['no session named', [], 'usage', /Say with --from which session/],
    ['no density', [...both, '--density', '0'], 'density-unusable', /density of 0/],
    ['a swell alone', [...both, '--swell', '0.4'], 'usage', /give --density too/],
    ['a single bound of rounds', [...both, '--rounds', '20.6'], 'rounds-unusable', /bounds no round/],
  ])('refuses %s', async (_, more, code, sentence) => {
    const refusal = await refused(1, 'compare', fixture.path, ...more).catch(() =>
      refused(2, 'compare', fixture.path, ...more),
    );
    expect(refusal).toMatchObject({ code, message: expect.stringMatching(sentence) });
  });

  it.runIf(IS_LONG)(
    'tells them where the later is joined to the earlier one, in a grid of their own',
    async () => {
      const joined = join(folder, 'joined.socavon');
      copyFileSync(fixture.path, joined);
      const near = ['--session', '2', '--to', '1', '--near', '1'];
      expect(await runHere('join', joined, ...near)).toMatchObject({ status: 0 });
      const ending = await runHere('compare', joined, ...both, '--json');
      expect(ending).toMatchObject({ status: 0 });
      const { volume, advance } = lastJson(ending) as unknown as EpochComparison;
      expect(Math.abs(advance!.value - fixture.truth.advance)).toBeLessThan(0.05);
      expect(Math.abs(volume.value / fixture.truth.periodVolume - 1)).toBeLessThan(0.05);
      expect(Math.abs(volume.value - fixture.truth.periodVolume)).toBeLessThan(2 * volume.plusMinus);

      const described = Project.open(joined);
      described.headings.set(1, {
        ...NO_SURVEY_HEADING,
        surveyDate: '2026-04-30',
        mine: 'San Rafael',
        surveyor: 'Q. Mamani',
      });
      described.close();
      const flags = ['--session', '2', '--earlier', '1', '--format', 'html', '--language', 'en'];
      const out = join(folder, 'joined');
      const reported = await runHere('report', joined, ...flags, '--out', out, '--json');
      expect(reported).toMatchObject({ status: 0 });
      expect(lastJson(reported).comparison).toMatchObject({ volume, advance });
      const html = readFileSync(join(out, 'report.html'), 'utf8');
      expect(html).toContain(volume.value.toFixed(2));
      expect(html).toContain('Since the previous survey');
      // What holds on is taken over from the survey before, and said to be; its day is not.
      expect(html).toContain('San Rafael');
      expect(html).toContain('Q. Mamani');
      expect(lastJson(reported).headingTakenFrom).toBe(1);
      expect(reported.stderr).toContain('taken over from session 1: mine, surveyor;');
      const after = Project.open(joined, { readonly: true });
      expect(after.headings.takenFrom(2)).toBe(1);
      expect(after.headings.get(2).surveyDate).toBeNull();
      after.close();
    },
    1_800_000,
  );

  it.runIf(IS_LONG)(
    'says of an axis that runs away from the face that it does, and what to do, and gives no advance',
    async () => {
      const more = [...placed(), ...axis(), '--chainage-reversed', '--json'];
      const ending = await runHere('compare', fixture.path, ...both, ...more);
      expect(ending).toMatchObject({ status: 0 });
      const { advance, newLength, warnings } = lastJson(ending) as unknown as EpochComparison;
      expect([advance, newLength]).toEqual([null, null]);
      expect(warnings.map(({ code }) => code)).toEqual(['face-unseen', 'face-unseen']);
      for (const { message } of warnings)
        expect(message).toMatch(/axis runs away from the face.* Count the chainage from the other end/);
    },
    1_800_000,
  );

  it.runIf(IS_LONG)(
    'lays out flat how the wall moved since an earlier survey that is placed by its pose',
    async () => {
      const out = join(folder, 'flat');
      const changes = ['--session', '2', '--earlier', '1', '--chainage', `${EPOCHS.from}:18`, ...axis()];
      const poses = ['--origin-pose', fixture.laterPose, '--earlier-pose', fixture.earlierPose];
      const ending = await runHere('unroll', fixture.path, ...changes, ...poses, '--out', out, '--json');
      expect(ending).toMatchObject({ status: 0 });
      const { layers } = lastJson(ending) as { layers: string[] };
      expect(layers).toContain('convergence');
      const moved = new Float32Array(imageOf(readFileSync(join(out, 'unrolled-convergence.tif'))).buffer);
      const seen = moved.filter((value) => !Number.isNaN(value));
      // The rock is the same: what is told as moved is nothing but the few cells that the test of significance lets pass.
      expect(seen.length).toBeGreaterThan(0.3 * moved.length);
      expect(seen.filter((value) => value !== 0).length).toBeLessThan(0.1 * seen.length);
    },
    1_800_000,
  );

  it('refuses a survey in the mine grid beside one in a grid of its own', async () => {
    const refusal = await refused(1, 'compare', fixture.path, ...both, '--from-pose', fixture.earlierPose);
    expect(refusal).toMatchObject({
      code: 'epochs-incompatible',
      message: expect.stringContaining('mine grid'),
    });
  });
});
