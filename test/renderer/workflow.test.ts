import { describe, expect, it } from 'vitest';
import { type SessionProgress, stepsOf } from '../../src-renderer/stores/workflow.ts';

/** States of the steps, such as 'import:done'. */
function states(progress: SessionProgress): string {
  return stepsOf(progress)
    .map(({ id, state }) => `${id}:${state}`)
    .join(' ');
}

const session = { control: 'none', writtenAt: null } as const;
const fresh: SessionProgress = { session, isAligned: false, isMeasured: false };

describe('the steps from capture to report', () => {
  it.each<[string, SessionProgress, string]>([
    [
      'nothing imported: import',
      { ...fresh, session: null },
      'import:next align:later control:optional measure:later report:later',
    ],
    ['imported: align', fresh, 'import:done align:next control:optional measure:later report:later'],
    [
      'aligned without control points: measure',
      { ...fresh, isAligned: true },
      'import:done align:done control:optional measure:next report:later',
    ],
    [
      'aligned with a list of control points: adjust to them',
      { ...fresh, session: { ...session, control: 'listed' }, isAligned: true },
      'import:done align:done control:next measure:later report:later',
    ],
    [
      'a list of control points before the alignment: align first',
      { ...fresh, session: { ...session, control: 'listed' } },
      'import:done align:next control:later measure:later report:later',
    ],
    [
      'adjusted: measure',
      { ...fresh, session: { ...session, control: 'adjusted' }, isAligned: true },
      'import:done align:done control:done measure:next report:later',
    ],
    [
      'measured: report',
      { session, isAligned: true, isMeasured: true },
      'import:done align:done control:optional measure:done report:next',
    ],
    [
      'files written: nothing is left',
      { session: { ...session, writtenAt: '2026-05-14T16:00:00Z' }, isAligned: true, isMeasured: true },
      'import:done align:done control:optional measure:done report:done',
    ],
    [
      'files written of a measurement that is outdated: measure again, and report again',
      { session: { ...session, writtenAt: '2026-05-14T16:00:00Z' }, isAligned: true, isMeasured: false },
      'import:done align:done control:optional measure:next report:later',
    ],
  ])('%s', (_, progress, expected) => {
    expect(states(progress)).toBe(expected);
  });
});
