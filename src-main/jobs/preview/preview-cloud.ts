import type { CapturePreview } from '../../../src-core/contract/project-requests.ts';
import { toWireError } from '../../../src-core/contract/wire-error.ts';
import { heightsConverted } from '../../../src-core/io/cloud/cloud-unit.ts';
import { remarkOf } from '../../../src-core/messages/remark.ts';
import type { StageContext } from '../../../src-core/model/context.ts';
import type { SocavonError } from '../../../src-core/model/errors.ts';
import type { CloudChoice } from '../../project/import-clouds.ts';
import { factsOf } from './capture-facts.ts';
import { type CloudDescription, cloudDoubts, cloudEntries, describeCloud } from './cloud-facts.ts';

/** Points that are read, so that the preview of a large cloud is as fast as that of a small one. */
const MOST_POINTS = 1 << 20;

/**
 * Preview of a cloud of another program before its import: what its header and its first points tell.
 *
 * @param choice what a person says of it
 * @throws SocavonError of the reader; CancelledError
 */
export async function previewCloud(
  path: string,
  choice: CloudChoice,
  context: StageContext,
): Promise<CapturePreview> {
  const { cloud, damage } = await describeCloud(path, MOST_POINTS, context, choice);
  const doubts = cloudDoubts(cloud).map(({ code, remark }) => ({
    code,
    ...remark,
    repair: null,
    blocks: false,
  }));
  return {
    kind: 'cloud',
    name: cloud.name,
    bytes: cloud.bytes,
    facts: factsOf(cloudEntries(cloud)),
    problems: [
      ...(damage === null ? [] : [{ ...toWireError(damage), repair: repairOf(damage), blocks: true }]),
      ...converted(cloud),
      ...doubts,
    ],
    metadata: null,
    metadataOffers: [],
    firstScan: null,
    scanShare: null,
  };
}

/** The header states a box that the points leave: it may be the header that is wrong. */
function repairOf({ sentence }: SocavonError): 'ignore-box' | null {
  return sentence?.code === 'las-outside-box' ? 'ignore-box' : null;
}

/** What the import says of heights in a unit of their own. */
function converted({ name, unit, heightMetres }: CloudDescription): CapturePreview['problems'] {
  if (heightMetres === null || unit.by === 'degrees') return [];
  const said = heightsConverted(name, { plan: unit.metres, height: heightMetres });
  return [{ code: said.code, ...remarkOf(said), repair: null, blocks: false }];
}
