import { describe, expect, it } from 'vitest';
import { wholeAxis } from '../../src-core/model/design.ts';
import { reportInput } from '../../src-core/survey/publish/report-input.ts';

const SECTION = { shape: 'rectangle', width: 4, height: 3, axisHeight: 1 } as const;
const programme = (pay: number | null) => wholeAxis(SECTION, pay === null ? {} : { pay });
const engine = (kind: 'cpu' | 'gpu') => ({ kind, adapter: 'H200' });
const measures = { axis: 'axis', volume: 'volume', breaks: { unpaid: 1.5, paid: 2, overbreak: 3.5 } };

function inputOf({
  pay = null as number | null,
  unpaid = 1.5 as number | null,
  kind = 'cpu' as 'cpu' | 'gpu',
  refined = null as unknown,
} = {}) {
  return reportInput(
    {
      request: { files: { design: { name: 'D', programme: programme(pay) } } },
      source: { project: 'P', captures: [], session: 'S', sensor: 'OS1', engine: engine(kind) },
      output: { softwareVersion: '1.2' },
    } as never,
    { trajectory: 'path', refined, frame: 'map' } as never,
    { ...measures, breaks: { ...measures.breaks, unpaid } } as never,
    [],
    [],
  );
}

describe('the input of a report', () => {
  it('names the adapter of a graphics card, and none of a processor', () => {
    expect(inputOf({ kind: 'gpu' }).computation).toMatchObject({ engine: 'gpu', adapter: 'H200' });
    expect(inputOf({ kind: 'cpu' }).computation).toMatchObject({ engine: 'cpu', adapter: null });
  });

  it('has a pay line with what lies beyond it where the design has one', () => {
    const { outline, pay } = inputOf({ pay: 0.1 }).design!;
    expect([Math.min(...outline), Math.max(...outline)]).toEqual([-2, 2]);
    expect(pay).toMatchObject({ limit: 0.1, volumes: { overbreak: 1.5 } });
    expect(Math.max(...pay!.outline)).toBeCloseTo(2.1, 9);
    expect(inputOf({ pay: null }).design!.pay).toBeNull();
    expect(inputOf({ pay: 0.1, unpaid: null }).design!.pay).toBeNull();
  });

  it('has the evidence of a refinement where anything was refined or a loop was looked at', () => {
    const graph = { residuals: [1], leftOut: [2], loops: [] as number[] };
    const of = (refined: boolean, loops: number[]) =>
      inputOf({
        refined: {
          asked: { points: ['K'] },
          value: { refined, frame: 'mine-grid', unseen: ['U'], graph: { ...graph, loops } },
        },
      }).refinement;
    expect(inputOf().refinement).toBeNull();
    expect(of(false, [])).toBeNull();
    expect(of(true, [])).toEqual({
      ...{ points: ['K'], isPlacedByPoints: true, residuals: [1], leftOut: [2], unseen: ['U'], loops: [] },
    });
    expect(of(false, [3])).toMatchObject({ loops: [3] });
  });
});
