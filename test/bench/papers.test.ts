import { describe, expect, it } from 'vitest';
import { cpuBench } from '../../bench/papers/cpu-bench.ts';
import { partOf } from '../../bench/papers/document.ts';
import type { Experiment } from '../../bench/papers/experiment.ts';
import { EXPERIMENTS } from '../../bench/papers/experiments.ts';
import { lineChart } from '../../bench/papers/line-chart.ts';
import { mergeRecords, PAPER_RECORDS, type PaperRecord } from '../../bench/papers/records.ts';
import { type RunOptions, runExperiments } from '../../bench/papers/run-experiments.ts';
import { type Clock, longerMs, repeated, threadClock } from '../../bench/papers/timing.ts';
import { bumpySamples, converge } from '../../bench/papers/zabatani-convergence.ts';
import { methodsOn, optionsOf, TOLERANCES } from '../../bench/papers/zabatani-protocol.ts';
import { SocavonError } from '../../src-core/model/errors.ts';

/** Records and sentences of a run. */
async function outcomeOf(
  experiments: readonly Experiment[],
  options: RunOptions = RUN,
): Promise<{ records: PaperRecord[]; left: string[] }> {
  const records: PaperRecord[] = [];
  const left = await runExperiments(experiments, options, (record) => records.push(record));
  return { records, left };
}

const RUN: RunOptions = { bunnyFolder: '/nowhere', long: false, software: false, engines: ['cpu'] };

function record(experiment: string, engine: 'cpu' | 'gpu', values: unknown): PaperRecord {
  return { experiment, engine, date: '2026-11-21', machine: 'a machine', adapter: null, seconds: 1, values };
}

/** One that doubles a number, to see what is done with what it gives. */
const doubling: Experiment<number> = {
  id: 'doubling',
  paper: 'tamaki',
  covers: ['table 9'],
  verdict: 'match',
  seconds: { cpu: 1, gpu: 1 },
  run: async () => 21,
  present: ({ cpu, gpu }) => ({
    body: [`twice ${cpu ?? '-'} and ${gpu ?? '-'}`],
    why: ['because'],
    figures: [],
  }),
};

describe('experiments of the papers', () => {
  it.each([
    ['thesis', 'table 4.1'],
    ['thesis', 'table 4.2'],
    ['thesis', 'table 4.3'],
    ['thesis', 'figure 4.6'],
    ['zabatani', 'table 1'],
    ['zabatani', 'table 2'],
    ['zabatani', 'figure 4'],
    ['zabatani', 'figure 5'],
    ['zabatani', 'section 5.4'],
    ['tamaki', 'EM-ICP of 5032 points'],
    ['tamaki', 'softassign of 5032 points'],
    ['langis', 'figure 1'],
    ['langis', 'figure 2'],
    ['langis', 'figure 3'],
    ['langis', 'figure 4'],
    ['langis', 'figure 5'],
    ['langis', 'figure 6'],
    ['langis', 'figure 7'],
    ['langis', 'figure 8'],
  ])('%s, %s is repeated by one of them', (paper, part) => {
    expect(EXPERIMENTS.filter((one) => one.paper === paper && one.covers.includes(part))).toHaveLength(1);
  });

  it('have ids of their own', () => {
    expect(new Set(EXPERIMENTS.map(({ id }) => id)).size).toBe(EXPERIMENTS.length);
  });

  it('run one after another; one whose data is missing says what, and the others run', async () => {
    const poor: Experiment = { ...EXPERIMENTS.find(({ id }) => id === 'tamaki-em-icp')! };
    const { records, left } = await outcomeOf([poor, doubling]);
    expect(records).toMatchObject([{ experiment: 'doubling', engine: 'cpu', adapter: null, values: 21 }]);
    expect(left).toEqual([
      expect.stringMatching(/^tamaki-em-icp on the CPU: There is no P5032.txt in \/nowhere;/),
    ]);
  });

  it('leave what takes the processor very long until it is asked for', async () => {
    const slow = { ...doubling, id: 'slow', seconds: { cpu: 901 } };
    expect((await outcomeOf([slow])).left).toEqual([expect.stringContaining('--long')]);
    expect((await outcomeOf([slow], { ...RUN, long: true })).records).toHaveLength(1);
  });

  it('fail as a whole on an error that nobody foresaw', async () => {
    const broken = { ...doubling, run: () => Promise.reject(new TypeError('of our own')) };
    await expect(outcomeOf([broken])).rejects.toThrow('of our own');
  });
});

describe('the protocol of Zabatani and Bronstein', () => {
  it('gives their order of iterations on a small input: plane, point with cells, exact, approximate', async () => {
    const [exact, approximate, point, plane] = await Promise.all(
      methodsOn('cpu').map(async (name) => {
        const { iterations } = await converge(
          cpuBench('/nowhere'),
          optionsOf(name, 10_000),
          bumpySamples(10_000),
          2,
        );
        return iterations.reduce((sum, own) => sum + own[TOLERANCES.length - 1], 0);
      }),
    );
    expect([exact, approximate, point, plane].toSorted((a, b) => a - b)).toEqual([
      plane,
      point,
      exact,
      approximate,
    ]);
  });
});

describe('repeated work', () => {
  it('drops the warm-up and stops at the most', async () => {
    let calls = 0;
    const runs = await repeated({ warmUp: 2, most: 3, budgetMs: 60_000 }, () => ++calls, threadClock);
    expect(runs.map(({ value }) => value)).toEqual([3, 4, 5]);
  });

  it('counts the first run where there is time for no more', async () => {
    const runs = await repeated({ warmUp: 2, most: 3, budgetMs: 0 }, () => 7, threadClock);
    expect(runs.map(({ value }) => value)).toEqual([7]);
  });
});

describe('the time of a long run beyond a short one', () => {
  const REPEATS = { warmUp: 1, most: 5, budgetMs: 60_000 };

  /** Work that takes so many ms by the clock that comes with it; the first call of each compiles for 800. */
  function scripted(takes: { readonly short: number; readonly long: number }) {
    let now = 0;
    const compiled = new Set<string>();
    const work = (name: 'short' | 'long') => async () => {
      now += takes[name] + (compiled.has(name) ? 0 : 800);
      compiled.add(name);
    };
    const clock: Clock = () => {
      const began = now;
      return () => now - began;
    };
    return { clock, short: work('short'), long: work('long'), slowDown: (ms: number) => (now += ms) };
  }

  it('leaves out what is compiled on the way', async () => {
    const { short, long, clock } = scripted({ short: 2, long: 2.5 });
    expect(await longerMs(REPEATS, short, long, clock)).toBeCloseTo(0.5, 9);
    const again = scripted({ short: 2, long: 2.5 });
    const hurried = { warmUp: 0, most: 1, budgetMs: 0 };
    expect(await longerMs(hurried, again.short, again.long, again.clock)).toBeCloseTo(0.5, 9);
  });

  it('is that of most pairs, whatever else the machine does once', async () => {
    const { short, long, clock, slowDown } = scripted({ short: 2, long: 2.5 });
    let runs = 0;
    const disturbed = async (): Promise<void> => {
      await short();
      if (++runs === 3) slowDown(100);
    };
    expect(await longerMs(REPEATS, disturbed, long, clock)).toBeCloseTo(0.5, 9);
  });

  it.each([2, 1])('is refused where the long one takes no longer: %d ms against 2', async (ms) => {
    const { short, long, clock } = scripted({ short: 2, long: ms });
    await expect(longerMs(REPEATS, short, long, clock)).rejects.toMatchObject({ code: 'not-determined' });
  });
});

describe('kept results', () => {
  it('come back from their file as they were, with seven digits', () => {
    const records = [record('doubling', 'cpu', { a: [1 / 3, 2, null] }), record('doubling', 'gpu', 'x')];
    const back = PAPER_RECORDS.parse(PAPER_RECORDS.text(records), 'file');
    expect(back[0].values).toEqual({ a: [0.3333333, 2, null] });
    expect(back[1]).toEqual(records[1]);
  });

  it('are replaced by newer ones of the same experiment and engine only', () => {
    const other = { ...doubling, id: 'other' };
    const older = [record('doubling', 'cpu', 1), record('other', 'cpu', 2), record('gone', 'cpu', 3)];
    const newer = [record('other', 'gpu', 4), record('doubling', 'cpu', 5)];
    const merged = mergeRecords(older, newer, [doubling, other]);
    expect(merged.map(({ experiment, engine, values }) => [experiment, engine, values])).toEqual([
      ['doubling', 'cpu', 5],
      ['other', 'cpu', 2],
      ['other', 'gpu', 4],
    ]);
  });

  it.each(['', '{}', '{"format":2,"records":[]}', '{"format":1,"records":[{"experiment":1}]}'])(
    'of another kind are refused: %s',
    (text) => {
      expect(() => PAPER_RECORDS.parse(text, 'some.json')).toThrow(SocavonError);
      expect(() => PAPER_RECORDS.parse(text, 'some.json')).toThrow(/^some.json holds no results/);
    },
  );
});

describe('the document', () => {
  it('shows an experiment with what each engine gave, or how to run it', () => {
    const shown = partOf(doubling, [record('doubling', 'gpu', 8), { ...record('doubling', 'cpu', 7) }]).lines;
    expect(shown).toEqual([
      '### Table 9 (`doubling`)',
      'twice 7 and 8',
      'because',
      '- CPU: 2026-11-21, a machine\n- GPU: 2026-11-21, a machine',
    ]);
    expect(partOf(doubling, []).lines[1]).toContain('--only doubling');
  });
});

describe('a line chart', () => {
  const chart = (log: boolean): string =>
    lineChart({
      title: 'a < b',
      x: { label: 'x' },
      y: { label: 'y', log },
      series: [
        {
          name: 's',
          points: [
            [0, 1],
            [5, 100],
            [10, 10_000],
          ],
        },
      ],
    });

  it('stands by itself, its letters escaped', () => {
    expect(chart(false)).toContain('xmlns="http://www.w3.org/2000/svg"');
    expect(chart(false)).toContain('a &#60; b');
  });

  it('puts a straight line of powers in the middle of a logarithmic axis', () => {
    const [, ...places] =
      /<path d="M([\d.]+) ([\d.]+)L([\d.]+) ([\d.]+)L([\d.]+) ([\d.]+)"/.exec(chart(true)) ?? [];
    const [x1, y1, x2, y2, x3, y3] = places.map(Number);
    expect(x2).toBeCloseTo((x1 + x3) / 2, 1);
    expect(y2).toBeCloseTo((y1 + y3) / 2, 1);
    expect(y3).toBeLessThan(y1);
  });

  it('leaves out what a logarithmic axis cannot show', () => {
    const svg = lineChart({
      title: 't',
      x: { label: 'x' },
      y: { label: 'y', log: true },
      series: [
        {
          name: 's',
          points: [
            [0, 1],
            [1, 0],
            [2, 10],
          ],
        },
      ],
    });
    expect(svg).not.toMatch(/NaN|Infinity/);
  });
});
