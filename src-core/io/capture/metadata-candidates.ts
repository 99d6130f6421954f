import type { SensorModel } from '../../model/sensor.ts';
import type { CaptureSummary } from './inspect-capture.ts';
import { describeLayout } from './ouster/known-sizes.ts';
import { layoutsOf } from './packet-layouts.ts';

/**
 * File names under which a capture's metadata usually lies in the same folder, most likely first: what the
 * maker's recorders write (`name.json`, `name_0.json`) and the general ones.
 * @param captureName file name without folder, such as `drive.pcap.gz`
 */
export function metadataCandidates(captureName: string): string[] {
  const stem = stemOf(captureName);
  return [`${stem}.json`, `${stem}_0.json`, `${stem}_metadata.json`, 'metadata.json', 'metadata_0.json'];
}

/**
 * The JSON files of a capture's folder that may be its metadata, most likely first: `metadataCandidates`,
 * then those whose name starts as the capture's does, up to a separator, the longest first.
 * @param names of the files in the folder
 */
export function rankMetadata(captureName: string, names: readonly string[]): string[] {
  const usual = metadataCandidates(captureName).filter((name) => names.includes(name));
  const stem = stemOf(captureName);
  const alike = names
    .filter((name) => /\.json$/i.test(name) && !usual.includes(name))
    .map((name) => ({ name, shared: sharedStart(stem, stemOf(name)) }))
    .filter(({ shared }) => shared > 0)
    .sort((a, b) => b.shared - a.shared || a.name.localeCompare(b.name));
  return [...usual, ...alike.map(({ name }) => name)];
}

/** Why metadata is not that of a capture. */
export interface MetadataMisfit {
  readonly of: 'packets' | 'sensor';
  /** Half a sentence. */
  readonly why: string;
}

/**
 * Why metadata cannot belong to a capture: packet sizes, initialisation id, serial number.
 * @returns what it is of and half a sentence, or null where nothing speaks against it
 */
export function metadataMisfit(sensor: SensorModel, capture: CaptureSummary): MetadataMisfit | null {
  const lidar = capture.streams.filter((stream) => stream.kind === 'lidar');
  const layouts = layoutsOf(sensor);
  const fits = lidar.some(({ size }) => layouts.some((layout) => layout.packetBytes === size));
  if (lidar.length > 0 && !fits) {
    const sizes = lidar.map(({ size }) => size).join(', ');
    const described = layouts.map((l) => `${l.packetBytes} bytes (${describeLayout(l)})`).join(' or ');
    return { of: 'packets', why: `it describes packets of ${described}, the capture holds ${sizes}` };
  }
  const { identities } = capture;
  if (identities.length === 0) return null;
  if (sensor.initId !== null && !identities.some(({ initId }) => initId === sensor.initId)) {
    const carried = identities.map(({ initId }) => initId).join(', ');
    return { of: 'sensor', why: `its initialisation id is ${sensor.initId}, the packets carry ${carried}` };
  }
  if (sensor.serial !== '' && !identities.some(({ serial }) => serial === sensor.serial)) {
    const carried = identities.map(({ serial }) => serial).join(', ');
    return { of: 'sensor', why: `its serial number is ${sensor.serial}, the packets carry ${carried}` };
  }
  return null;
}

function stemOf(name: string): string {
  return name.replace(/\.gz$/i, '').replace(/\.[^.]+$/, '');
}

const SEPARATORS = /[_\-. ]/;

/** Characters that two names share from the start, up to the last separator in common. */
function sharedStart(a: string, b: string): number {
  let same = 0;
  while (same < a.length && same < b.length && a[same] === b[same]) same++;
  const ends = (name: string) => name.length === same || SEPARATORS.test(name[same]);
  if (ends(a) && ends(b)) return same;
  while (same > 0 && !SEPARATORS.test(a[same - 1])) same--;
  return same;
}
