import { message } from '../../../messages/message.ts';
import type { CaptureHealth } from '../../../model/scan.ts';
import type { ReadSource } from '../../bytes/byte-stream.ts';
import { countOther, warnOnce } from '../capture-health.ts';
import { livoxImu, livoxKind, livoxPacketPoints, livoxStampNs, livoxStep } from '../livox/livox-packets.ts';
import { viewOf } from '../ouster/packet-header.ts';
import { StampWatch } from '../ouster/stamp-watch.ts';
import { readDatagrams } from '../pcap/datagrams.ts';
import type { PointItem } from '../point-item.ts';
import { StampClock } from '../spinning/stamp-clock.ts';

/** Longest step from a point to the next that two packets tell, s: otherwise some were lost between them. */
const LONGEST_STEP = 1e-4;

/** The packets of the first sensor that sends. */
export async function* livoxPacketItems(
  source: ReadSource,
  health: CaptureHealth,
): AsyncGenerator<PointItem, void, void> {
  const clock = new StampClock(null);
  const watch = new StampWatch();
  let sender: number | null = null;
  let step = 0;
  // A packet that does not state the time from a point to the next waits for the one after it, which tells.
  let waiting: { readonly view: DataView; readonly stampNs: bigint; readonly hostSeconds: number } | null =
    null;
  for await (const datagram of readDatagrams(source, health)) {
    const view = viewOf(datagram.payload);
    const kind = livoxKind(view);
    if (kind === null) {
      countOther(health, datagram.port, datagram.payload.length);
      continue;
    }
    sender ??= datagram.sender;
    if (sender !== datagram.sender) {
      countOther(health, datagram.port, datagram.payload.length);
      warnOnce(health, message('senders-several', { name: source.name, port: String(datagram.port) }));
      continue;
    }
    const ownNs = livoxStampNs(view);
    const stampNs = clock.next(ownNs, datagram.hostSeconds);
    if (kind === 'imu') {
      const sample = livoxImu(view, stampNs);
      if (sample === null) health.damagedPackets++;
      else yield { kind, sample };
      continue;
    }
    watch.noteSpan(Number(ownNs) * 1e-9, Number(ownNs) * 1e-9, datagram.hostSeconds);
    if (waiting !== null) {
      const seconds = Number(stampNs - waiting.stampNs) * 1e-9;
      const between = seconds / waiting.view.getUint16(5, true);
      if (between > 0 && between < LONGEST_STEP) step = between;
      yield pointsItem(waiting.view, step, waiting);
      waiting = null;
    }
    const { hostSeconds } = datagram;
    const own = livoxStep(view);
    if (own > 0) yield pointsItem(view, own, { stampNs, hostSeconds });
    else waiting = { view: viewOf(datagram.payload.slice()), stampNs, hostSeconds };
  }
  if (waiting !== null) yield pointsItem(waiting.view, step, waiting);
  watch.report(health);
}

function pointsItem(
  view: DataView,
  step: number,
  { stampNs, hostSeconds }: { readonly stampNs: bigint; readonly hostSeconds: number },
): PointItem {
  return { kind: 'points', points: livoxPacketPoints(view, step, stampNs), hostSeconds };
}
