import { median } from '../../../math/statistics.ts';
import { message } from '../../../messages/message.ts';
import { type StageContext, throwIfCancelled } from '../../../model/context.ts';
import { SocavonError } from '../../../model/errors.ts';
import type { CaptureHealth, CaptureItem } from '../../../model/scan.ts';
import type { SensorModel } from '../../../model/sensor.ts';
import type { ReadSource } from '../../bytes/byte-stream.ts';
import { countOther, newCaptureHealth, warnOnce } from '../capture-health.ts';
import { refuseCut, refuseWithout } from '../capture-refusals.ts';
import type { Datagram } from '../datagram.ts';
import { meteredSources } from '../metered-sources.ts';
import type { OpenedCapture, RecordingTimes } from '../opened-capture.ts';
import { viewOf } from '../ouster/packet-header.ts';
import { StampWatch } from '../ouster/stamp-watch.ts';
import { readDatagrams } from '../pcap/datagrams.ts';
import { RotationBatcher } from './rotation-batcher.ts';
import { newFirings, type SpinningFormat } from './spinning-format.ts';
import { spinningSensor } from './spinning-sensor.ts';
import { StampClock } from './stamp-clock.ts';

/** Packets from which the rate is measured: a rotation of the slowest, several of the usual one. */
const SURVEY_PACKETS = 300;
/** Rates that the motors can turn at, rotations a second. */
const SLOWEST = 4;
const FASTEST = 25;

/** Evidence from the first packets of a capture. */
interface SpinningSurvey {
  /** The format, fitted to the unit where it must be. */
  readonly spinning: SpinningFormat;
  /** Rotations a second; null: the packets do not tell. */
  readonly hertz: number | null;
  readonly hasSecond: boolean;
  readonly packets: number;
  readonly health: CaptureHealth;
}

/**
 * Opens captures of a spinning sensor of another maker. The first packets tell the rate, and with it the columns, and where
 * single packets leave it open, the mode and the angles of the unit.
 *
 * @throws SocavonError 'capture-empty' without a packet of the sensor, 'capture-truncated'; as `readDatagrams`
 */
export async function openSpinning(
  sources: readonly ReadSource[],
  known: SpinningFormat,
  context: StageContext,
): Promise<OpenedCapture> {
  const ordered = await inOrderOfReception(sources, known, context);
  const survey = await surveyPackets(ordered, known, context);
  const { spinning } = survey;
  if (survey.packets === 0) throw refuseWithout(ordered, survey.health, spinning.port);
  if (survey.hertz === null)
    throw new SocavonError('capture-empty', message('spinning-still', { name: ordered[0].name }));
  const sensor = spinningSensor(spinning, survey.hertz);
  const health = newCaptureHealth();
  const times: RecordingTimes = { hostFrom: null };
  const items = readItems(ordered, sensor, spinning, survey.hasSecond, health, times, context);
  return { sensor, health, times, items };
}

async function* readItems(
  sources: readonly ReadSource[],
  sensor: SensorModel,
  spinning: SpinningFormat,
  hasSecond: boolean,
  health: CaptureHealth,
  times: RecordingTimes,
  context: StageContext,
): AsyncGenerator<CaptureItem, void, void> {
  const batcher = new RotationBatcher(sensor, spinning, hasSecond, health);
  const clock = new StampClock(spinning.clockPeriodNs);
  for (const source of meteredSources(sources, context)) {
    const sort = new SenderFilter(spinning, source.name, health);
    // Between the files of a session a recorder may pause.
    const watch = new StampWatch();
    for await (const datagram of readDatagrams(source, health)) {
      throwIfCancelled(context.cancel, 'work-import');
      const view = sort.packetOf(datagram);
      if (view === null) continue;
      if (Number.isFinite(datagram.hostSeconds)) times.hostFrom ??= datagram.hostSeconds;
      const stampNs = clock.next(spinning.stampNs(view), datagram.hostSeconds);
      const seconds = Number(clock.countedNs) * 1e-9;
      watch.noteSpan(seconds, seconds, datagram.hostSeconds);
      for (const scan of batcher.add(view, stampNs)) yield { kind: 'scan', scan };
    }
    watch.report(health);
  }
  for (const scan of batcher.end()) yield { kind: 'scan', scan };
  if (health.scans === 0) throw refuseCut(sources, health);
}

/** Picks the packets of the first sender of the format and counts the rest. */
class SenderFilter {
  readonly #spinning: SpinningFormat;
  readonly #name: string;
  readonly #health: CaptureHealth;
  #first: Pick<Datagram, 'sender' | 'port'> | null = null;

  constructor(spinning: SpinningFormat, name: string, health: CaptureHealth) {
    this.#spinning = spinning;
    this.#name = name;
    this.#health = health;
  }

  packetOf({ sender, port, payload }: Datagram): DataView | null {
    const view = viewOf(payload);
    if (!this.#spinning.matches(view)) {
      countOther(this.#health, port, payload.length);
      return null;
    }
    this.#first ??= { sender, port };
    if (this.#first.sender !== sender || this.#first.port !== port) {
      countOther(this.#health, port, payload.length);
      warnOnce(
        this.#health,
        message('senders-several', { name: this.#name, port: String(this.#first.port) }),
      );
      return null;
    }
    this.#health.lidarPackets++;
    return view;
  }
}

async function surveyPackets(
  sources: readonly ReadSource[],
  known: SpinningFormat,
  context: StageContext,
): Promise<SpinningSurvey> {
  const health = newCaptureHealth();
  const { views, device } = await firstPackets(sources, known, health, context);
  if (views.length === 0) return { spinning: known, hertz: null, hasSecond: false, packets: 0, health };
  const { name } = sources[0];
  const spinning = known.fit?.({ name, device, ...paceOf(known, views) }) ?? known;
  const firings = newFirings(spinning);
  const rates: number[] = [];
  let hasSecond = false;
  let before: { readonly azimuth: number; readonly ns: bigint } | null = null;
  for (const view of views) {
    spinning.decode(view, firings);
    hasSecond ||= firings.hasSecond;
    const last = firings.count - 1;
    const here = { azimuth: firings.azimuthDeg[last], ns: spinning.stampNs(view) };
    // A packet of one firing does not turn: it is compared with the one before.
    const single = last === 0 && before !== null ? before : null;
    const turned = (here.azimuth - (single?.azimuth ?? firings.azimuthDeg[0]) + 720) % 360;
    const seconds =
      single === null
        ? (firings.sinceStampNs[last] - firings.sinceStampNs[0]) * 1e-9
        : Number(here.ns - single.ns) * 1e-9;
    if (turned > 0 && seconds > 0) rates.push(turned / 360 / seconds);
    before = here;
  }
  const hertz = Number(rateOf(rates).toFixed(2));
  const isTurning = hertz >= SLOWEST && hertz <= FASTEST;
  return { spinning, hertz: isTurning ? hertz : null, hasSecond, packets: views.length, health };
}

/** Packets among which one of the device is looked for: it sends one a second, and more than ten seconds are given. */
const DEVICE_PACKETS = 20_000;

/** Copies of the first packets, and a packet by which their sensor describes itself, if it sends any. */
async function firstPackets(
  sources: readonly ReadSource[],
  spinning: SpinningFormat,
  health: CaptureHealth,
  context: StageContext,
): Promise<{ readonly views: DataView[]; readonly device: DataView | null }> {
  const views: DataView[] = [];
  const devices = new Map<number, DataView>();
  let sender: number | null = null;
  let packets = 0;
  const isEnough = (): boolean => {
    if (views.length < SURVEY_PACKETS) return false;
    if (spinning.isDevicePacket === undefined || packets >= DEVICE_PACKETS) return true;
    return sender !== null && devices.has(sender);
  };
  search: for (const source of sources) {
    const sort = new SenderFilter(spinning, source.name, health);
    for await (const datagram of readDatagrams(source, health)) {
      throwIfCancelled(context.cancel, 'work-import');
      const view = sort.packetOf(datagram);
      if (view !== null) {
        packets++;
        sender ??= datagram.sender;
        if (views.length < SURVEY_PACKETS) views.push(viewOf(datagram.payload.slice()));
      } else if (spinning.isDevicePacket?.(viewOf(datagram.payload)) && !devices.has(datagram.sender))
        devices.set(datagram.sender, viewOf(datagram.payload.slice()));
      if (isEnough()) break search;
    }
  }
  return { views, device: (sender === null ? undefined : devices.get(sender)) ?? null };
}

/** Time from a packet to the next, the median, and whether their blocks come in pairs. */
function paceOf(
  { stampNs, decode, ...format }: SpinningFormat,
  views: readonly DataView[],
): { readonly packetSeconds: number; readonly isPaired: boolean } {
  const steps = views.slice(1).map((view, i) => Number(stampNs(view) - stampNs(views[i])) * 1e-9);
  const firings = newFirings({ ...format, stampNs, decode });
  const isPaired = views.every((view) => {
    decode(view, firings);
    return firings.azimuthDeg.every((azimuth, i) => i % 2 === 0 || azimuth === firings.azimuthDeg[i - 1]);
  });
  return { packetSeconds: median(steps), isPaired };
}

/** Share of the rate that a packet may state of it: few firings, and azimuths of hundredths of a degree. */
const SPREAD = 0.05;

/** Mean of the rates that packets state, without those that a gap or a wrong azimuth spoils. */
function rateOf(rates: readonly number[]): number {
  if (rates.length === 0) return Number.NaN;
  const usual = median(rates);
  const sound = rates.filter((rate) => Math.abs(rate - usual) <= SPREAD * usual);
  return sound.reduce((sum, rate) => sum + rate, 0) / sound.length;
}

/** Files in the order in which the recorder received them, where all of them state it. */
async function inOrderOfReception(
  sources: readonly ReadSource[],
  spinning: SpinningFormat,
  context: StageContext,
): Promise<readonly ReadSource[]> {
  if (sources.length < 2) return sources;
  const starts: number[] = [];
  for (const source of sources) {
    const health = newCaptureHealth();
    const sort = new SenderFilter(spinning, source.name, health);
    let start = Number.NaN;
    for await (const datagram of readDatagrams(source, health)) {
      throwIfCancelled(context.cancel, 'work-import');
      if (sort.packetOf(datagram) === null) continue;
      start = datagram.hostSeconds;
      break;
    }
    starts.push(start);
  }
  if (starts.some((start) => !Number.isFinite(start))) return sources;
  return sources
    .map((source, i) => ({ source, start: starts[i] }))
    .sort((a, b) => a.start - b.start)
    .map(({ source }) => source);
}
