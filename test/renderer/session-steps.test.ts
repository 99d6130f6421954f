import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import en from '../../src-renderer/locales/en.ts';
import es from '../../src-renderer/locales/es.ts';
import { useCorrections } from '../../src-renderer/stores/corrections.ts';
import { useHistory } from '../../src-renderer/stores/history.ts';
import { useNotices } from '../../src-renderer/stores/notices.ts';
import { useProject } from '../../src-renderer/stores/project.ts';
import { useSurveyQuestion } from '../../src-renderer/stores/survey-question.ts';
import { useWork } from '../../src-renderer/stores/work.ts';
import { twiceImportedWindow } from './twice-imported-window.ts';

const BOX = { class: 'duct' as const, from: 4, to: 6, leftFrom: -1, leftTo: 1, upFrom: 0, upTo: 2 };

const ids = (): number[] => useProject().info!.sessions.map(({ id }) => id);
const shown = (): number => useProject().session!.id;

/** Tooltips are there in both languages. */
function expectNamed(name: string): void {
  expect(useHistory().undoName).toBe(name);
  for (const { history } of [en, es]) expect(history.steps).toHaveProperty(name);
}

describe('whole sessions in the history of a window', () => {
  let window: Awaited<ReturnType<typeof twiceImportedWindow>>;
  let first: number;
  let second: number;

  beforeEach(async () => {
    window = await twiceImportedWindow();
    [first, second] = ids();
    useProject().choose(first);
  });

  afterEach(() => window.close());

  it('are renamed, duplicated, removed and restored by steps with names, undone and redone in order', async () => {
    const [project, history] = [useProject(), useHistory()];
    await project.rename(first, 'Nivel 4210');
    expectNamed('renamed');
    await project.duplicate(first);
    expectNamed('duplicated');
    const copy = shown();
    expect([first, second]).not.toContain(copy);
    await project.setRemoved(second, true);
    expectNamed('removed');
    await project.setRemoved(second, false);
    expectNamed('restored');

    await history.undo();
    expect(ids()).toEqual([first, copy]);
    await history.undo();
    expect([ids(), shown()]).toEqual([[first, second, copy], second]);
    await history.undo();
    expect(ids()).toEqual([first, second]);
    await history.undo();
    expect(project.info!.sessions[0].name).toBeNull();
    expect([history.canUndo, history.redoName]).toEqual([false, 'renamed']);
    while (history.canRedo) await history.redo();
    expect([ids(), shown()]).toEqual([[first, second, copy], second]);
    expect(project.info!.sessions[0].name).toBe('Nivel 4210');
    expect(useNotices().notices).toEqual([]);
  });

  it('are duplicated with what was set a moment ago, and the window shows it at once', async () => {
    const [question, corrections] = [useSurveyQuestion(), useCorrections()];
    question.chainage = { from: 2, to: 9 };
    question.rangeBias = 0.01;
    corrections.add(BOX);
    const before = JSON.stringify(question.asked(first));
    await useProject().duplicate(first);
    expect(shown()).not.toBe(first);
    expect(JSON.stringify(question.asked(first))).toBe(before);
    question.chainage = { from: 3, to: 9 };
    useProject().choose(first);
    expect(question.chainage).toEqual({ from: 2, to: 9 });
  });

  it('are removed after what was set a moment ago, which comes back with them', async () => {
    useSurveyQuestion().interval = 0.25;
    await useProject().setRemoved(first, true);
    expect(shown()).toBe(second);
    expect(useNotices().notices).toEqual([]);
    await window.reload();
    await useProject().attach();
    expect(useHistory().undoName).toBe('removed');
    await useHistory().undo();
    expect(shown()).toBe(first);
    await useWork().flush();
    expect(useSurveyQuestion().interval).toBe(0.25);
    await useHistory().undo();
    expect(useSurveyQuestion().interval).toBe(0.5);
  });

  it('come back by the notice as by Ctrl+Z, or by a step of their own where others followed', async () => {
    const [project, history] = [useProject(), useHistory()];
    await project.setRemoved(second, true);
    await history.undoRemoval(second);
    expect([ids(), history.undoName, history.redoName]).toEqual([[first, second], null, 'removed']);
    await history.redo();
    expect(ids()).toEqual([first]);
    // Not stored yet, and yet a step after the removal.
    useSurveyQuestion().interval = 0.25;
    await history.undoRemoval(second);
    expect([ids(), history.undoName, history.redoName]).toEqual([[first, second], 'restored', null]);
    expect(useSurveyQuestion().interval).toBe(0.25);
    // Pressed again, or after Ctrl+Z: it is there already.
    await history.undoRemoval(second);
    expect(history.undoName).toBe('restored');
  });

  it('leave no step when their space is freed', async () => {
    const [project, history] = [useProject(), useHistory()];
    useSurveyQuestion().interval = 0.25;
    await project.rename(second, 'Labor');
    await project.setRemoved(second, true);
    await project.freeSpace();
    expect(history.undoName).toBe('interval');
    await history.undo();
    expect([ids(), history.canUndo]).toEqual([[first], false]);
    expect(useNotices().notices).toEqual([]);
  });
});
