import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { CapturePreview } from '../../src-core/contract/project-requests.ts';
import { type Message, message } from '../../src-core/messages/message.ts';
import { remark, remarkOf } from '../../src-core/messages/remark.ts';
import { bytesText } from '../files/bytes-text.ts';
import { openedClouds } from '../project/cloud-files.ts';

/**
 * Preview of a cloud of another program before its import: what its header tells, without reading its points.
 *
 * @throws SocavonError of the reader
 */
export async function previewCloud(path: string): Promise<CapturePreview> {
  const { size } = await stat(path);
  const facts: CapturePreview['facts'] = [];
  const problems: CapturePreview['problems'] = [];
  const state = (label: string, said: Message) => facts.push({ label, ...remarkOf(said) });
  for await (const { format, count, announcedBounds, crs, timeName, scanPoses } of openedClouds([path])) {
    const text = (value: string) => message('text', { text: value });
    state('format', text(format.toUpperCase()));
    state('size', text(bytesText(size)));
    if (count !== null) state('points', text(String(count)));
    if (announcedBounds !== null) {
      const sides = [0, 1, 2].map((k) => (announcedBounds.max[k] - announcedBounds.min[k]).toFixed(2));
      state('extent', text(sides.join(' × ')));
    }
    if (scanPoses !== undefined && scanPoses.length > 0) state('stations', text(String(scanPoses.length)));
    state('time', message(timeName ? 'fact-time-per-point' : 'fact-no-time'));
    if (crs?.linearUnitMetres === null || crs === null || crs === undefined)
      problems.push({
        code: 'cloud-unit-assumed',
        ...remark('cloud-unit-assumed', { name: basename(path) }),
        repair: null,
        blocks: false,
      });
  }
  return {
    kind: 'cloud',
    name: basename(path),
    bytes: size,
    facts,
    problems,
    metadata: null,
    metadataOffers: [],
    firstScan: null,
    scanShare: null,
  };
}
