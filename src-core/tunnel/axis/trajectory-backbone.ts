/** The path of a drive followed once, end to end. */
export interface Backbone {
  /** 3 per node, metres. */
  readonly xyz: Float64Array;
  /** Length along the nodes, m, from 0. */
  readonly along: Float64Array;
}

/** A new node must advance at least this share of its distance: cos of about 75 degrees. */
const ADVANCE = 0.25;
/** The direction of travel is taken over so many metres of nodes. */
const HEADING_REACH = 2;

/** One open end of the path being followed. */
interface End {
  /** Node positions, outward, the shared first node included. */
  readonly nodes: number[][];
  length: number;
}

/**
 * Follows a trajectory once: a position becomes a node when it extends the path at one of its two ends. Standing
 * still adds nothing, reversing and coming back run along nodes that are there, turning on the spot does
 * not advance. The path may grow at both ends (a robot that starts in the middle), and runs the way of the
 * longer arm.
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
      // Only where the robot stood at this end a moment ago does the step lead out of it.
      if (gap(before, tip(end)) > Math.max(laneWidth, 2 * step)) continue;
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
  const distance = gap(p, last);
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
    if (gap(node, last) >= HEADING_REACH) break;
  }
  if (from === null) return null;
  const length = gap(from, last);
  return [(last[0] - from[0]) / length, (last[1] - from[1]) / length, (last[2] - from[2]) / length];
}

/** True where a position lies beside a part of the path that is well behind the end. */
function onOlderPart(end: End, other: End, p: number[], laneWidth: number): boolean {
  let behind = 0;
  let previous = tip(end);
  const check = (node: number[]): boolean => {
    behind += gap(node, previous);
    previous = node;
    return behind > 2 * laneWidth && gap(node, p) < laneWidth;
  };
  for (let i = end.nodes.length - 2; i >= 0; i--) if (check(end.nodes[i])) return true;
  for (let i = 1; i < other.nodes.length; i++) if (check(other.nodes[i])) return true;
  return false;
}

function measured(nodes: number[][]): Backbone {
  const along = new Float64Array(nodes.length);
  for (let i = 1; i < nodes.length; i++) along[i] = along[i - 1] + gap(nodes[i - 1], nodes[i]);
  return { xyz: Float64Array.from(nodes.flat()), along };
}

function tip(end: End): number[] {
  return end.nodes[end.nodes.length - 1];
}

function gap(a: number[], b: number[]): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}
