import { describe, expect, it } from 'vitest';
import { betweenSteps, CancelSource, inOneGo, SILENT_CONTEXT } from '../../src-core/model/context.ts';
import { CancelledError } from '../../src-core/model/errors.ts';

describe('work that hears nothing for a while', () => {
  it('is cancelled between two steps by what came meanwhile', async () => {
    const cancel = new CancelSource();
    const context = { ...SILENT_CONTEXT, cancel, breathe: async () => cancel.cancel() };
    await expect(betweenSteps(context, 'work-measure')).rejects.toThrow(CancelledError);
    await expect(betweenSteps(SILENT_CONTEXT)).resolves.toBeUndefined();
  });

  it.each([
    ['what it reads', () => Promise.resolve(7)],
    ['an error', () => Promise.reject(new Error('wrong'))],
  ])('leaves signals to the system until it gives %s', async (_, read) => {
    const said: string[] = [];
    const leaveToSystem = () => {
      said.push('left');
      return () => said.push('taken back');
    };
    const cancel = Object.assign(new CancelSource(), { leaveToSystem });
    await inOneGo(cancel, () => {
      said.push('read');
      return read();
    }).catch(() => {});
    expect(said).toEqual(['left', 'read', 'taken back']);
  });
});
