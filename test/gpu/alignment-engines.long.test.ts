import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { SILENT_CONTEXT } from '../../src-core/model/context.ts';
import type { EngineName } from '../../src-core/model/engine-name.ts';
import { EngineSession } from '../../src-main/engine/engine-session.ts';
import { alignmentHandlers } from '../../src-main/engine/handlers/alignment-handlers.ts';
import { MapPreparation } from '../../src-main/engine/map-preparation.ts';
import { importFiles } from '../../src-main/project/import-files.ts';
import { simulatedDrive } from '../fixtures/surveyed-drive.ts';
import { temporaryFolder } from '../project/fixtures.ts';
import { apart, FEW_GROUPS } from './scan-fixtures.ts';
import { describeOnGpu, openKeptGpu } from './software-device.ts';

describeOnGpu('the engines of an alignment that a window drives', () => {
  it('may be changed; each keeps its own alignment, and they agree', async () => {
    const session = new EngineSession(() => {});
    onTestFinished(() => session.end());
    const handlers = alignmentHandlers(session, new MapPreparation(session), {
      offer: () => expect.unreachable('nobody asks'),
      engines: { gpu: { tuning: FEW_GROUPS, open: openKeptGpu } },
    });
    const project = await session.open(join(temporaryFolder(), 'drive.socavon'), { create: true });
    const capture = join(await simulatedDrive('legacy16'), 'capture.pcap');
    const { session: imported } = await importFiles(project, [capture], {}, SILENT_CONTEXT);
    const open = (engine: EngineName) =>
      handlers['alignment.open']({ sessionId: imported.id, engine }, SILENT_CONTEXT);
    const advance = () => handlers['alignment.advance']({ scans: 3, thinning: 0 }, SILENT_CONTEXT);

    expect((await open('cpu')).state).toMatchObject({ engine: { kind: 'cpu' }, next: 0 });
    const byCpu = (await advance()).poses;
    expect((await open('gpu')).state).toMatchObject({ engine: { kind: 'gpu' }, next: 0 });
    const byGpu = (await advance()).poses;
    const count = byCpu.scanIndex.length;
    for (let k = 0; k < count; k++) {
      const pose = ({ T_map_sensor: T }: typeof byCpu) => ({
        R: T.subarray(12 * k, 12 * k + 9),
        t: T.subarray(12 * k + 9, 12 * k + 12),
      });
      expect(apart(pose(byCpu), pose(byGpu)).millimetres).toBeLessThan(1);
    }
    const again = await open('cpu');
    expect(again.state).toMatchObject({ engine: { kind: 'cpu' }, next: count });
    expect(again.poses.T_map_sensor).toEqual(byCpu.T_map_sensor);
    // The newest run is the other engine's.
    expect((await open('auto')).state).toMatchObject({
      engine: { kind: 'gpu' },
      next: count,
    });
  });
});
