import { SocavonError } from '../../model/errors.ts';
import type { PoseGraph } from '../pose-graph.ts';

/**
 * Refuses a graph whose factors cannot hold all of its nodes, by their ties alone: a node without a factor, and a part
 * that hangs together but on nothing known. What only the numbers show is refused when the equations are solved.
 *
 * @throws SocavonError 'not-determined'
 */
export function checkGraph({ poses, factors }: PoseGraph): void {
  const tied = new Uint8Array(poses.length);
  const parent = Int32Array.from(poses, (_, node) => node);
  const root = (node: number): number => {
    let at = node;
    while (parent[at] !== at) {
      parent[at] = parent[parent[at]];
      at = parent[at];
    }
    return at;
  };
  for (const { residual } of factors) {
    for (const node of residual.nodes) {
      tied[node] = 1;
      parent[root(node)] = root(residual.nodes[0]);
    }
  }
  const loose = tied.indexOf(0);
  if (loose >= 0) throw undetermined(`nothing was measured of node ${loose}`);
  const held = new Set(
    factors.filter(({ residual }) => residual.isAbsolute).map(({ residual }) => root(residual.nodes[0])),
  );
  const adrift = poses.findIndex((_, node) => !held.has(root(node)));
  if (adrift >= 0)
    throw undetermined(
      `node ${adrift} and what hangs together with it are tied to no known pose or point, so they may lie anywhere`,
    );
}

/** @param why what leaves it open, as half a sentence */
export function undetermined(why: string): SocavonError {
  return new SocavonError(
    'not-determined',
    `The trajectory cannot be refined: ${why}; give a known pose or more control points.`,
  );
}
