import { type Message, message } from '../../messages/message.ts';
import { unpackedName } from '../../model/file-endings.ts';
import { isOusterProfile, type SensorModel } from '../../model/sensor.ts';
import type { CaptureSummary } from './inspect-capture.ts';
import { describeLayout } from './ouster/known-sizes.ts';
import { layoutsOf } from './packet-layouts.ts';

/**
 * Usual file names of a capture's metadata in the same folder, most likely first: those that the maker's recorders
 * write (`name.json`, `name_0.json`) and the general ones.
 *
 * @param captureName file name without folder, such as `drive.pcap.gz`
 */
export function metadataCandidates(captureName: string): string[] {
  const stem = stemOf(captureName);
  return [`${stem}.json`, `${stem}_0.json`, `${stem}_metadata.json`, 'metadata.json', 'metadata_0.json'];
}

/**
 * Ranks the JSON files of a capture's folder that may be its metadata, most likely first: `metadataCandidates`,
 * then those that share the start of the capture's name up to a separator, the longest first.
 *
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

/** Reason why metadata does not belong to a capture. */
interface MetadataMisfit {
  readonly of: 'packets' | 'sensor';
  /** Half a sentence. */
  readonly why: Message;
}

/**
 * Checks whether metadata can belong to a capture, by packet sizes, initialisation id and serial number.
 *
 * @returns the property that differs and half a sentence, or null if nothing contradicts it
 */
export function metadataMisfit(sensor: SensorModel, capture: CaptureSummary): MetadataMisfit | null {
  // Of another maker: what a file states are angles, and it was taken for as many channels as the packets have.
  if (!isOusterProfile(sensor.profile)) return null;
  const lidar = capture.streams.filter((stream) => stream.kind === 'lidar');
  const layouts = layoutsOf(sensor);
  const fits = lidar.some(({ size }) => layouts.some((layout) => layout.packetBytes === size));
  if (lidar.length > 0 && !fits) {
    const sizes = lidar.map(({ size }) => size);
    const described = layouts.map((layout) =>
      message('packets-of-layout', { bytes: layout.packetBytes, layout: describeLayout(layout) }),
    );
    return { of: 'packets', why: message('misfit-packets', { described, sizes }) };
  }
  const { identities } = capture;
  if (identities.length === 0) return null;
  if (sensor.initId !== null && !identities.some(({ initId }) => initId === sensor.initId)) {
    const carried = identities.map(({ initId }) => initId);
    return { of: 'sensor', why: message('misfit-start', { initId: sensor.initId, carried }) };
  }
  if (sensor.serial !== '' && !identities.some(({ serial }) => serial === sensor.serial)) {
    const carried = identities.map(({ serial }) => serial);
    return { of: 'sensor', why: message('misfit-serial', { serial: sensor.serial, carried }) };
  }
  return null;
}

function stemOf(name: string): string {
  return unpackedName(name).replace(/\.[^.]+$/, '');
}

const SEPARATORS = /[_\-. ]/;

/** Length of the common prefix of two names, up to the last separator in it. */
function sharedStart(a: string, b: string): number {
  let same = 0;
  while (same < a.length && same < b.length && a[same] === b[same]) same++;
  const ends = (name: string) => name.length === same || SEPARATORS.test(name[same]);
  if (ends(a) && ends(b)) return same;
  while (same > 0 && !SEPARATORS.test(a[same - 1])) same--;
  return same;
}
