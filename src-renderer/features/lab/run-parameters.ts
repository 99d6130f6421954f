import { LAB_FIELDS, type LabField } from '../../../src-core/question/lab-fields.ts';
import { labValue } from '../../../src-core/question/lab-values.ts';
import type { LabRun } from '../../stores/lab-runs.ts';

/** Column of its own in the table. */
const OF_ITS_OWN = 'downsample';

/** An option of a run with its value; null: fitted to the clouds. */
interface RunParameter {
  readonly field: LabField;
  readonly value: number | boolean | string | null;
}

/** Voxel size that the clouds of a run were thinned to, m; 0: all points. */
export function voxelOf({ setting, found: result }: LabRun): number {
  return result.downsample ?? Number(labValue(setting.options, OF_ITS_OWN));
}

/** Options of a run that are not the same in all the runs of its method, or not at their default. */
export function parametersOf(run: LabRun, runs: readonly LabRun[]): RunParameter[] {
  return LAB_FIELDS.flatMap((field) => {
    if (field.key === OF_ITS_OWN || !field.methods.includes(run.setting.method as never)) return [];
    const value = labValue(run.setting.options, field.key);
    const others = runs.filter(({ setting }) => field.methods.includes(setting.method as never));
    const differs = others.some(({ setting }) => labValue(setting.options, field.key) !== value);
    return differs || value !== field.default ? [{ field, value }] : [];
  });
}
