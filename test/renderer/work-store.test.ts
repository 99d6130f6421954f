import { renameSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import en from '../../src-renderer/locales/en.ts';
import { useCorrections } from '../../src-renderer/stores/corrections.ts';
import { useEpochs } from '../../src-renderer/stores/epochs.ts';
import { nameOfStep, useHistory } from '../../src-renderer/stores/history.ts';
import { useHost } from '../../src-renderer/stores/host.ts';
import { useMap } from '../../src-renderer/stores/map.ts';
import { useNotices } from '../../src-renderer/stores/notices.ts';
import { usePanels } from '../../src-renderer/stores/panels.ts';
import { useProject } from '../../src-renderer/stores/project.ts';
import { useReportParts } from '../../src-renderer/stores/report-parts.ts';
import { useSurveyQuestion } from '../../src-renderer/stores/survey-question.ts';
import { useWork } from '../../src-renderer/stores/work.ts';
import { changeStored } from '../fixtures/change-stored.ts';
import { twiceImported } from '../fixtures/twice-imported.ts';
import { twiceImportedWindow } from './twice-imported-window.ts';

const DESIGN = {
  name: 'Baúl 4.5',
  section: { shape: 'baul' as const, width: 4.5, height: 4, wallHeight: 2.5, axisHeight: 0 },
};
const BOX = { class: 'duct' as const, from: 4, to: 6, leftFrom: -1, leftTo: 1, upFrom: 0, upTo: 2 };

/** What a window shows of its question and its look. */
function shown() {
  const question = useSurveyQuestion();
  return JSON.parse(
    JSON.stringify({
      ...question.asked(useProject().session!.id),
      session: useProject().session!.id,
      panel: usePanels().current,
      colour: useMap().colour,
      report: useReportParts().chosen,
    }),
  );
}

describe('what the project keeps of a window', () => {
  let window: Awaited<ReturnType<typeof twiceImportedWindow>>;

  beforeEach(async () => {
    window = await twiceImportedWindow();
  });

  afterEach(() => window.close());

  /** The page reloaded: the same engine, new stores. */
  async function reload(): Promise<void> {
    await useWork().flush();
    await window.reload();
    await useProject().attach();
  }

  function changeEverything(): void {
    const question = useSurveyQuestion();
    question.askAxis({ reversed: true, start: 100 });
    question.chainage = { from: 102, to: 118 };
    question.design = DESIGN;
    question.interval = 0.25;
    question.rangeBias = 0.01;
    question.origin = '335100 8671200 3850 0 0 0 1';
    question.askMeasure({
      rounds: { by: 'length', start: 102, length: 3 },
      material: { density: 2.7, swell: 0.3 },
    });
    useCorrections().add(BOX);
    useReportParts().chosen.grade = true;
    useMap().colour = 'reflectivity';
    usePanels().go('sections');
  }

  it('is there after a reload, in another project and back, and for each session by itself', async () => {
    const first = useProject().info!.sessions[0].id;
    useProject().choose(first);
    changeEverything();
    const before = shown();
    expect(before).toMatchObject({
      session: first,
      panel: 'sections',
      colour: 'reflectivity',
      interval: 0.25,
    });
    await reload();
    expect(shown()).toEqual(before);

    // The second session takes what is not of one drive: another range, pose and corrections are its own.
    useProject().choose(first + 1);
    expect(shown()).toMatchObject({
      design: DESIGN,
      interval: 0.25,
      chainage: null,
      T_grid_first: null,
      measure: { corrections: null, rounds: null, axis: { reversed: true } },
      colour: 'height',
    });
    useSurveyQuestion().interval = 2;
    useProject().choose(first);
    expect(shown()).toEqual(before);

    const other = join(window.folder, 'other.socavon');
    await twiceImported(other);
    await useProject().open(other);
    expect(shown()).toMatchObject({
      design: null,
      interval: 0.5,
      colour: 'height',
      report: { grade: false },
    });
    await useProject().open(window.path);
    expect(shown()).toEqual(before);
    useProject().choose(first + 1);
    expect(useSurveyQuestion().interval).toBe(2);
    expect(useNotices().notices).toEqual([]);
  });

  it('does not keep a number that is being typed and does not fit, nor what is the default', async () => {
    const question = useSurveyQuestion();
    question.interval = 0;
    question.interval = Number.NaN;
    await useWork().flush();
    expect((await useHost().call('work.all', {})).fields).toEqual([]);
    question.interval = 0.25;
    await reload();
    expect(useSurveyQuestion().interval).toBe(0.25);
  });

  it('is undone and redone in the window, step by step, with the session that it was of', async () => {
    const [first, second] = useProject().info!.sessions.map(({ id }) => id);
    const [history, question, corrections] = [useHistory(), useSurveyQuestion(), useCorrections()];
    useProject().choose(first);
    const steps = [
      () => question.askMeasure({ material: { density: 2.7, swell: 0.3 } }),
      () => corrections.add(BOX),
      () => corrections.add({ ...BOX, class: 'rock' }),
      () => question.askAxis({ reversed: true }),
      () => {
        question.design = DESIGN;
      },
      () => {
        useProject().choose(second);
        question.interval = 0.25;
      },
    ];
    const states = [shown()];
    for (const step of steps) {
      step();
      await useWork().flush();
      states.push(shown());
    }
    for (const [i, name] of [
      'interval',
      'design',
      'axis',
      'corrections',
      'corrections',
      'material',
    ].entries()) {
      expect(history.undoName).toBe(name);
      await history.undo();
      useProject().choose(states[states.length - 2 - i].session);
      expect(shown()).toEqual(states[states.length - 2 - i]);
    }
    expect([history.canUndo, history.redoName]).toEqual([false, 'material']);
    while (history.canRedo) await history.redo();
    expect(useProject().session!.id).toBe(second);
    expect(shown()).toEqual(states.at(-1));
    await reload();
    expect(shown()).toEqual(states.at(-1));
    expect(useHistory().undoName).toBe('interval');
  });

  it('undoes a value that is not stored yet', async () => {
    useSurveyQuestion().interval = 0.25;
    await useHistory().undo();
    expect(useSurveyQuestion().interval).toBe(0.5);
  });

  it('says a heading again that was undone', async () => {
    const epochs = useEpochs();
    await epochs.refresh();
    const { sessionId, heading } = epochs.list[0];
    await epochs.describe(sessionId, { ...heading, working: 'Rampa 4200' });
    expect(useHistory().undoName).toBe('heading');
    await useHistory().undo();
    await vi.waitUntil(() => epochs.list[0].heading.working === null);
  });

  it('shows a change of another program window, and keeps its own', async () => {
    const { id } = useProject().session!;
    useSurveyQuestion().rangeBias = 0.01;
    const values = { interval: 0.25 };
    await useHost().call('work.set', {
      path: window.path,
      topic: 'question',
      sessionId: id,
      values,
      by: 'other',
    });
    await vi.waitUntil(() => useSurveyQuestion().interval === 0.25);
    expect(useSurveyQuestion().rangeBias).toBe(0.01);
  });

  it('holds in the window where the project cannot be written, with one notice, until it can', async () => {
    const locked = new Database(window.path);
    locked.exec('BEGIN IMMEDIATE');
    const question = useSurveyQuestion();
    question.interval = 0.25;
    await useWork().flush();
    question.rangeBias = 0.01;
    await useWork().flush();
    expect(useNotices().notices).toMatchObject([{ kind: 'warning', headline: 'history.notKept' }]);
    expect([question.interval, question.rangeBias]).toEqual([0.25, 0.01]);
    locked.exec('ROLLBACK');
    locked.close();
    await useWork().flush();
    expect(useNotices().notices).toEqual([]);
    await reload();
    expect([useSurveyQuestion().interval, useSurveyQuestion().rangeBias]).toEqual([0.25, 0.01]);
  }, 60_000);

  it('names the fields that cannot be read, and uses the others', async () => {
    useSurveyQuestion().interval = 0.25;
    useSurveyQuestion().rangeBias = 0.01;
    await useProject().close();
    changeStored(window.path, "UPDATE work_fields SET value = '-1' WHERE field = 'interval'");
    const moved = join(window.folder, 'moved.socavon');
    renameSync(window.path, moved);
    await useProject().open(moved);
    expect([useSurveyQuestion().interval, useSurveyQuestion().rangeBias]).toEqual([0.5, 0.01]);
    expect(useNotices().notices).toMatchObject([
      { headline: 'history.unreadable', detail: { message: 'question.interval' } },
    ]);
  });
});

describe('a step of the history', () => {
  it.each([
    ['question', ['measure.axis', 'chainage', 'measure.corrections'], 'axis'],
    ['question', ['measure.sections'], 'question'],
    ['control', ['loops'], 'loop'],
    ['heading', ['mine', 'level'], 'heading'],
    ['alignment', ['nudge'], 'nudge'],
    ['of a later version', ['x'], 'other'],
  ])('of %s, %j, is named %s', (topic, fields, name) => {
    expect(nameOfStep({ topic, fields, sessionId: 1, madeAt: '' })).toBe(name);
    expect(en.history.steps).toHaveProperty(name);
  });
});
