import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formatMessage } from '../../src-core/messages/message.ts';
import { NEVER_CANCELLED } from '../../src-core/model/context.ts';
import { CancelledError } from '../../src-core/model/errors.ts';
import { adapterKey } from '../../src-main/device/adapter-key.ts';
import { type ChoosingHost, chooseEngine } from '../../src-main/device/choose-engine.ts';
import { type CostLine, predictedMs } from '../../src-main/device/cost-line.ts';
import { type EngineTask, registrationWork, workloadName } from '../../src-main/device/engine-task.ts';
import { forgetCosts } from '../../src-main/device/known-costs.ts';
import type { MeasuredEngines } from '../../src-main/device/measured-engines.ts';
import { temporaryFolder } from '../project/fixtures.ts';
import { card } from './card.ts';

/** Starts in 200 ms and then takes a thousandth of a millisecond a point; the CPU starts at once and takes a hundredth. */
const GPU: CostLine = { startMs: 200, small: { work: 100, ms: 1.1 }, large: { work: 10_100, ms: 11.1 } };
const CPU: CostLine = { startMs: 0, small: { work: 100, ms: 1 }, large: { work: 10_100, ms: 101 } };
const COSTS: MeasuredEngines = { kind: 'costs', adapter: card(), cpu: CPU, gpu: GPU };

const register = (points: number, method = 'icp-plane', search = 'kd-tree'): EngineTask =>
  ({ kind: 'register', method, search, sourcePoints: points / 2, targetPoints: points / 2 }) as EngineTask;

/** A machine whose measurements are given; counts them and keeps what it was told. */
function machine(measured: MeasuredEngines, own: Partial<ChoosingHost> = {}) {
  const log = { measurements: [] as string[], told: [] as string[] };
  const host: Required<Omit<ChoosingHost, 'env'>> = {
    mayHaveGpu: () => true,
    machine: () => 'a processor, drivers 1',
    measure: async (workload) => {
      log.measurements.push(workloadName(workload));
      return measured;
    },
    path: join(temporaryFolder(), 'devices.json'),
    report: (kind, sentence) => log.told.push(`${kind}: ${formatMessage(sentence, 'en')}`),
    cancel: NEVER_CANCELLED,
    ...own,
  };
  return { host, log };
}

describe('the choice of the engine', () => {
  it('is the CPU at once where there is no graphics hardware, and leaves no file', async () => {
    const { host, log } = machine(COSTS, { mayHaveGpu: () => false });
    expect(await chooseEngine(register(1e9), host)).toMatchObject({ engine: 'cpu', adapter: null });
    expect(log).toEqual({ measurements: [], told: [] });
    expect(() => readFileSync(host.path)).toThrow('ENOENT');
  });

  it.each([
    [100, 'cpu'],
    [20_000, 'cpu'],
    [25_000, 'gpu'],
    [2_000_000, 'gpu'],
  ])('of %i points is the %s, whose line is lower there', async (points, engine) => {
    const choice = await chooseEngine(register(points), machine(COSTS).host);
    expect(choice).toMatchObject({ engine, adapter: adapterKey(card()) });
  });

  it('of a soft method goes by its weights: more steps on the same points may suit the other engine', async () => {
    const { host } = machine(COSTS);
    const soft = { ...register(100, 'softassign'), weights: 20_000 } as EngineTask;
    expect((await chooseEngine(soft, host)).engine).toBe('cpu');
    expect((await chooseEngine({ ...soft, weights: 200_000 } as EngineTask, host)).engine).toBe('gpu');
  });

  it('measures a workload once, says so, and goes by it from then on', async () => {
    const { host, log } = machine(COSTS);
    for (const points of [100, 1e6, 100]) await chooseEngine(register(points), host);
    expect(log.measurements).toEqual(['register icp-plane kd-tree']);
    expect(log.told).toEqual([
      expect.stringMatching(/^note: Timed both engines once for register icp-plane/),
    ]);
    await chooseEngine(register(100, 'icp-point'), host);
    await chooseEngine(register(100, 'em-icp', 'kd-tree'), host);
    await chooseEngine(register(100, 'em-icp', 'brute-force'), host); // which has no search
    await chooseEngine({ kind: 'run', scans: 40 }, host);
    expect(log.measurements.slice(1)).toEqual([
      'register icp-point kd-tree',
      'register em-icp by weights',
      'run',
    ]);
  });

  it('measures anew on another machine, and after it was told to forget', async () => {
    const { host, log } = machine(COSTS);
    await chooseEngine(register(100), host);
    await chooseEngine(register(100), { ...host, machine: () => 'a processor, drivers 2' });
    await chooseEngine(register(100), host);
    expect(log.measurements).toHaveLength(2);
    await forgetCosts(host.path);
    await chooseEngine(register(100), host);
    expect(log.measurements).toHaveLength(3);
  });

  it('keeps a driver that crashed in mind, and says nothing', async () => {
    const { host, log } = machine({ kind: 'cpu-only', reason: 'the driver ended the process (SIGSEGV)' });
    for (let k = 0; k < 2; k++)
      expect(await chooseEngine(register(1e9), host)).toEqual({
        engine: 'cpu',
        why: 'the driver ended the process (SIGSEGV)',
        adapter: null,
      });
    expect(log).toEqual({ measurements: ['register icp-plane kd-tree'], told: [] });
  });

  it('does not keep what the person interrupted', async () => {
    const { host, log } = machine(COSTS);
    const interrupted = { ...host, measure: () => Promise.reject(new CancelledError()) };
    await expect(chooseEngine(register(100), interrupted)).rejects.toMatchObject({ code: 'cancelled' });
    await chooseEngine(register(100), host);
    expect(log.measurements).toHaveLength(1);
  });

  it('warns of a damaged file and measures anew', async () => {
    const { host, log } = machine(COSTS);
    writeFileSync(host.path, '{"format":');
    expect((await chooseEngine(register(1e6), host)).engine).toBe('gpu');
    expect(log.told[0]).toMatch(/^warning: .*damaged/);
    await chooseEngine(register(1e6), host);
    expect(log.measurements).toHaveLength(1);
  });

  it('chooses all the same where nothing can be written, and warns', async () => {
    const { host, log } = machine(COSTS);
    mkdirSync(host.path);
    expect((await chooseEngine(register(1e6), host)).engine).toBe('gpu');
    expect(log.told.at(-1)).toMatch(
      /^warning: The engine will be chosen by a new measurement next time: .*folder/,
    );
  });

  it('leaves a distance of the caller, which cannot be timed, to the CPU', async () => {
    const { host, log } = machine(COSTS);
    expect((await chooseEngine(register(1e6, 'newton-custom'), host)).engine).toBe('cpu');
    expect(log.measurements).toEqual([]);
  });
});

describe('the cost of work', () => {
  it('lies on the line through two measurements, and is never less than the smaller', () => {
    expect(predictedMs(GPU, 100)).toBeCloseTo(201.1, 10);
    expect(predictedMs(GPU, 5100)).toBeCloseTo(206.1, 10);
    expect(predictedMs(GPU, 1_000_100)).toBeCloseTo(1201.1, 8);
    expect(predictedMs(GPU, 3)).toBeCloseTo(201.1, 10);
    const noisy = { startMs: 0, small: { work: 1, ms: 5 }, large: { work: 9, ms: 4 } };
    expect(predictedMs(noisy, 1e9)).toBe(5);
    expect(predictedMs({ ...noisy, large: noisy.small }, 1e9)).toBe(5);
  });

  it('counts pairs where each point meets all others, else points', () => {
    const sizes = { sourcePoints: 20, targetPoints: 30 };
    const work = (method: string, search: string): number =>
      registrationWork({ kind: 'register', method, search } as Parameters<typeof registrationWork>[0], sizes);
    expect(work('icp-plane', 'voxel-bins')).toBe(50);
    expect(work('icp-plane', 'brute-force')).toBe(600);
    expect(work('softassign', 'kd-tree')).toBe(600);
  });
});
