import type { RefinedGraph } from '../../model/refined-trajectory.ts';
import { sentence, type Warning } from '../../model/sentences.ts';

/** Warnings of the refinement, for the report. */
export function refineWarnings(
  refinement: { readonly graph: Pick<RefinedGraph, 'leftOut'> } | null,
): Warning[] {
  if (refinement === null || refinement.graph.leftOut.length === 0) return [];
  const names = [...new Set(refinement.graph.leftOut.map(({ name }) => name))].join(', ');
  return [
    {
      code: 'control-left-out',
      message: `The control points ${names} do not agree with the others and with the path, and hold nothing; check their coordinates and which target they are.`,
      sentence: sentence('control-left-out', { names }),
    },
  ];
}
