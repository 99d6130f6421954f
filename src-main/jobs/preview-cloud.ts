import type { CapturePreview } from '../../src-core/contract/project-requests.ts';
import { toWireError } from '../../src-core/contract/wire-error.ts';
import type { StageContext } from '../../src-core/model/context.ts';
import { factsOf } from './capture-facts.ts';
import { cloudDoubts, cloudEntries, describeCloud } from './cloud-facts.ts';

/** Points that are read, so that the preview of a large cloud is as fast as that of a small one. */
const MOST_POINTS = 1 << 20;

/**
 * Preview of a cloud of another program before its import: what its header and its first points tell.
 *
 * @throws SocavonError of the reader; CancelledError
 */
export async function previewCloud(path: string, context: StageContext): Promise<CapturePreview> {
  const { cloud, damage } = await describeCloud(path, MOST_POINTS, context);
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
      ...(damage === null ? [] : [{ ...toWireError(damage), repair: null, blocks: true }]),
      ...doubts,
    ],
    metadata: null,
    metadataOffers: [],
    firstScan: null,
    scanShare: null,
  };
}
