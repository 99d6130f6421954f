import { type Message, message } from '../../messages/message.ts';
import type { SensorModel } from '../../model/sensor.ts';
import type { CaptureSummary } from './inspect-capture.ts';

/** Evidence about the sensor of one capture: its packets, and the metadata that was saved with it (null: none). */
export interface SensorEvidence {
  readonly summary: Pick<CaptureSummary, 'streams' | 'identities' | 'usedChannels'>;
  readonly metadata: SensorModel | null;
}

/** Channels with data that differ by this ratio are no beams that happened to see nothing. */
const CHANNEL_RATIO = 2;

/**
 * Reason why two captures are not parts of one recording, as half a sentence: another serial number, another start of
 * the sensor, packets of another size or profile, another mode. Legacy packets name no sensor, so the metadata beside
 * each capture is compared too. Captures without lidar packets contradict nothing.
 *
 * @returns null if nothing contradicts one sensor in one mode
 */
export function sensorDifference(a: SensorEvidence, b: SensorEvidence): Message | null {
  return (
    differentPackets(a.summary, b.summary) ??
    differentStart(a, b) ??
    differentMetadata(a.metadata, b.metadata)
  );
}

/** Serial numbers and lidar packets of a capture, as a person tells one sensor from another. */
export function sensorWords({ summary, metadata }: SensorEvidence): Message {
  const serials = [...new Set(summary.identities.map(({ serial }) => serial))];
  if (serials.length === 0 && metadata?.serial) serials.push(metadata.serial);
  const lidar = summary.streams.find(({ kind }) => kind === 'lidar');
  const packets =
    lidar === undefined
      ? message('packets-none')
      : message('sensor-packets', {
          bytes: lidar.size,
          layout: metadata === null ? lidar.guesses : modeWords(metadata),
          port: String(lidar.port),
        });
  return serials.length === 0
    ? message('sensor-unnamed-sends', { packets })
    : message('sensor-sends', { serials, packets });
}

function differentPackets(a: SensorEvidence['summary'], b: SensorEvidence['summary']): Message | null {
  const [ours, theirs] = [a, b].map(({ streams }) => streams.filter(({ kind }) => kind === 'lidar'));
  if (ours.length === 0 || theirs.length === 0) return null;
  const serials = [a, b].map(({ identities }) => [...new Set(identities.map(({ serial }) => serial))]);
  if (areApart(serials[0], serials[1]))
    return message('differ-serial', { first: serials[0], other: serials[1] });
  const sizes = [ours, theirs].map((streams) => [...new Set(streams.map(({ size }) => size))]);
  if (areApart(sizes[0], sizes[1])) return message('differ-packets', { first: sizes[0], other: sizes[1] });
  const guesses = [ours, theirs].map((streams) => streams.flatMap((stream) => stream.guesses));
  if (areApart(guesses[0], guesses[1]))
    return message('differ-layout', { first: guesses[0], other: guesses[1] });
  return differentChannels(a, b);
}

/** A capture of another start of the sensor loses all packets under metadata that states the start of the first. */
function differentStart(a: SensorEvidence, b: SensorEvidence): Message | null {
  if ((a.metadata?.initId ?? b.metadata?.initId ?? null) === null) return null;
  const starts = [a.summary, b.summary].map(({ identities }) => [
    ...new Set(identities.map(({ initId }) => initId)),
  ]);
  return areApart(starts[0], starts[1])
    ? message('differ-start', { first: starts[0], other: starts[1] })
    : null;
}

function differentChannels(a: SensorEvidence['summary'], b: SensorEvidence['summary']): Message | null {
  const [few, many] = [a.usedChannels ?? 0, b.usedChannels ?? 0].sort((x, y) => x - y);
  return few > 0 && many >= CHANNEL_RATIO * few
    ? message('differ-channels', { first: a.usedChannels ?? 0, other: b.usedChannels ?? 0 })
    : null;
}

/** Both lists state something, and nothing in common. */
function areApart<Value>(a: readonly Value[], b: readonly Value[]): boolean {
  return a.length > 0 && b.length > 0 && !a.some((value) => b.includes(value));
}

function differentMetadata(a: SensorModel | null, b: SensorModel | null): Message | null {
  if (a === null || b === null) return null;
  if (a.serial !== '' && b.serial !== '' && a.serial !== b.serial)
    return message('differ-serial', { first: a.serial, other: b.serial });
  if (a.serial === b.serial && a.firmware !== '' && b.firmware !== '' && a.firmware !== b.firmware)
    return message('differ-firmware', { first: a.firmware, other: b.firmware });
  const isOneMode = a.profile === b.profile && a.beams === b.beams && a.columnsPerFrame === b.columnsPerFrame;
  return isOneMode ? null : message('differ-mode', { first: modeWords(a), other: modeWords(b) });
}

function modeWords({ profile, beams, columnsPerFrame }: SensorModel): string {
  return `${profile}, ${beams} x ${columnsPerFrame}`;
}
