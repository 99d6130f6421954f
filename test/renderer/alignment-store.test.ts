import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, vi } from 'vitest';
import { SILENT_CONTEXT } from '../../src-core/model/context.ts';
import { gpuOffer } from '../../src-main/device/gpu-offer.ts';
import { importFiles } from '../../src-main/project/import-files.ts';
import { Project } from '../../src-main/project/project.ts';
import { useAlignment } from '../../src-renderer/stores/alignment.ts';
import { useAlignmentEngine } from '../../src-renderer/stores/alignment-engine.ts';
import { useHistory } from '../../src-renderer/stores/history.ts';
import { useHost } from '../../src-renderer/stores/host.ts';
import { useJobs } from '../../src-renderer/stores/jobs.ts';
import type { Changes } from '../../src-renderer/stores/live-map.ts';
import { useProject } from '../../src-renderer/stores/project.ts';
import { simulatedDrive } from '../fixtures/surveyed-drive.ts';
import { IS_LONG, it } from '../support/tier.ts';
import { type OwnWindow, ownWindow } from './own-window.ts';

/** A short drive, imported and not aligned. */
async function importedProject(path: string): Promise<void> {
  const project = Project.open(path, { create: true });
  await importFiles(project, [join(await simulatedDrive('legacy16'), 'capture.pcap')], {}, SILENT_CONTEXT);
  project.close();
}

describe('the alignment as the window drives it', () => {
  let window: OwnWindow;
  let drawn: Map<string, number>;

  /** Points of each batch that is drawn. */
  const draw = (changes: Changes): void => {
    for (const [id, points] of changes) {
      if (points === null) drawn.delete(id);
      else drawn.set(id, points.xyz.length / 3);
    }
  };

  beforeEach(async () => {
    window = await ownWindow();
    drawn = new Map();
    const path = join(window.folder, 'drive.socavon');
    await importedProject(path);
    await useProject().attach();
    await useProject().open(path);
    const alignment = useAlignment();
    await alignment.open(useProject().session!.id);
    alignment.showIn(draw, 3_000_000);
  });

  afterEach(async () => {
    await window.close();
    expect(window.logged).toEqual([]);
  });

  it('steps on and back with a pose and points for each scan', async () => {
    const alignment = useAlignment();
    for (let i = 0; i < 4; i++) await alignment.step();
    // The first two are placed together.
    const count = alignment.state!.next;
    expect([...alignment.track.scanIndex]).toEqual(Array.from({ length: count }, (_, scan) => scan));
    expect(drawn.get('scans-0')).toBeGreaterThan(1000 * count);
    expect(alignment.latest).not.toBeNull();

    await alignment.stepBack();
    expect(alignment.state!.next).toBe(count - 1);
    expect(alignment.track.count).toBe(count - 1);
    expect(alignment.selected).toBe(count - 2);
  });

  it('plays until it is paused, then leaves a scan out and finds the same poses after undo and redo', async () => {
    const alignment = useAlignment();
    const playing = alignment.play();
    await vi.waitUntil(() => (alignment.state?.next ?? 0) > 6, { timeout: 300_000 });
    expect(useJobs().shown.map(({ label }) => label)).toEqual(['alignment.running']);
    alignment.pause();
    await playing;
    expect(alignment.playing).toBe(false);
    expect(useJobs().shown).toEqual([]);

    await alignment.edit({ kind: 'reject', scan: 5 });
    expect([...alignment.rejected]).toEqual([5]);
    expect([...alignment.track.scanIndex]).toEqual([0, 1, 2, 3, 4]);
    while (alignment.state!.next < 8) await alignment.step();
    expect(alignment.track.placeOf(5)).toBe(-1);
    const without = [...alignment.track.T_map_sensor];

    await useHistory().undo();
    await vi.waitUntil(() => alignment.state!.edits.length === 0 && !alignment.busy);
    expect(alignment.state!.canRedo).toBe(true);
    while (alignment.state!.next < 8) await alignment.step();
    expect(alignment.track.placeOf(5)).toBe(5);

    await useHistory().redo();
    await vi.waitUntil(() => alignment.rejected.has(5) && !alignment.busy);
    while (alignment.state!.next < 8) await alignment.step();
    expect([...alignment.track.T_map_sensor]).toEqual(without);
  });

  it.runIf(IS_LONG)('goes on with the engine that is chosen, and says what the machine has', async () => {
    const alignment = useAlignment();
    const engine = useAlignmentEngine();
    await alignment.step();
    const { next } = alignment.state!;
    await alignment.changeEngine('cpu');
    expect([engine.wanted, alignment.state!.engine, alignment.state!.next]).toEqual([
      'cpu',
      { kind: 'cpu' },
      next,
    ]);
    await engine.look();
    expect(engine.gpu).toEqual(await gpuOffer());
    if (engine.gpu!.adapter === null) {
      await expect(alignment.changeEngine('gpu')).rejects.toMatchObject({ code: 'engine-unavailable' });
      expect([engine.wanted, alignment.busy, alignment.state!.next]).toEqual(['cpu', false, next]);
    }
    await alignment.step();
    expect(alignment.state!.next).toBe(next + 1);
  });

  it('stops at once when it is cancelled, keeps what was placed, and goes on', async () => {
    const alignment = useAlignment();
    const playing = alignment.play().catch((error) => expect(error.code).toBe('cancelled'));
    await vi.waitUntil(() => (alignment.state?.next ?? 0) > 3, { timeout: 300_000 });
    alignment.cancel();
    await playing;
    const { next } = alignment.state!;
    expect(alignment.track.count).toBe(next);
    await alignment.step();
    expect(alignment.state!.next).toBe(next + 1);
  });

  it.runIf(IS_LONG)('begins anew in another project, whose session has the same number', async () => {
    const alignment = useAlignment();
    await alignment.step();
    const other = join(window.folder, 'other.socavon');
    await importedProject(other);
    const { id } = useProject().session!;
    await useProject().open(other);
    expect(useProject().session!.id).toBe(id);
    expect([alignment.state, alignment.track.count, drawn.size]).toEqual([null, 0, 0]);
    await alignment.open(id);
    expect(alignment.state!.next).toBe(0);
    await alignment.step();
    expect(drawn.get('scans-0')).toBeGreaterThan(1000);
  });

  it.runIf(IS_LONG)('ends what plays before another session is taken up', async () => {
    const alignment = useAlignment();
    const files = join(await simulatedDrive('thesis64'), 'capture.pcap');
    const copy = join(window.folder, 'other.pcap');
    copyFileSync(files, copy);
    copyFileSync(
      join(await simulatedDrive('thesis64'), 'metadata.json'),
      join(window.folder, 'metadata.json'),
    );
    const first = useProject().session!.id;
    await useProject().importCaptures([copy], { metadata: null, sensor: null });
    const second = useProject().session!.id;
    expect(second).not.toBe(first);

    const playing = alignment.play().catch((error) => expect(error.code).toBe('cancelled'));
    await vi.waitUntil(() => (alignment.state?.next ?? 0) > 3, { timeout: 300_000 });
    await alignment.open(second);
    await playing;
    expect(alignment.state).toMatchObject({ sessionId: second, next: 0 });
    expect([alignment.playing, alignment.busy, alignment.track.count]).toEqual([false, false, 0]);
  });

  it('goes on where it stood after the engine was started anew', async () => {
    const alignment = useAlignment();
    await alignment.step();
    await alignment.step();
    const { next } = alignment.state!;
    const restarted = new Promise((resolve) => useHost().on('host.engine', resolve));
    window.killEngine();
    expect(await restarted).toEqual({ state: 'restarted' });
    await alignment.takeUpAgain();
    expect(alignment.state!.next).toBe(next);
    await alignment.step();
    expect(alignment.state!.next).toBe(next + 1);
    window.logged.splice(0);
  });

  it.runIf(IS_LONG)('tells of an edit that the engine refuses, and stays as it was', async () => {
    const alignment = useAlignment();
    await alignment.step();
    const before = alignment.track.count;
    await expect(
      alignment.edit({ kind: 'options', scan: 0, options: { thinning: 99 } }),
    ).rejects.toMatchObject({ code: 'usage' });
    expect(alignment.track.count).toBe(before);
    expect(alignment.busy).toBe(false);
  });
});
