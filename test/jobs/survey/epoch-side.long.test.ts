import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JoinReply, JoinStartInput } from '../../../src-core/contract/join-requests.ts';
import { compose, exp, invert } from '../../../src-core/math/se3.ts';
import { SILENT_CONTEXT, type StageContext } from '../../../src-core/model/context.ts';
import type { Rigid } from '../../../src-core/model/rigid.ts';
import { NO_SURVEY_HEADING } from '../../../src-core/model/survey-heading.ts';
import { NOTHING_ASKED } from '../../../src-core/survey/refine.ts';
import { joinInOpenProject } from '../../../src-main/jobs/session/stored-join.ts';
import { epochPair } from '../../../src-main/jobs/survey/epoch-side.ts';
import { Project } from '../../../src-main/project/project.ts';
import { SESSIONS_SEED, twoSessionProject } from '../../fixtures/two-session-project.ts';

/** Where the control points of each session put its first scan in the mine grid. */
const T_GRID = [1, 2].map((id) => exp(Float64Array.of(0, 0, 0.1 * id, 350_000 + 7 * id, 8_600_000, 4200)));

describe(`what places two surveys that are compared (seed ${SESSIONS_SEED})`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'socavon-test-'));
  /** A copy of the project in which some sessions are adjusted to control, and the second is then joined to the first. */
  const joined = new Map<string, string>();
  beforeAll(async () => {
    const { path } = await twoSessionProject(folder, SESSIONS_SEED);
    let T_map1_map2: Rigid | null = null;
    for (const controlled of [[], [1], [1, 2]]) {
      const copy = join(folder, `joined-${controlled.join('')}.socavon`);
      copyFileSync(path, copy);
      joined.set(controlled.join(''), copy);
      const found: JoinReply = await withProject(copy, async (project) => {
        for (const id of controlled) adjustToControl(project, id);
        const start = startIn(T_map1_map2, controlled);
        return joinInOpenProject(project, { first: 1, second: 2, start, both: false }, SILENT_CONTEXT);
      });
      T_map1_map2 ??= {
        R: Float64Array.from(found.T_map1_map2.R),
        t: Float64Array.from(found.T_map1_map2.t),
      };
    }
  }, 600_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('is the join where no control places both, and the sides say so', async () => {
    const { pair, notes } = await paired(joined.get('')!);
    expect(pair.joinedBy).not.toBeNull();
    expect([pair.earlier.placedBy, pair.later.placedBy]).toEqual(['local', 'join']);
    expect(notes).toEqual([]);
    const first = await paired(joined.get('1')!);
    expect([first.pair.earlier.placedBy, first.pair.later.placedBy]).toEqual(['control', 'join']);
    expect(first.pair.later.grid).toBe('mine-grid');
  });

  it('is the control where both have it, whatever a join says, and a note tells that', async () => {
    const { pair, notes } = await paired(joined.get('12')!);
    expect(pair.joinedBy).toBeNull();
    expect([pair.earlier.placedBy, pair.later.placedBy]).toEqual(['control', 'control']);
    expect(notes).toEqual([expect.stringContaining('the join of the later to the earlier is not used')]);
    // The poses are those of the adjustment to control, not of the join.
    const [t] = pair.later.poses.map(({ T_map_sensor }) => T_map_sensor.t);
    for (let k = 0; k < 3; k++) expect(t[k]).toBeCloseTo(T_GRID[1].t[k], 6);
  });

  it('is the stated pose of the first scan of each, without join and control', async () => {
    const { path } = await twoSessionProject(mkdtempSync(join(folder, 'posed-')), SESSIONS_SEED);
    const { pair } = await paired(path, T_GRID);
    expect([pair.earlier.placedBy, pair.later.placedBy]).toEqual(['pose', 'pose']);
  });

  it('names each by its name and day, and by its project where both have one name', async () => {
    const { path } = await twoSessionProject(mkdtempSync(join(folder, 'named-')), SESSIONS_SEED);
    await withProject(path, async (project) => {
      project.sessions.rename(1, 'Frente 12');
      project.headings.set(1, { ...NO_SURVEY_HEADING, surveyDate: '2026-03-01' });
    });
    const { pair } = await paired(path, T_GRID);
    expect(pair.earlier.name).toBe('Frente 12, 2026-03-01');
    const april = join(folder, 'april.socavon');
    copyFileSync(path, april);
    await withProject(april, async (project) => {
      project.sessions.rename(1, 'Frente 11');
      project.sessions.rename(2, 'Frente 12');
      project.headings.set(2, { ...NO_SURVEY_HEADING, surveyDate: '2026-03-01' });
    });
    const two = await paired(path, T_GRID, april);
    expect([two.pair.earlier.name, two.pair.later.name]).toEqual([
      'Frente 12, 2026-03-01 (two)',
      'Frente 12, 2026-03-01 (april)',
    ]);
  });
});

/** Loads sessions 1 and 2, the second of another project if that is given. */
async function paired(path: string, posed: readonly Rigid[] = [], other = path) {
  const notes: string[] = [];
  const emit: StageContext['emit'] = (event) => {
    if (event.kind === 'note') notes.push(event.message);
  };
  const pair = await withProject(path, (project) =>
    withProject(other, (another) =>
      epochPair(
        {
          earlier: { project, sessionId: 1, T_grid_first: posed[0] ?? null },
          later: {
            project: other === path ? project : another,
            sessionId: 2,
            T_grid_first: posed[1] ?? null,
          },
        },
        { ...SILENT_CONTEXT, emit },
      ),
    ),
  );
  return { pair, notes };
}

/** Where the search of a join begins: where an earlier one found the second session, in the frames of now. */
function startIn(T_map1_map2: Rigid | null, controlled: readonly number[]): JoinStartInput {
  if (T_map1_map2 === null) return { kind: 'search' };
  const T_frame1_map2 = compose(T_GRID[0], T_map1_map2);
  const { R, t } = controlled.length === 1 ? T_frame1_map2 : compose(T_frame1_map2, invert(T_GRID[1]));
  return { kind: 'frame', T_map1_map2: { R: [...R], t: [...t] } };
}

/** Stores what an adjustment to control points would: the poses of the alignment, moved to the grid. */
function adjustToControl(project: Project, sessionId: number): void {
  const [run] = project.runs.of(sessionId);
  const T_grid_map = T_GRID[sessionId - 1];
  project.refinements.put(run.id, NOTHING_ASKED, {
    refined: true,
    frame: 'mine-grid',
    T_grid_map,
    poses: project.poses.of(run.id).map(({ scanIndex, T_map_sensor }) => ({
      scanIndex,
      T_map_sensor: compose(T_grid_map, T_map_sensor),
    })),
    graph: { anchors: [], loops: [], residuals: [], leftOut: [], chi2: 0, degreesOfFreedom: 0 },
    unseen: [],
  });
}

async function withProject<T>(path: string, work: (project: Project) => Promise<T>): Promise<T> {
  const project = Project.open(path);
  try {
    return await work(project);
  } finally {
    project.close();
  }
}
