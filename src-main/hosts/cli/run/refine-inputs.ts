import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import type { RefineInput } from '../../../../src-core/contract/refine-requests.ts';
import type { MineGrid } from '../../../../src-core/grid/mine-grid.ts';
import type { LengthUnit } from '../../../../src-core/io/cad/length-units.ts';
import { parseControlPointsCsv } from '../../../../src-core/io/tables/control-points-csv.ts';
import { message } from '../../../../src-core/messages/message.ts';
import type { KnownLength, TargetKind } from '../../../../src-core/model/control.ts';
import type { EngineName } from '../../../../src-core/model/engine-name.ts';
import { SocavonError } from '../../../../src-core/model/errors.ts';
import { readText } from '../../../files/read-text.ts';
import { listInMetres } from '../../../jobs/import/stated-grid.ts';
import { pointsOf } from '../../../jobs/session/refine-question.ts';
import type { Project } from '../../../project/project.ts';
import type { MeasureCommandOptions, ReportFileOptions } from '../measure-options.ts';
import type { OutputOptions } from '../output-options.ts';

export interface RunCommandOptions extends MeasureCommandOptions, ReportFileOptions, OutputOptions {
  readonly metadata?: string;
  readonly sensor?: string;
  readonly sensorAddress?: string;
  readonly project: string;
  readonly out: string;
  readonly engine: EngineName;
  /** The next nine are of clouds that other programs made; see `CloudChoice`. */
  readonly trajectory?: string;
  readonly trajectoryUnit?: LengthUnit;
  readonly cloudUnit?: LengthUnit;
  readonly heightUnit?: LengthUnit;
  readonly ignoreBox?: true;
  readonly frame?: 'grid' | 'local';
  readonly scanner?: string;
  /** m. */
  readonly pointAccuracy?: number;
  /** Percent of a length. */
  readonly lengthAccuracy?: number;
  readonly mapVoxel?: number;
  /** Path of the list; false: deletes the stored list. */
  readonly control?: string | false;
  /** Session of a cloud that counts as fixed; null: no longer. */
  readonly reference?: number | 'none';
  /** Path of the points picked in a cloud. */
  readonly picked?: string;
  /** Grid of the control points: a code or a file. */
  readonly grid?: string;
  readonly check?: readonly string[];
  readonly targetShape?: TargetKind['shape'];
  /** m. */
  readonly targetSize?: number;
  readonly loops?: boolean;
  readonly level?: boolean;
  readonly keepMoved?: boolean;
  /** 'auto', 'off' or the path of a calibration; default 'auto'. */
  readonly calibration?: string;
  readonly knownLength?: readonly KnownLength[];
  readonly json?: boolean;
}

/** Control points with the file they were read from. */
export interface ControlList {
  readonly name: string;
  readonly text: string;
}

/** Least number of control points to georeference a survey, whatever else is known. */
const LEAST_CONTROL = 2;

/**
 * Reads the list of control points and validates it before anything is computed.
 *
 * @returns null: none was given
 * @throws SocavonError of the file; 'usage' if a check point is not in it, or too few control points remain
 */
export async function readControl(
  { control, check, project }: RunCommandOptions,
  grid: MineGrid | null = null,
): Promise<ControlList | null> {
  if (control === undefined || control === false) {
    const isKept = control === undefined && existsSync(resolve(project));
    if (check !== undefined && !isKept) refuseUnusable([], check, null);
    return null;
  }
  const file = { name: basename(control), text: await readText(control) };
  const points = parseControlPointsCsv(file.text, file.name);
  const list = { ...file, text: listInMetres(file.text, file.name, grid) };
  refuseUnusable(
    points.map(({ name, role }) => ({ name, role })),
    check ?? [],
    list.name,
  );
  return list;
}

/**
 * Stores the refinement inputs of the command line in the project; inputs that are not set stay unchanged.
 *
 * @throws SocavonError 'usage' if a check point is not in the stored list
 */
export function storeRefineInputs(
  project: Project,
  sessionId: number,
  list: ControlList | null,
  options: RunCommandOptions,
): void {
  const { refineInputs } = project;
  const { control, check, loops, level, knownLength, originPose, targetShape, targetSize } = options;
  project.transaction(() => {
    if (control === false || list !== null) {
      refineInputs.removeFile(sessionId);
      refineInputs.removeRoles(sessionId);
    }
    if (list !== null) refineInputs.setFile(sessionId, list.name, list.text);
    const points = pointsOf(project, sessionId);
    if (check !== undefined) {
      refuseUnusable(points, check, refineInputs.file(sessionId)?.name ?? null);
      for (const { name } of points)
        refineInputs.setRole(sessionId, name, check.includes(name) ? 'check' : 'control');
    }
    const before = refineInputs.asked(sessionId);
    const input: RefineInput = {
      loops: loops ?? before.loops,
      level: level ?? before.level,
      knownLengths: knownLength === undefined ? before.knownLengths : [...knownLength],
      roughStart: roughStartOf(points.length > 0, originPose, before),
      target: { shape: targetShape ?? before.target.shape, size: targetSize ?? before.target.size },
    };
    refineInputs.setAsked(sessionId, input);
  });
}

/**
 * The origin pose as initial guess: with control points it is approximate, without them the refinement ignores it.
 */
function roughStartOf(
  hasPoints: boolean,
  originPose: RunCommandOptions['originPose'],
  before: RefineInput,
): RefineInput['roughStart'] {
  if (!hasPoints || originPose === undefined) return before.roughStart;
  return { R: [...originPose.R], t: [...originPose.t] };
}

function refuseUnusable(
  points: readonly { readonly name: string; readonly role: 'control' | 'check' }[],
  check: readonly string[],
  list: string | null,
): void {
  if (list === null) throw new SocavonError('usage', message('check-without-control'));
  const unknown = check.filter((name) => !points.some((point) => point.name === name));
  if (unknown.length > 0)
    throw new SocavonError(
      'usage',
      message('check-unknown', {
        list,
        unknown: unknown.join(', '),
        points: points.map(({ name }) => name).join(', '),
      }),
    );
  const held = points.filter(({ name, role }) => role === 'control' && !check.includes(name)).length;
  if (held < LEAST_CONTROL)
    throw new SocavonError('not-determined', message('control-too-few', { list, count: held }));
}
