import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { rigidFromMatrix4 } from '../../../src-core/math/se3.ts';
import { Project } from '../../../src-main/project/project.ts';
import { joinError } from '../../closing/joins/two-sessions.ts';
import { SESSIONS_SEED, twoSessionProject } from '../../fixtures/two-session-project.ts';
import { describe, IS_LONG, it } from '../../support/tier.ts';
import { refused } from './refused.ts';
import { lastJson } from './run-cli.ts';
import { runHere } from './run-here.ts';

const SEED = SESSIONS_SEED;

describe(`socavon join on two sessions of one working (seed ${SEED})`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'socavon-test-'));
  let fixture: Awaited<ReturnType<typeof twoSessionProject>>;
  beforeAll(async () => {
    fixture = await twoSessionProject(folder, SEED);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const askedFor = (session: number, to: number, ...more: string[]) => [
    'join',
    fixture.path,
    '--session',
    String(session),
    '--to',
    String(to),
    ...more,
  ];
  /** What the project keeps of both sessions' poses. */
  const poses = () => {
    const project = Project.open(fixture.path, { readonly: true });
    const storedPoses = [1, 2].map((id) => project.poses.of(project.runs.of(id)[0].id));
    project.close();
    return storedPoses;
  };

  it('finds where the second lies, keeps that, and changes no pose', async () => {
    const before = poses();
    const ending = await runHere(...askedFor(2, 1), '--json');
    expect(ending).toMatchObject({ status: 0 });
    const data = lastJson(ending) as {
      transform: number[];
      scans: number;
      firstMoved: boolean;
      places: { accepted: boolean; refusal: string; figures: { inlierShare: number } }[];
    };
    // The second session's own frame is its first sensor pose.
    const { metres, degrees } = joinError(fixture.first, fixture.second, 0, rigidFromMatrix4(data.transform));
    expect(metres).toBeLessThan(0.03);
    expect(degrees).toBeLessThan(0.1);
    expect(data).toMatchObject({ scans: before[1].length, firstMoved: false });
    expect(data.places.filter(({ accepted }) => accepted).length).toBeGreaterThanOrEqual(2);
    expect(poses()).toEqual(before);

    const info = lastJson(await runHere('info', fixture.path, '--json')) as { products: { kind: string }[] };
    expect(info.products).toMatchObject([{ kind: 'join', count: 1 }]);
    const again = await runHere(...askedFor(2, 1), '--json');
    expect(lastJson(again)).toEqual(data);
    expect(again.stdout).toBe(ending.stdout);
    expect(again.stderr).not.toMatch(/places/);
  });

  it.runIf(IS_LONG)('takes a rough place and heading, and prints for a person what holds it', async () => {
    const ending = await runHere(...askedFor(2, 1, '--start', '9.2,0.3,0.2,4'));
    expect(ending).toMatchObject({ status: 0 });
    expect(ending.stdout).toMatch(/^Session 2 lies in session 1: \d+ of \d+ places constrain it/);
    expect(ending.stdout).toMatch(/Session 1 was not changed\.\n$/);
  });

  it.each<[string, number, string, RegExp, string[]]>([
    ['a session with itself', 2, 'usage', /joined to itself/, ['1', '1']],
    ['a session that is not there', 2, 'usage', /no session 9; it has 1, 2, 3/, ['9', '1']],
    ['a session that is not aligned', 1, 'not-aligned', /session 3 are not all aligned/, ['3', '1']],
    ['both a pose and a chainage', 2, 'usage', /not both/, ['2', '1', '--start', '1,0,0,0', '--near', '4']],
    ['a start without a heading', 2, 'usage', /X,Y,Z,YAW/, ['2', '1', '--start', '1,0,0']],
    ['a chainage past the end', 1, 'chainage-range', /from chainage 0 to/, ['2', '1', '--near', '0+400']],
    [
      'a place where they do not meet',
      1,
      'not-determined',
      /cannot be joined/,
      ['2', '1', '--start', '90,0,0,0'],
    ],
  ])('refuses %s', async (_, status, code, sentence, [session, to, ...more]) => {
    const refusal = await refused(status, ...askedFor(Number(session), Number(to), ...more));
    expect(refusal.code).toBe(code);
    expect(refusal.message).toMatch(sentence);
  });
});
