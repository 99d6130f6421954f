import type { ControlFound, LoopFound, Refinement } from '../../src-core/contract/refine-requests.ts';
import { applyToPoint } from '../../src-core/math/se3.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import { arrowPieces, crossPieces } from '../viewer/arrows.ts';
import { piecesOf } from '../viewer/line-layer.ts';
import { addScaled, type Vector } from '../viewer/vector.ts';
import { drawnFrame } from './drawn-frame.ts';
import type { PointRow } from './point-rows.ts';

/** Sensor positions in the drawn frame with their scan indices, ascending. */
export interface SensorPath {
  /** 3 per position, m. */
  readonly positions: Float64Array;
  readonly scanIndex: Uint32Array;
}

/** Drawn parts of a graph, each with its own colour. */
export const GRAPH_PARTS = [
  'way',
  'anchors',
  'closed',
  'refused',
  'control',
  'check',
  'unnamed',
  'arrows',
] as const;
export type GraphPart = (typeof GRAPH_PARTS)[number];

/** Line segments (`Lines.ends`) of every part; empty if there are none. */
export type GraphLines = Readonly<Record<GraphPart, Float64Array>>;

/** Design token of the colour of each part. */
export const PART_INK: Readonly<Record<GraphPart, string>> = {
  way: '--chart-2',
  anchors: '--chart-2',
  closed: '--good',
  refused: '--bad',
  control: '--chart-1',
  check: '--chart-3',
  unnamed: '--warning',
  arrows: '--text',
};

/** Line width of each part, CSS px. */
export const PART_WIDTH: Readonly<Record<GraphPart, number>> = {
  way: 2,
  anchors: 1.5,
  closed: 4,
  refused: 1.5,
  control: 3,
  check: 3,
  unnamed: 3,
  arrows: 3,
};

/** Half size of the crosses of anchors and points, m. */
const ANCHOR_CROSS = 0.18;
const POINT_CROSS = 0.3;

export interface GraphDrawn {
  readonly way: SensorPath;
  readonly control: ControlFound | null;
  readonly refinement: Refinement | null;
  readonly loops: readonly LoopFound[];
  readonly rows: readonly PointRow[];
  /** Exaggeration factor of drawn differences. */
  readonly factor: number;
}

export function graphLines(drawn: GraphDrawn): GraphLines {
  const { way, control, refinement, loops, rows, factor } = drawn;
  const frame = drawnFrame(control, refinement);
  const placed = rows.flatMap(({ point: { easting, northing, elevation, role }, isFirst, error }) => {
    const surveyed: Vector = [easting, northing, elevation];
    const place = frame.fromGrid(surveyed);
    const tip = error && frame.fromGrid(addScaled(surveyed, error, factor));
    return place === null ? [] : [{ place, tip, role, isFirst }];
  });
  const ofRole = (role: string): Vector[] =>
    placed.filter((row) => row.isFirst && row.role === role).map(({ place }) => place);
  const unnamed = (control?.targets ?? []).filter(({ isUsed, name }) => isUsed && name === null);
  return {
    way: piecesOf(way.positions),
    anchors: crossPieces(anchorsOf(refinement), ANCHOR_CROSS),
    closed: edgesOf(
      loops.filter(({ accepted }) => accepted),
      way,
    ),
    refused: edgesOf(
      loops.filter(({ accepted }) => !accepted),
      way,
    ),
    control: crossPieces(ofRole('control'), POINT_CROSS),
    check: crossPieces(ofRole('check'), POINT_CROSS),
    unnamed: crossPieces(
      unnamed.map(({ place, scan }) => frame.fromOdometry(place, scan)),
      POINT_CROSS,
    ),
    arrows: arrowPieces(placed.flatMap(({ place, tip }) => (tip === null ? [] : [[place, tip] as const]))),
  };
}

/** Lines transformed into the mine grid of a map with a typed pose; null: unchanged. */
export function placedLines(lines: GraphLines, T_grid_drawn: Rigid | null): GraphLines {
  if (T_grid_drawn === null) return lines;
  const placed = GRAPH_PARTS.map((part) => {
    const ends = lines[part].slice();
    for (let i = 0; i < ends.length; i += 3)
      ends.set(applyToPoint(T_grid_drawn, ends[i], ends[i + 1], ends[i + 2]), i);
    return [part, ends];
  });
  return Object.fromEntries(placed);
}

function anchorsOf(refinement: Refinement | null): Vector[] {
  const poses = refinement?.anchors.T_map_sensor ?? new Float64Array(0);
  return Array.from({ length: poses.length / 12 }, (_, i) => [
    poses[12 * i + 9],
    poses[12 * i + 10],
    poses[12 * i + 11],
  ]);
}

function edgesOf(loops: readonly LoopFound[], path: SensorPath): Float64Array {
  return Float64Array.from(
    loops.flatMap(({ fromScan, toScan }) => {
      const ends = [positionOf(path, fromScan), positionOf(path, toScan)];
      return ends.includes(null) ? [] : (ends as Vector[]).flat();
    }),
  );
}

function positionOf({ positions, scanIndex }: SensorPath, scan: number): Vector | null {
  const place = scanIndex.indexOf(scan);
  return place < 0 ? null : [positions[3 * place], positions[3 * place + 1], positions[3 * place + 2]];
}
