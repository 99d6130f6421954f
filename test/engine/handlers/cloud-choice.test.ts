import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { METRES } from '../../../src-core/io/cad/length-units.ts';
import { Project } from '../../../src-main/project/project.ts';
import { ROOM, ROOM_SEED, roomLas, WALK } from '../../fixtures/clouds-misstated.ts';
import { temporaryFolder } from '../../project/fixtures.ts';
import { engineThread } from '../engine-thread.ts';

const NO_SENSOR = { metadata: null, sensor: null };

describe(`a cloud whose file states it wrongly, in the window (seed ${ROOM_SEED})`, () => {
  it('is shown and read by what is said of it, as the command line reads it', async () => {
    const folder = temporaryFolder();
    const engine = engineThread();
    onTestFinished(() => engine.kill());
    engine.tell({ kind: 'grant', path: folder, scope: 'folder', write: true });
    const { call } = engine.client;
    const path = join(folder, 'drive.las');
    const walk = join(folder, 'walk.csv');
    writeFileSync(path, roomLas());
    writeFileSync(walk, WALK);
    const project = join(folder, 'a.socavon');
    await call('project.create', { path: project });

    const refused = await call('capture.preview', { path, ...NO_SENSOR });
    expect(refused.problems[0]).toMatchObject({
      sentence: { code: 'las-outside-box' },
      repair: 'ignore-box',
      blocks: true,
    });
    await expect(call('capture.import', { paths: [path], ...NO_SENSOR })).rejects.toMatchObject({
      sentence: { code: 'las-outside-box' },
    });

    const beyond = await call('capture.preview', { path, ...NO_SENSOR, cloud: { ignoreBox: true } });
    expect(beyond.problems.filter(({ blocks }) => blocks)).toEqual([]);
    const cloud = { unit: 'm', heightUnit: 'ft', ignoreBox: true } as const;
    const shown = await call('capture.preview', { path, ...NO_SENSOR, cloud });
    expect(shown.problems.map(({ code }) => code)).toEqual(['cloud-heights-converted']);
    expect(shown.problems[0].sentence!.values).toMatchObject({ height: '0.3048', plan: '1' });
    const extent = shown.facts.find(({ label }) => label === 'extent')!.message;
    // Of 12 000 points in its box the outermost lie within centimetres of its sides.
    const sides = extent.replace(' m', '').split(' × ').map(Number);
    for (const [k, side] of [ROOM.length, ROOM.width, ROOM.height].entries()) {
      expect(sides[k]).toBeLessThanOrEqual(side + 0.005);
      expect(sides[k]).toBeGreaterThan(side - 0.02);
    }
    const unsaid = beyond.facts.find(({ label }) => label === 'extent')!.message;
    expect(Number(unsaid.replace(' m', '').split(' × ')[2])).toBeCloseTo(ROOM.height / METRES.ft, 1);

    // Read as metres the walk lies a hundred times as far away, and is refused by the unit in which it fits.
    const walked = { ...cloud, trajectory: walk };
    await expect(
      call('capture.import', { paths: [path], ...NO_SENSOR, cloud: walked }),
    ).rejects.toMatchObject({ sentence: { code: 'cloud-trajectory-unit', values: { option: 'cm' } } });
    const { sessionId } = await call('capture.import', {
      ...{ paths: [path], ...NO_SENSOR },
      cloud: { ...walked, trajectoryUnit: 'cm' },
    });
    await call('project.close', {});
    const opened = Project.open(project, { readonly: true });
    try {
      const { cloud: facts } = opened.sessions.get(sessionId)!;
      expect(facts).toMatchObject({ unitMetres: 1, heightUnitMetres: METRES.ft, path: 'trajectory' });
      const [run] = opened.runs.of(sessionId);
      const [first] = [...opened.poses.of(run.id)];
      const place = first.T_map_sensor.t;
      [ROOM.from[0] + 0.9, ROOM.from[1], ROOM.from[2]].forEach((value, axis) => {
        expect(place[axis]).toBeCloseTo(value, 6);
      });
    } finally {
      opened.close();
    }
  }, 120_000);
});
