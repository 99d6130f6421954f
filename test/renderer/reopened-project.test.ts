import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect } from 'vitest';
import { useMap } from '../../src-renderer/stores/map.ts';
import { useNotices } from '../../src-renderer/stores/notices.ts';
import { useProject } from '../../src-renderer/stores/project.ts';
import { surveyedDrive } from '../fixtures/surveyed-drive.ts';
import { IS_LONG, it } from '../support/tier.ts';
import { type OwnWindow, ownWindow } from './own-window.ts';

describe('a project that is opened while another is', () => {
  let window: OwnWindow;
  let path: string;
  let other: string;

  beforeEach(async () => {
    window = await ownWindow();
    path = join(window.folder, 'drive.socavon');
    other = join(window.folder, 'other.socavon');
    for (const copy of [path, other]) copyFileSync((await surveyedDrive()).project, copy);
    await useProject().attach();
    await useProject().open(path);
  });

  afterEach(async () => {
    await window.close();
    expect(window.logged).toEqual([]);
  });

  it.runIf(IS_LONG)('has a map of its own, also when it is the same one', async () => {
    const [map, project] = [useMap(), useProject()];
    for (const next of [path, other, path]) {
      await map.open(project.session!.id);
      const { key } = map.map!;
      const before = project.info!.opening;
      await project.open(next);
      expect(project.info!.opening).not.toBe(before);
      // Levels of a closed project cannot be read any more.
      expect(map.map).toBeNull();
      await map.open(project.session!.id);
      expect(map.map!.nodes.length).toBeGreaterThan(0);
      expect(typeof key).toBe('string');
    }
  });

  it('hears nothing of what was asked of the closed one, but of what is asked of itself', async () => {
    const [map, project, notices] = [useMap(), useProject(), useNotices()];
    const { id } = await project.session!;
    await project.duplicate(id);
    // The copy has number 2, which the other project has not.
    const guarded = notices.guard(async () => {
      await project.open(other);
      await map.open(2);
    });
    await guarded;
    expect(notices.notices).toEqual([]);
    await notices.guard(() => map.open(2));
    expect(notices.notices).toMatchObject([{ kind: 'error' }]);
    expect(notices.notices[0].detail?.message).toContain('no session 2');
  });

  it('does not leave the window waiting for the map of the closed one', async () => {
    const [map, project] = [useMap(), useProject()];
    const opening = map.open(project.session!.id).catch(() => null);
    await project.open(other).catch(() => null);
    await opening;
    if (project.info!.path === other) expect(map.map).toBeNull();
    expect(map.building).toBe(false);
  });
});
