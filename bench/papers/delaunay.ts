import { spawnSync } from 'node:child_process';
import type { PointSet } from '../../src-lab/problem/method.ts';
import type { Template } from '../../src-lab/search/template.ts';

/** Builds the triangulation by Qhull, through Debian's python3-scipy, and writes which points are neighbours. */
const BUILD = `
import sys, time
import numpy
from scipy.spatial import Delaunay
points = numpy.frombuffer(sys.stdin.buffer.read(), dtype=numpy.float64).reshape(-1, 3)
began = time.process_time()
# QJ: a grid has many points on one sphere; moved by rounding errors they have one triangulation.
first, neighbours = Delaunay(points, qhull_options='QJ Qbb').vertex_neighbor_vertices
ms = 1000 * (time.process_time() - began)
for values in ([len(points)], first, neighbours):
    sys.stdout.buffer.write(numpy.asarray(values, dtype=numpy.int32).tobytes())
sys.stderr.write(str(ms))
`;

/** Nearest points by walking over a Delaunay triangulation of a cloud. */
interface DelaunaySearch {
  /** Time of the triangulation, ms of the processor. */
  readonly buildMs: number;
  /**
   * Finds the nearest point from the hint, or from any: to the neighbour that is nearest to the place, until none is
   * nearer than where the walk stands. In a Delaunay triangulation that is the nearest of all.
   */
  readonly template: Template;
}

/** @returns null where python3 has no scipy */
export function delaunaySearch({ count, xyz }: PointSet): DelaunaySearch | null {
  const input = new Uint8Array(xyz.buffer, xyz.byteOffset, 24 * count);
  const { status, stdout, stderr } = spawnSync('python3', ['-c', BUILD], { input, maxBuffer: 1 << 28 });
  if (status !== 0) return null;
  const numbers = new Int32Array(
    stdout.buffer.slice(stdout.byteOffset, stdout.byteOffset + stdout.byteLength),
  );
  const first = numbers.subarray(1, count + 2);
  const neighbours = numbers.subarray(count + 2);
  const squared = (i: number, x: number, y: number, z: number): number =>
    (xyz[3 * i] - x) ** 2 + (xyz[3 * i + 1] - y) ** 2 + (xyz[3 * i + 2] - z) ** 2;
  const find: Template['find'] = (x, y, z, hint) => {
    let best = Math.max(0, hint);
    let least = squared(best, x, y, z);
    for (let at = -1; at !== best; ) {
      at = best;
      for (let k = first[at]; k < first[at + 1]; k++) {
        const distance = squared(neighbours[k], x, y, z);
        if (distance < least) {
          least = distance;
          best = neighbours[k];
        }
      }
    }
    return best;
  };
  return { buildMs: Number(stderr.toString()), template: { xyz, find } };
}
