import type { BreakVolumes } from '../../model/breaks.ts';
import type { ReportDesign } from '../../report/report-input.ts';
import { designLines } from '../../tunnel/design-lines.ts';
import type { DesignRequest } from '../survey-request.ts';

/** Design section of the report. */
export function reportDesign({ name, programme }: DesignRequest, volumes: BreakVolumes): ReportDesign {
  const stretches = programme.stretches.map((stretch) => {
    const { excavation, pay } = designLines(stretch.section, programme);
    return { ...stretch, outline: excavation, payOutline: pay };
  });
  const [{ outline, payOutline }] = stretches;
  const { pay } = programme.offsets;
  return {
    name,
    section: programme.stretches[0].section,
    outline,
    volumes,
    pay:
      pay === null || payOutline === null || volumes.unpaid === null
        ? null
        : { limit: pay, outline: payOutline, volumes: { overbreak: volumes.unpaid } },
    offsets: programme.offsets,
    tolerance: programme.tolerance,
    ...(stretches.length > 1 && { stretches }),
  };
}
