import { expect, it } from 'vitest';
import { fittingSearch } from '../../src-main/device/fitting-search.ts';

it('takes the search that the person named, on either engine', () => {
  expect(fittingSearch('gpu', 'kd-tree', { method: 'icp-plane' })).toBe('kd-tree');
  expect(fittingSearch('cpu', 'brute-force', { method: 'icp-plane' })).toBe('brute-force');
});

it('takes bins on the GPU and a k-d tree on the CPU where none is named', () => {
  expect(fittingSearch('gpu', null, { method: 'icp-plane' })).toBe('voxel-bins');
  expect(fittingSearch('cpu', null, { method: 'icp-plane' })).toBe('kd-tree');
});

it('leaves the cells of a tree to methods that match to cells', () => {
  expect(fittingSearch('gpu', null, { method: 'icp-approx' })).toBe('kd-tree');
  expect(fittingSearch('gpu', null, { method: 'newton-plane', cellLevel: 4 })).toBe('kd-tree');
});
