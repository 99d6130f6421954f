import { remark } from '../../messages/remark.ts';
import type { RefinedGraph } from '../../model/refined-trajectory.ts';
import type { Warning } from '../../model/warnings.ts';

/** Warnings of the refinement, for the report. */
export function refineWarnings(
  refinement: { readonly graph: Pick<RefinedGraph, 'leftOut'> } | null,
): Warning[] {
  if (refinement === null || refinement.graph.leftOut.length === 0) return [];
  const names = [...new Set(refinement.graph.leftOut.map(({ name }) => name))].join(', ');
  return [
    {
      code: 'control-left-out',
      ...remark('control-left-out', { names }),
    },
  ];
}
