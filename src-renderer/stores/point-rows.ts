import type {
  ControlFound,
  ControlPointInput,
  PickFound,
  Refinement,
} from '../../src-core/contract/refine-requests.ts';
import type { Vector } from '../viewer/vector.ts';

/** Status of a listed point. */
type PointStatus =
  /** Targets not searched yet. */
  | 'not-looked'
  /** No target was assigned to it. */
  | 'unseen'
  /** In a cloud: not picked yet. */
  | 'unpicked'
  /** Picked in the map, but not used yet. */
  | 'picked'
  /** A target was assigned, but the point is not used yet. */
  | 'found'
  /** Its difference is from the first placement and includes the drift of the poses. */
  | 'first'
  | 'held'
  | 'check'
  /** Rejected as an outlier; constrains nothing. */
  | 'left-out';

/** Table row of a listed point, one per assigned target; one row for an undetected point. */
export interface PointRow {
  readonly key: string;
  readonly point: ControlPointInput;
  /** True for the first row of its point. */
  readonly isFirst: boolean;
  /** Scans that saw it; null: none. */
  readonly seen: { readonly first: number; readonly last: number } | null;
  /** Observed less surveyed: east, north, up; m. */
  readonly error: Vector | null;
  /** Of an adjusted check point: distance and its uncertainty (95 %), m; null: none. */
  readonly check: { readonly distance: number; readonly plusMinus: number } | null;
  readonly status: PointStatus;
}

/** Points that were picked in the map. */
interface PickedRows {
  /** With their fits; empty: not fitted yet. */
  readonly picks: readonly PickFound[];
  readonly names: readonly string[];
  /** True for a cloud, in which no targets are looked for. */
  readonly isCloud: boolean;
}

/** Rows of all listed points: from the refinement if there is one, else from the first placement, or from the picks alone. */
export function pointRows(
  points: readonly ControlPointInput[],
  control: ControlFound | null,
  refinement: Refinement | null,
  { picks, names, isCloud }: PickedRows = { picks: [], names: [], isCloud: false },
): PointRow[] {
  const isPlaced = refinement?.frame === 'mine-grid';
  const residuals = isPlaced ? refinement.residuals : (control?.residuals ?? []);
  const statusWithout = (name: string, target: unknown): PointStatus => {
    if (names.includes(name)) return 'picked';
    if (isCloud) return 'unpicked';
    return control === null && !isPlaced ? 'not-looked' : target ? 'found' : 'unseen';
  };
  return points.flatMap((point) => {
    const own = residuals.filter(({ name }) => name === point.name);
    const target = control?.targets.find(({ name, isUsed }) => isUsed && name === point.name);
    if (own.length === 0) {
      const error = isPlaced ? null : (picks.find(({ name }) => name === point.name)?.error ?? null);
      const status = error === null ? statusWithout(point.name, target) : 'first';
      return [{ key: point.name, point, isFirst: true, seen: seenIn(target), error, check: null, status }];
    }
    return own.map(({ scanIndex, error, role, distance, plusMinus }, i): PointRow => {
      const seen = control?.targets.find(({ name, scan }) => name === point.name && scan === scanIndex);
      const isOut = refinement?.leftOut.some((out) => out.name === point.name && out.scanIndex === scanIndex);
      return {
        key: `${point.name} ${scanIndex}`,
        point,
        isFirst: i === 0,
        seen: seenIn(seen) ?? { first: scanIndex, last: scanIndex },
        error,
        check: plusMinus === undefined ? null : { distance, plusMinus },
        status: !isPlaced ? 'first' : isOut ? 'left-out' : role === 'check' ? 'check' : 'held',
      };
    });
  });
}

function seenIn(target: { readonly firstScan: number; readonly lastScan: number } | undefined) {
  return target === undefined ? null : { first: target.firstScan, last: target.lastScan };
}

/** Root mean square of the lengths of differences, m; null for none. */
export function rmsLength(errors: readonly Vector[]): number | null {
  if (errors.length === 0) return null;
  const squares = errors.reduce((sum, [x, y, z]) => sum + x * x + y * y + z * z, 0);
  return Math.sqrt(squares / errors.length);
}
