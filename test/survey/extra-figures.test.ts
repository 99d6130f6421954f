import { describe, expect, it } from 'vitest';
import { message } from '../../src-core/messages/message.ts';
import { type ProgressEvent, SILENT_CONTEXT } from '../../src-core/model/context.ts';
import { CancelledError, SocavonError, type SocavonErrorCode } from '../../src-core/model/errors.ts';
import { failureRemarks, Outputs } from '../../src-core/model/outputs.ts';
import { ExtraFigures } from '../../src-core/survey/measure/extra-figures.ts';

const refusal = (code: SocavonErrorCode, text: string): SocavonError =>
  new SocavonError(code, message('text', { text }));
const failing = (error: unknown) => () => {
  throw error;
};

describe('a figure besides the volume that cannot be made', () => {
  it('is a warning that says which and why, where the survey does not allow it', () => {
    const events: ProgressEvent[] = [];
    const figures = new ExtraFigures({ ...SILENT_CONTEXT, emit: (event) => events.push(event) });
    expect(figures.make('clearance', () => 7)).toBe(7);
    expect(figures.make('grade', failing(refusal('chainage-range', 'The floor is too short.')))).toBeNull();
    expect(figures.miss('comparison', refusal('epochs-incompatible', 'They share no stretch.'))).toBeNull();
    expect(figures.missing.map(({ code, message }) => [code, message])).toEqual([
      ['figure-missing', 'The result is without the gradient of the floor. The floor is too short.'],
      [
        'figure-missing',
        'The result is without the comparison with the earlier survey. They share no stretch.',
      ],
    ]);
    expect(events.map(({ kind }) => kind)).toEqual(['warning', 'warning']);
    expect(figures.failed).toEqual([]);
  });

  it('is a failure where a disk or the program is why, and ends nothing but itself', () => {
    const figures = new ExtraFigures(SILENT_CONTEXT);
    figures.make('comparison', failing(refusal('project-format', 'The project is damaged.')));
    figures.make('unrolled', failing(new TypeError('x is not a function')));
    expect(figures.missing).toEqual([]);
    expect(figures.failed).toMatchObject([
      { output: 'comparison', code: 'project-format', message: 'The project is damaged.' },
      { output: 'unrolled', code: 'internal', stack: expect.stringContaining('TypeError') },
    ]);
  });

  it('ends all where the user cancels', () => {
    const figures = new ExtraFigures(SILENT_CONTEXT);
    expect(() => figures.make('grade', failing(new CancelledError('work-measure')))).toThrow(CancelledError);
  });
});

describe('outputs', () => {
  it('are cancelled together', async () => {
    const { attempt } = new Outputs();
    await expect(
      attempt('map.las', async () => failing(new CancelledError('work-export'))()),
    ).rejects.toThrow(CancelledError);
  });

  it('that fail by one reason are named in one sentence, in the order in which they failed', async () => {
    const outputs = new Outputs();
    const full = refusal('disk-full', 'The disk is full.');
    await outputs.attempt(['map.ply', 'map.las'], async () => failing(full)());
    await outputs.attempt('report.pdf', async () => failing(refusal('file-unwritable', 'No right.'))());
    await outputs.attempt('solid.omf', async () => failing(full)());
    expect(
      failureRemarks(outputs.failed).map(({ code, message }) => [code, message.split(' The result')[0]]),
    ).toEqual([
      ['disk-full', 'Not written: map.ply, map.las, solid.omf. The disk is full.'],
      ['file-unwritable', 'Not written: report.pdf. No right.'],
    ]);
  });
});
