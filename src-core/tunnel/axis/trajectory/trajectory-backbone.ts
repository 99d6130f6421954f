import { distance3 } from '../../../math/vec3.ts';

/** Path of a drive traced once, end to end. */
export interface Backbone {
  /** 3 per node, metres. */
  readonly xyz: Float64Array;
  /** Length along the nodes, m, from 0. */
  readonly along: Float64Array;
}

/** A new node must advance at least this share of its distance: cos of about 75 degrees. */
const ADVANCE = 0.25;
/** Length of nodes over which the direction of travel is taken, m. */
const HEADING_REACH = 2;

/** One open end of the path being traced. */
interface End {
  /** Node positions, outward, the shared first node included. */
  readonly nodes: number[][];
  length: number;
}

/**
 * Traces a trajectory once: a position becomes a node if it extends the path at one of its two ends. Stops
 * add nothing, reversing and return passes run along existing nodes, turning on the spot does not advance.
 * The path may grow at both ends (a robot that starts in the middle), and runs in the direction of the longer
 * arm.
 *
 * @param positions 3 per position, metres, in order of time
 * @param step least distance between nodes, m
 * @param laneWidth positions this near an older part of the path are on it, m
 */
export function traceBackbone(positions: Float64Array, step: number, laneWidth: number): Backbone {
  const count = positions.length / 3;
  if (count === 0) return { xyz: new Float64Array(0), along: new Float64Array(0) };
  const start = [positions[0], positions[1], positions[2]];
  const front: End = { nodes: [start], length: 0 };
  const back: End = { nodes: [start], length: 0 };
  let before = start;
  for (let i = 1; i < count; i++) {
    const p = [positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]];
    for (const [end, other] of [
      [front, back],
      [back, front],
    ]) {
      // A step extends this end only if the robot was at it a moment ago.
      if (distance3(before, tip(end)) > Math.max(laneWidth, 2 * step)) continue;
      if (extend(end, other, p, step, laneWidth)) break;
    }
    before = p;
  }
  const reversed = back.length > front.length;
  const nodes = [...[...back.nodes].reverse(), ...front.nodes.slice(1)];
  return measured(reversed ? nodes.reverse() : nodes);
}

function extend(end: End, other: End, p: number[], step: number, laneWidth: number): boolean {
  const last = tip(end);
  const distance = distance3(p, last);
  if (distance < step) return false;
  const heading = headingOf(end, other);
  if (heading !== null) {
    const advance =
      (p[0] - last[0]) * heading[0] + (p[1] - last[1]) * heading[1] + (p[2] - last[2]) * heading[2];
    if (advance < ADVANCE * distance) return false;
  }
  if (onOlderPart(end, other, p, laneWidth)) return false;
  end.nodes.push(p);
  end.length += distance;
  return true;
}

/** Outward direction of an end; null while the path is a single node. */
function headingOf(end: End, other: End): number[] | null {
  const last = tip(end);
  const path = [...end.nodes.slice(-1 - 64).reverse(), ...other.nodes.slice(1, 64)];
  let from: number[] | null = null;
  for (const node of path.slice(1)) {
    from = node;
    if (distance3(node, last) >= HEADING_REACH) break;
  }
  if (from === null) return null;
  const length = distance3(from, last);
  return [(last[0] - from[0]) / length, (last[1] - from[1]) / length, (last[2] - from[2]) / length];
}

/** True if a position is next to a part of the path that is well behind the end. */
function onOlderPart(end: End, other: End, p: number[], laneWidth: number): boolean {
  let behind = 0;
  let previous = tip(end);
  const check = (node: number[]): boolean => {
    behind += distance3(node, previous);
    previous = node;
    return behind > 2 * laneWidth && distance3(node, p) < laneWidth;
  };
  for (let i = end.nodes.length - 2; i >= 0; i--) if (check(end.nodes[i])) return true;
  for (let i = 1; i < other.nodes.length; i++) if (check(other.nodes[i])) return true;
  return false;
}

function measured(nodes: number[][]): Backbone {
  const along = new Float64Array(nodes.length);
  for (let i = 1; i < nodes.length; i++) along[i] = along[i - 1] + distance3(nodes[i - 1], nodes[i]);
  return { xyz: Float64Array.from(nodes.flat()), along };
}

function tip(end: End): number[] {
  return end.nodes[end.nodes.length - 1];
}
