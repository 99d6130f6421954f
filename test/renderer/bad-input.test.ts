import { copyFileSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect } from 'vitest';
import { SESSION_NAME_MOST } from '../../src-core/model/session-name.ts';
import { useHost } from '../../src-renderer/stores/host.ts';
import { useNotices } from '../../src-renderer/stores/notices.ts';
import { useProject } from '../../src-renderer/stores/project.ts';
import { useSurveyQuestion } from '../../src-renderer/stores/survey-question.ts';
import { useWork } from '../../src-renderer/stores/work.ts';
import { canMount, mountSmallDisk } from '../fixtures/special-disks.ts';
import { IS_LONG, it } from '../support/tier.ts';
import { twiceImportedWindow } from './twice-imported-window.ts';

type Window = Awaited<ReturnType<typeof twiceImportedWindow>>;

/** What a window shows of its project and its question. */
function shown() {
  const { info, session } = useProject();
  const { interval, rangeBias, chainage } = useSurveyQuestion();
  const titles = info!.sessions.map(({ id, title }) => [id, title]);
  return JSON.parse(JSON.stringify({ titles, session: session!.id, interval, rangeBias, chainage }));
}

describe('a project whose disk is taken out while it is open', () => {
  let window: Window;
  let stick: string;
  let away: string;
  let path: string;

  beforeEach(async () => {
    window = await twiceImportedWindow();
    [stick, away] = ['stick', 'away'].map((name) => join(window.folder, name));
    mkdirSync(stick);
    path = join(stick, 'labor.socavon');
    copyFileSync(window.path, path);
    await useProject().open(path);
    useSurveyQuestion().interval = 0.25;
    await useWork().flush();
  });

  afterEach(() => window.close());

  it('shows the same, says so once, and stores everything when it is back', async () => {
    const [project, notices, question] = [useProject(), useNotices(), useSurveyQuestion()];
    renameSync(stick, away);
    question.rangeBias = 0.01;
    await useWork().flush();
    question.chainage = { from: 2, to: 9 };
    await useWork().flush();
    const before = shown();
    expect(before).toMatchObject({ interval: 0.25, rangeBias: 0.01, chainage: { from: 2, to: 9 } });
    expect(notices.notices).toMatchObject([{ kind: 'warning', headline: 'history.notKept' }]);
    expect(notices.notices[0].detail?.message).toContain(`${path} is not there any more`);

    // What cannot hold in the window alone is refused with the same sentence.
    const { id } = project.session!;
    for (const refused of [
      () => project.rename(id, 'Nivel 4210'),
      () => project.duplicate(id),
      () => project.setRemoved(id, true),
    ])
      await expect(refused()).rejects.toMatchObject({
        code: 'file-unwritable',
        message: expect.stringContaining('is not there any more'),
      });
    expect(shown()).toEqual(before);

    renameSync(away, stick);
    await useWork().flush();
    expect(notices.notices).toEqual([]);
    await project.rename(id, 'Nivel 4210');
    await window.reload();
    await useProject().attach();
    expect(shown()).toMatchObject({ interval: 0.25, rangeBias: 0.01, chainage: { from: 2, to: 9 } });
  });

  it('can be closed where it never comes back, and another one opened', async () => {
    rmSync(stick, { recursive: true });
    useSurveyQuestion().rangeBias = 0.01;
    await useWork().flush();
    expect(useNotices().notices).toMatchObject([{ headline: 'history.notKept' }]);
    await useProject().open(window.path);
    expect(shown()).toMatchObject({ interval: 0.5, rangeBias: null });
    await expect(useProject().open(path)).rejects.toMatchObject({
      code: 'file-missing',
      message: expect.stringContaining(path),
    });
    expect(useProject().info!.path).toBe(window.path);
  });
});

describe('a project that is too much or cannot be written', () => {
  let window: Window;

  beforeEach(async () => {
    window = await twiceImportedWindow();
  });

  afterEach(() => window.close());

  it.skipIf(!canMount())('on a read-only disk is refused in one sentence; the open one stays', async () => {
    const disk = mountSmallDisk(64 << 20, window.folder)!;
    try {
      const locked = join(disk.path, 'labor.socavon');
      copyFileSync(window.path, locked);
      disk.makeReadOnly();
      const before = shown();
      await useNotices().guard(() => useProject().open(locked));
      expect(useNotices().notices).toHaveLength(1);
      expect(useNotices().notices[0].detail?.message).toContain('copy the project to a folder');
      expect([shown(), useProject().info!.path]).toEqual([before, window.path]);
      useSurveyQuestion().interval = 0.25;
      await useWork().flush();
      await window.reload();
      await useProject().attach();
      expect(useSurveyQuestion().interval).toBe(0.25);
    } finally {
      disk.unmount();
    }
  });

  it('with forty sessions of long names, each with its own work, is the same after a reload', async () => {
    const [project, question] = [useProject(), useSurveyQuestion()];
    const { id } = project.info!.sessions[0];
    await project.rename(id, 'Galería Ñuñoa–Ánimas 4210 '.padEnd(SESSION_NAME_MOST, 'ú'));
    for (let i = 3; i <= 40; i++) {
      await project.duplicate(id);
      question.chainage = { from: i, to: i + 10 };
    }
    await useWork().flush();
    const before = shown();
    expect(before.titles).toHaveLength(40);
    await window.reload();
    await useProject().attach();
    expect(shown()).toEqual(before);
    for (const [i, { id: copy }] of [...useProject().info!.sessions.entries()].slice(2)) {
      useProject().choose(copy);
      expect(useSurveyQuestion().chainage).toEqual({ from: i + 1, to: i + 11 });
    }
    expect(useNotices().notices).toEqual([]);
  });

  it.runIf(IS_LONG)('with 10,000 notes takes one away and back by undo', async () => {
    const { id: sessionId } = useProject().session!;
    const notes = Array.from({ length: 10_000 }, (_, i) => ({
      id: String(i),
      point: [i, 0, 0] as [number, number, number],
      text: `Nota ${i}: perno con óxido en la señal Ñ`,
    }));
    const call = useHost().call;
    await call('map.setNotes', { sessionId, notes });
    for (let i = 1; i <= 12; i++) await call('map.setNotes', { sessionId, notes: notes.slice(i) });
    await call('history.undo', {});
    expect(await call('map.notes', { sessionId })).toEqual(notes.slice(11));
  });
});
