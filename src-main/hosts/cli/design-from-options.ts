import { message } from '../../../src-core/messages/message.ts';
import { remarkOf } from '../../../src-core/messages/remark.ts';
import type { StageContext } from '../../../src-core/model/context.ts';
import { type DesignProgramme, soleSection, wholeAxis } from '../../../src-core/model/design.ts';
import type { Design } from '../../../src-core/model/design-schema.ts';
import { SocavonError } from '../../../src-core/model/errors.ts';
import { readDesign } from '../../jobs/read-design.ts';
import type { DesignCommandOptions } from './design-options.ts';

/**
 * Design section from the command line, with its contract terms; null if none is named.
 *
 * @throws SocavonError 'usage' if options of a design are set without a design, and what `readDesign` throws
 */
export async function designFromOptions(
  options: DesignCommandOptions,
  context: StageContext,
): Promise<Design | null> {
  const { design: file, designLine, designUnit, designPlane, designAxisAt, designView } = options;
  if (file === undefined) return noDesign(options);
  const { design, notes } = await readDesign(file, {
    ...(designLine !== undefined && { line: designLine }),
    ...(designUnit && { unit: designUnit }),
    ...(designPlane && { plane: designPlane }),
    ...(designAxisAt && { axisAt: designAxisAt }),
    ...(designView && { view: designView }),
  });
  for (const note of notes) context.emit({ kind: 'note', stage: 'measure', ...remarkOf(note) });
  const programme = withContract(design.programme ?? wholeAxis(design.section), options);
  return soleSection(programme) === null ? { ...design, programme } : design;
}

/** Fills contract terms missing from the design with those of the options; the pay line is handled separately. */
function withContract(
  { offsets, tolerance, ...design }: DesignProgramme,
  { tolerance: band, minClearance, shotcrete }: DesignCommandOptions,
): DesignProgramme {
  return {
    ...design,
    offsets: {
      ...offsets,
      clearance: offsets.clearance ?? minClearance ?? null,
      shotcrete: offsets.shotcrete ?? shotcrete ?? null,
    },
    tolerance: {
      over: tolerance.over ?? band?.over ?? null,
      under: tolerance.under ?? band?.under ?? null,
    },
  };
}

/** Rejects contract options without a design, because a tolerance without a design would have no effect. */
function noDesign(options: DesignCommandOptions): null {
  const said = [
    ['--design-line', options.designLine],
    ['--design-unit', options.designUnit],
    ['--design-plane', options.designPlane],
    ['--design-axis-at', options.designAxisAt],
    ['--design-view', options.designView],
    ['--pay-line', options.payLine],
    ['--tolerance', options.tolerance],
    ['--min-clearance', options.minClearance],
    ['--shotcrete', options.shotcrete],
  ].find(([, value]) => value !== undefined);
  if (said === undefined) return null;
  throw new SocavonError('usage', message('design-option-alone', { option: String(said[0]) }));
}
