import { expect, it } from 'vitest';
import { tiered } from './tier.ts';

it('the long tier repeats no case of the short one, also where it is written out a second time', () => {
  const all = [['icp-point', 'kd-tree', { cellLevel: 4 }] as const, ['picp', 'kd-tree', {}] as const];
  expect(tiered(all, [['icp-point', 'kd-tree', { cellLevel: 4 }]])).toEqual([['picp', 'kd-tree', {}]]);
});
