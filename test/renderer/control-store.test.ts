import { createPinia, setActivePinia } from 'pinia';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ToClient } from '../../src-core/contract/messages.ts';
import type { Refinement, RefineState } from '../../src-core/contract/refine-requests.ts';
import type { ContractMethods } from '../../src-core/contract/requests.ts';
import { rpcClient } from '../../src-core/contract/rpc.ts';
import { toWireError } from '../../src-core/contract/wire-error.ts';
import { message } from '../../src-core/messages/message.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import { useAlignment } from '../../src-renderer/stores/alignment.ts';
import { useControl } from '../../src-renderer/stores/control.ts';
import { useHost } from '../../src-renderer/stores/host.ts';
import { useJobs } from '../../src-renderer/stores/jobs.ts';
import { controlFound, loop, point, refinement, target } from './control-fixtures.ts';

const EMPTY: RefineState = {
  file: null,
  points: [],
  targets: [],
  loops: [],
  asked: {
    loops: true,
    level: false,
    knownLengths: [],
    roughStart: null,
    target: { shape: 'disc', size: 0.3 },
  },
  picks: [],
  reference: null,
};

/** An engine at the other end of a carrier: keeps what is asked of it, and answers by the tables below. */
class OtherEnd {
  readonly asked: string[] = [];
  kept: RefineState = EMPTY;
  held: Refinement | null = null;
  isCurrent = true;
  /** Of the next refinements. */
  refusal: SocavonError | null = null;
  next = refinement({ loops: [loop(0, 20)] });
  /** Requests of these names are answered when the test says so. */
  readonly waiting = new Map<string, () => void>();
  slow = '';

  readonly #answers: Record<string, (args: never) => unknown> = {
    'host.info': () => null,
    'refine.state': () => this.kept,
    'refine.get': () => ({ refinement: this.held, isCurrent: this.isCurrent }),
    'survey.path': () => ({
      placed: 30,
      total: 30,
      positions: Float64Array.of(0, 0, 0, 2, 0, 0),
      scanIndex: Uint32Array.of(0, 20),
    }),
    'map.scan': ({ scan }: { scan: number }) => ({
      origin: [0, 0, 0],
      xyz: new Float32Array(36).fill(scan),
      reflectivity: null,
      scanIndex: null,
    }),
    'control.load': () => this.#decided({ file: { name: 'points.csv', sha256: '0' }, points: [point('A')] }),
    'control.setRole': ({ role }: { role: 'check' }) => this.#decided({ points: [point('A', role)] }),
    'control.find': () =>
      controlFound({ targets: [target(20, { name: this.kept.points.length > 0 ? 'A' : null })] }),
    'control.decide': ({ decision }: { decision: RefineState['targets'][0] }) =>
      this.#decided({ targets: [decision] }),
    'loops.find': () => ({ loops: [loop(0, 20)] }),
    'loops.decide': ({ verdict }: { verdict: 'refuse' | null }) =>
      this.#decided({ loops: verdict === null ? [] : [{ fromScan: 0, toScan: 20, verdict }] }),
    'refine.run': () => {
      if (this.refusal !== null) throw this.refusal;
      this.held = this.next;
      this.isCurrent = true;
      return this.next;
    },
    'refine.drop': () => {
      this.held = null;
      return null;
    },
  };

  #decided(change: Partial<RefineState>): RefineState {
    this.kept = { ...this.kept, ...change };
    this.isCurrent = this.held === null;
    return this.kept;
  }

  async attach(): Promise<void> {
    let hear: (message: ToClient) => void = () => {};
    const client = rpcClient<ContractMethods>({
      listen: (listener) => {
        hear = listener;
      },
      send: (message) => {
        if (message.kind !== 'request') return;
        const { id, name, args } = message;
        this.asked.push(name);
        const reply = (): void => {
          try {
            hear({ kind: 'reply', id, ok: true, value: this.#answers[name](args as never) });
          } catch (error) {
            hear({ kind: 'reply', id, ok: false, error: toWireError(error as SocavonError) });
          }
        };
        if (name === this.slow) this.waiting.set(name, reply);
        else reply();
      },
    });
    await useHost().attach({ client, pathOf: () => null });
  }
}

describe('control and loops of a session', () => {
  let engine: OtherEnd;

  beforeEach(async () => {
    setActivePinia(createPinia());
    engine = new OtherEnd();
    await engine.attach();
    await useControl().open(1);
  });

  it('begin with what the project keeps, and with the walls as the poses place them', async () => {
    const control = useControl();
    expect(control.state).toEqual(EMPTY);
    expect([control.refinement, control.found, control.loops, control.isAligned]).toEqual([
      null,
      null,
      null,
      true,
    ]);
    await control.fetchWalls();
    expect(control.walls.map(({ xyz }) => xyz[0])).toEqual([0, 20]);
    expect([...control.lines!.way]).toEqual([0, 0, 0, 2, 0, 0]);
  });

  it('name the targets anew when a list is loaded after they were found', async () => {
    const control = useControl();
    await control.find();
    expect(control.targets[0].name).toBeNull();
    await control.load('/points.csv');
    expect(control.targets[0].name).toBe('A');
    expect(control.points[0].status).toBe('found');
  });

  it('look for no targets before they are asked to', async () => {
    await useControl().load('/points.csv');
    expect(engine.asked).not.toContain('control.find');
    expect(useControl().points[0].status).toBe('not-looked');
  });

  it('are refined, are out of date when something is decided, and go back', async () => {
    const control = useControl();
    await control.refit();
    expect([control.refinement?.loops.length, control.isCurrent]).toEqual([1, true]);
    expect(control.places).toMatchObject([{ verdict: null, isDue: false }]);

    await control.decideLoop(control.places[0].loop, 'refuse');
    expect(control.isCurrent).toBe(false);
    expect(control.places).toMatchObject([{ verdict: 'refuse', isDue: true }]);

    engine.next = refinement({
      loops: [loop(0, 20, { accepted: false, refusal: 'by-hand', decidedBy: 'person' })],
    });
    await control.refit();
    expect(control.isCurrent).toBe(true);
    expect(control.places).toMatchObject([{ verdict: 'refuse', isDue: false }]);

    await control.decideLoop(control.places[0].loop, null);
    expect(control.places).toMatchObject([{ verdict: null, isDue: true }]);
    await control.drop();
    expect(control.refinement).toBeNull();
  });

  it('show what was found of the points where they do not place the survey', async () => {
    const control = useControl();
    await control.load('/points.csv');
    engine.refusal = new SocavonError(
      'not-determined',
      message('text', { text: 'The control points do not place the survey.' }),
    );
    await expect(control.refit()).rejects.toMatchObject({ code: 'not-determined' });
    expect(control.points[0].status).toBe('found');
    expect([control.busy, control.refinement]).toEqual([false, null]);
  });

  it('tell that a role was changed after the refinement', async () => {
    const control = useControl();
    await control.load('/points.csv');
    await control.refit();
    await control.setRole('A', 'check');
    expect(control.state!.points[0].role).toBe('check');
    expect(control.isCurrent).toBe(false);
  });

  it('keep what was said of a target, and take it back', async () => {
    const control = useControl();
    await control.find();
    await control.decideTarget(control.targets[0], { verdict: 'refuse', name: null });
    expect(control.state!.targets).toEqual([
      { scan: 20, pSensor: [1, 2, 0.5], verdict: 'refuse', name: null },
    ]);
    expect(engine.asked.filter((name) => name === 'control.find')).toHaveLength(2);
  });

  it('do one thing at a time, and show that they are at it', async () => {
    const control = useControl();
    engine.slow = 'loops.find';
    const looking = control.findLoops();
    expect([control.busy, useJobs().shown.map(({ label }) => label)]).toEqual([
      true,
      ['control.findingLoops'],
    ]);
    await control.refit();
    expect(engine.asked).not.toContain('refine.run');
    await expect.poll(() => engine.waiting.get('loops.find')).toBeDefined();
    engine.waiting.get('loops.find')!();
    await looking;
    expect([control.busy, control.loops?.length]).toEqual([false, 1]);
  });

  it('know nothing any more when the poses of the alignment change', async () => {
    const control = useControl();
    await control.find();
    const state = {
      sessionId: 1,
      runId: 1,
      engine: { kind: 'cpu' as const },
      next: 29,
      total: 30,
      done: false,
    };
    useAlignment().state = { ...state, edits: [], canUndo: true, canRedo: false };
    expect([control.sessionId, control.found, control.sensorPath]).toEqual([null, null, null]);
  });

  it('hear no late answer about a session that is no more shown', async () => {
    const control = useControl();
    engine.slow = 'refine.get';
    const first = control.open(2);
    await expect.poll(() => engine.waiting.get('refine.get')).toBeDefined();
    const late = engine.waiting.get('refine.get')!;
    engine.slow = '';
    engine.held = refinement();
    await control.open(3);
    engine.held = null;
    late();
    await first;
    expect([control.sessionId, control.refinement !== null]).toEqual([3, true]);
  });
});
