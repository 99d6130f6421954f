import { describe, expect, it } from 'vitest';
import type { ProgressEvent, StageName } from '../../../src-core/model/context.ts';
import { progressRenderer } from '../../../src-main/hosts/cli/progress.ts';

/** A stream that remembers, and a clock that the test moves. */
function stage({ isTTY }: { isTTY: boolean }) {
  let text = '';
  let time = 0;
  const stream = { isTTY, columns: 100, write: (piece: string) => (text += piece) };
  const renderer = progressRenderer(stream, () => time);
  return {
    renderer,
    at(ms: number, event: ProgressEvent) {
      time = ms;
      renderer.emit(event);
    },
    text: () => text,
    lines: () => text.split('\n').slice(0, -1),
    /** What a terminal shows: each line after its last return. */
    screen: () => text.split('\n').map((line) => line.split('\r').at(-1)!.replaceAll('\x1b[2K', '')),
  };
}

const scans = (done: number, total: number | null = 100, name: StageName = 'align'): ProgressEvent => ({
  kind: 'progress',
  stage: name,
  done,
  total,
  unit: 'scans',
});

describe('progress as lines', () => {
  it('prints each tenth once, with the time left, and the end', () => {
    const { at, renderer, lines } = stage({ isTTY: false });
    for (let i = 0; i <= 100; i++) at(i * 100, scans(i));
    renderer.finish();
    expect(lines()).toHaveLength(11);
    expect(lines()[0]).toBe('align: 0/100 scans (0 %)');
    expect(lines()[3]).toBe('align: 30/100 scans (30 %)  0:07 left');
    expect(lines()[10]).toBe('align: 100/100 scans (100 %)');
  });

  it('counts the speed from where a run goes on, not from the first scan', () => {
    const { at, lines } = stage({ isTTY: false });
    at(0, scans(50));
    at(10_000, scans(60));
    expect(lines()[1]).toBe('align: 60/100 scans (60 %)  0:40 left');
  });

  it('shows life every five seconds where the total is unknown, and the last state', () => {
    const { at, renderer, lines } = stage({ isTTY: false });
    for (let i = 0; i <= 12; i++) at(i * 1000, scans(i, null));
    renderer.finish();
    expect(lines()).toEqual(['align: 0 scans', 'align: 5 scans', 'align: 10 scans', 'align: 12 scans']);
  });

  it('ends one stage before the next, and passes messages on', () => {
    const { at, renderer, lines } = stage({ isTTY: false });
    at(0, scans(1, 3, 'import'));
    at(1, scans(3, 3, 'import'));
    at(2, {
      kind: 'warning',
      stage: 'align',
      code: 'length-unobserved',
      message: 'The length was not observed.',
    });
    at(3, { kind: 'progress', stage: 'export', done: 1.5e6, total: 3e6, unit: 'bytes' });
    renderer.finish();
    expect(lines()).toEqual([
      'import: 1/3 scans (33 %)',
      'import: 3/3 scans (100 %)',
      'warning: The length was not observed.',
      'export: 1.5 MB of 3.0 MB (50 %)',
    ]);
  });
});

describe('progress as a bar', () => {
  it('redraws one line at most ten times a second and ends it', () => {
    const { at, renderer, text, screen } = stage({ isTTY: true });
    for (let i = 0; i <= 1000; i++) at(i, scans(i, 1000));
    renderer.finish();
    expect(text().match(/\r/g)!.length).toBeLessThanOrEqual(13);
    expect(screen()).toEqual(['align    ████████████████████████ 100 %  1000/1000 scans', '']);
  });

  it('keeps messages above the bar', () => {
    const { at, screen } = stage({ isTTY: true });
    at(0, scans(25));
    at(1, { kind: 'note', stage: 'align', message: 'Keyframe 3.' });
    expect(screen()).toEqual(['Keyframe 3.', 'align    ██████░░░░░░░░░░░░░░░░░░  25 %  25/100 scans']);
  });

  it('never wraps', () => {
    const { at, text } = stage({ isTTY: true });
    at(0, { kind: 'progress', stage: 'measure', done: 1, total: 2, unit: 'x'.repeat(300) });
    expect(text().replace('\r\x1b[2K', '').length).toBeLessThan(100);
  });
});
