import type { StageContext } from '../../../../src-core/model/context.ts';
import {
  type CloudDescription,
  cloudDoubts,
  cloudEntries,
  describeCloud as readCloud,
  type StatedCloud,
} from '../../../jobs/preview/cloud-facts.ts';
import type { CommandResult } from '../with-command.ts';
import { say, sayError, sayRemark } from '../words.ts';
import { plain, sheet } from './sheet.ts';

/** Describes a cloud of another program, all of its points, and says how it is measured. */
export async function describeCloud(
  path: string,
  context: StageContext,
  stated: StatedCloud = {},
): Promise<CommandResult> {
  const { cloud, damage } = await readCloud(path, Number.POSITIVE_INFINITY, context, stated);
  const warnings = [
    ...(damage === null ? [] : [sayError(damage)]),
    ...cloudDoubts(cloud).map(({ remark }) => sayRemark(remark)),
  ];
  const next = damage === null && cloud.unit.by !== 'degrees' ? nextSteps(path, cloud) : [];
  return {
    data: { kind: 'cloud', path, cloud: plain(cloud), warnings, next },
    text: [
      sheet(say('info-cloud', { path }), cloudEntries(cloud), warnings),
      ...next.map((step) => `  ${step}`),
    ].join('\n'),
    failed: damage !== null,
  };
}

/** How the cloud is measured, and what a person can add that its file leaves open. */
function nextSteps(path: string, { unit, time, stations }: CloudDescription): string[] {
  const hasPoses = stations.some(({ position }) => position !== null);
  return [
    say('info-cloud-next', { path }),
    ...(unit.by === 'assumed' ? [say('info-cloud-unit')] : []),
    ...(hasPoses ? [] : [say(time === null ? 'info-cloud-trajectory' : 'info-cloud-trajectory-timed')]),
    say('info-cloud-scanner'),
  ];
}
