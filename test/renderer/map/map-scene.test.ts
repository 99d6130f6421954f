import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { effectScope } from 'vue';
import { useMapScene } from '../../../src-renderer/features/map/use-map-scene.ts';
import { useMap } from '../../../src-renderer/stores/map.ts';
import { useProject } from '../../../src-renderer/stores/project.ts';
import { useWork } from '../../../src-renderer/stores/work.ts';
import { surveyedDrive } from '../../fixtures/surveyed-drive.ts';
import { ownWindow } from '../own-window.ts';

it('the map is at the chainage that was kept before its viewer is open, also when it is shown again', async () => {
  const window = await ownWindow();
  onTestFinished(() => window.close());
  const path = join(window.folder, 'drive.socavon');
  copyFileSync((await surveyedDrive()).project, path);
  await useProject().attach();
  await useProject().open(path);
  await useMap().open(useProject().session!.id);
  const panel = effectScope();
  const scene = panel.run(useMapScene)!;
  const { start } = scene.axis.value!;
  expect(scene.chainage.value).toBe(start);
  scene.moveTo(start + 4);
  panel.stop();
  expect(effectScope().run(useMapScene)!.chainage.value).toBe(start + 4);

  await useWork().flush();
  await window.reload();
  await useProject().attach();
  expect(useMap().map).toBeNull();
  const again = effectScope().run(useMapScene)!;
  await useMap().open(useProject().session!.id);
  expect(again.chainage.value).toBe(start + 4);
  expect(window.logged).toEqual([]);
});
