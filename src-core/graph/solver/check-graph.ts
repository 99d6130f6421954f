import { type Message, message } from '../../messages/message.ts';
import { SocavonError } from '../../model/errors.ts';
import type { PoseGraph } from '../pose-graph.ts';

/**
 * Checks from the connectivity alone that the factors can determine all nodes: rejects a node without a factor, and
 * a connected component without an absolute factor. Numerical singularities are detected when the equations are
 * solved.
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
  if (loose >= 0) throw undetermined(message('graph-nothing-measured', { node: loose }));
  const anchored = new Set(
    factors.filter(({ residual }) => residual.isAbsolute).map(({ residual }) => root(residual.nodes[0])),
  );
  const adrift = poses.findIndex((_, node) => !anchored.has(root(node)));
  if (adrift >= 0) throw undetermined(message('graph-adrift', { node: adrift }));
}

/** Error for a graph whose poses are not determined. @param why what is undetermined, as half a sentence */
export function undetermined(why: Message): SocavonError {
  return new SocavonError('not-determined', message('refine-undetermined', { why }));
}
