import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { matrix4Of, rigidFromMatrix4 } from '../../src-core/math/se3.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import type { PointSet } from '../../src-lab/problem/method.ts';
import type { Outcome, Start } from './starts.ts';

/** Another program's registration methods, run on the same starts where it is installed. */
interface Peer {
  /** Program and its arguments; the method comes last. */
  readonly command: readonly string[];
  readonly methods: readonly string[];
  /** True if it can be run here. */
  readonly isHere: () => boolean;
}

const smallGicp = process.env.SOCAVON_SMALL_GICP;

/** Open3D is Debian's python3-open3d; small_gicp is a driver that bench/basin/peer-small-gicp.cpp says how to build. */
const PEERS: Readonly<Record<string, Peer>> = {
  Open3D: {
    command: ['/usr/bin/python3', join(import.meta.dirname, 'peer-open3d.py')],
    methods: ['icp', 'plane', 'gicp'],
    isHere: () => spawnSync('/usr/bin/python3', ['-c', 'import open3d']).status === 0,
  },
  small_gicp: {
    command: [smallGicp ?? ''],
    methods: ['icp', 'plane', 'gicp', 'vgicp'],
    isHere: () => smallGicp !== undefined && existsSync(smallGicp),
  },
};

/** Names of the peers' methods, as `PEER METHOD`. */
export const PEER_METHODS: readonly string[] = Object.keys(PEERS).flatMap(namesOf);

/** Of these, those that can be run here. */
export function peersHere(): string[] {
  return Object.keys(PEERS).flatMap((peer) => (PEERS[peer].isHere() ? namesOf(peer) : []));
}

/** True for a name that `peersHere` may give, without a look at what is installed: that starts a process. */
export function isPeer(name: string): boolean {
  return name.split(' ')[0] in PEERS;
}

/** Radius to which clouds are scaled for the peers, m: their tolerances and voxels are those of a LiDAR scan. */
const RADIUS = 10;

/**
 * Runs a method of a peer. Its process reads f64: the numbers of source points, target points and starts, the points,
 * and of each start the largest distance of a match and the 4x4 matrix, row by row; it writes for each start the 16
 * numbers of its result and the milliseconds.
 *
 * @param name from `peersHere`
 * @param radius of the source, m
 */
export function runPeer(
  name: string,
  source: PointSet,
  target: PointSet,
  starts: readonly Start[],
  radius: number,
): Outcome[] {
  const [peer, method] = name.split(' ');
  const scale = RADIUS / radius;
  const numbers = [source.count, target.count, starts.length];
  for (const { xyz } of [source, target]) for (const value of xyz) numbers.push(scale * value);
  for (const { T_target_source, maxDistance } of starts)
    numbers.push(scale * maxDistance, ...matrix4Of(scaled(T_target_source, scale)));
  const [program, ...args] = PEERS[peer].command;
  const { stdout, stderr, status } = spawnSync(program, [...args, method], {
    input: new Uint8Array(Float64Array.from(numbers).buffer),
    maxBuffer: 1 << 26,
  });
  if (status !== 0) throw new Error(`${name} failed: ${stderr}`);
  return stdout
    .toString()
    .trim()
    .split('\n')
    .map((line) => {
      const values = line.trim().split(/\s+/).map(Number);
      const T_target_source = scaled(rigidFromMatrix4(values), 1 / scale);
      return { T_target_source, ms: values[16] };
    });
}

function scaled({ R, t }: Rigid, scale: number): Rigid {
  return { R, t: t.map((value) => scale * value) };
}

function namesOf(peer: string): string[] {
  return PEERS[peer].methods.map((method) => `${peer} ${method}`);
}
