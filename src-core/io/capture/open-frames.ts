import { median } from '../../math/statistics.ts';
import { message } from '../../messages/message.ts';
import { type Remark, remark } from '../../messages/remark.ts';
import { type StageContext, throwIfCancelled } from '../../model/context.ts';
import { SocavonError } from '../../model/errors.ts';
import { READING_LIMITS } from '../../model/reading-limits.ts';
import type { CaptureHealth, CaptureItem } from '../../model/scan.ts';
import type { SensorModel } from '../../model/sensor.ts';
import { TIME_SLICES, timedCloudScan } from '../../model/timed-cloud.ts';
import type { SaidUnits } from '../cloud/cloud-unit.ts';
import { openCloud } from '../cloud/open-cloud.ts';
import { newCaptureHealth, warnOnce } from './capture-health.ts';
import { checkFrames } from './frames/check-frames.ts';
import {
  ASSUMED_HERTZ,
  parseFrameTimes,
  requireForwards,
  type StampSource,
  stampOfName,
} from './frames/frame-stamps.ts';
import { type FrameScale, frameScale } from './frames/frame-times.ts';
import { type Frame, type FrameFile, readFrame } from './frames/read-frame.ts';
import type { OpenedCapture } from './opened-capture.ts';
import { StampWatch } from './ouster/stamp-watch.ts';
import { timedCloudSensor } from './timed-cloud-sensor.ts';

/** A folder of clouds, one a frame of a moving sensor. */
export interface FrameFolder {
  readonly name: string;
  /** In the order in which they were recorded. */
  readonly files: readonly FrameFile[];
  /** The file with the time of each frame; null: there is none. */
  readonly times: { readonly name: string; readonly text: string } | null;
  /** Metres in a unit of their coordinates. */
  readonly units: SaidUnits;
}

/** Whether points have times, and of what: of the frame they are in, or of a clock that goes on from frame to frame. */
type PointTimes = 'none' | 'of-frame' | 'absolute';

/** What is known of a folder before its points are stored. */
export interface FrameSurvey {
  readonly sensor: SensorModel;
  readonly format: string;
  /** Time of each frame, s; of points that have absolute times, null: each frame states its own. */
  readonly seconds: readonly number[] | null;
  readonly stampedBy: StampSource;
  /** Of 'none', the motion within a frame is not compensated. */
  readonly pointTimes: PointTimes;
  /** Of the times of the points; and of frames whose times are assumed, how many come a second. */
  readonly scale: FrameScale;
  readonly assumedHertz: number;
  /** What a person should know of the times of the points. */
  readonly remarks: readonly Remark[];
  /** Points of all frames. */
  readonly points: number;
}

/** Frames that are looked at before all are read. */
const SAMPLE = 5;
/** Longest time from the first point of a frame to its last, s: slower sensors stand while they measure. */
const LONGEST_FRAME = 2;
const FRAME_IDS = 0x1_0000;
/** Points that last longer than the assumed interval by more tell that the frames come slower. */
const LONGEST_SHARE = 1.5;

/**
 * Opens the frames of a moving sensor, a cloud each, in the frame of the sensor. Their times are those of a file, of the
 * points, or in their names; where nothing states them, ten a second are assumed, which a warning says. Where points have
 * no time, each frame counts as measured at one instant.
 *
 * @throws SocavonError of the files; 'capture-format' for frames that cannot be of one drive: see `checkFrames`,
 *   `requireForwards`; 'capture-empty' without points; CancelledError
 */
export async function openFrames(folder: FrameFolder, context: StageContext): Promise<OpenedCapture> {
  const survey = await surveyFrames(folder, context);
  const health = newCaptureHealth();
  if (survey.stampedBy === 'assumed')
    warnOnce(health, message('frames-rate-assumed', { name: folder.name, hertz: survey.assumedHertz }));
  if (survey.pointTimes === 'none') warnOnce(health, message('frames-instant', { name: folder.name }));
  return {
    sensor: survey.sensor,
    health,
    times: { hostFrom: null },
    items: itemsOf(folder, survey, health, context),
  };
}

/** Looks at the headers of all frames and the points of some. @throws as `openFrames` */
export async function surveyFrames(folder: FrameFolder, context: StageContext): Promise<FrameSurvey> {
  const { files, units } = folder;
  let [most, points] = [0, 0];
  let format: string | null = null;
  for (const { name, use } of files) {
    throwIfCancelled(context.cancel, 'work-import');
    const head = await use(async (source) => {
      const reader = await openCloud(source);
      return { format: reader.format, count: reader.count ?? (await countOf(reader.chunks())) };
    });
    format ??= head.format;
    if (head.format !== format)
      throw new SocavonError(
        'capture-format',
        message('frames-differ', { name, own: head.format.toUpperCase(), other: format.toUpperCase() }),
      );
    if (head.count > READING_LIMITS.framePoints)
      throw new SocavonError('capture-format', message('frames-large', { name, count: head.count }));
    most = Math.max(most, head.count);
    points += head.count;
  }
  const sample: Frame[] = [];
  const chosen = new Set(
    Array.from({ length: SAMPLE }, (_, k) => Math.round((k * (files.length - 1)) / (SAMPLE - 1))),
  );
  for (const index of chosen) {
    throwIfCancelled(context.cancel, 'work-import');
    sample.push(await readFrame(files[index], units));
  }
  checkFrames(folder.name, sample);
  const pointTimes = pointTimesOf(sample);
  const stamps = stampsOf(folder, pointTimes);
  const scale = scaleOf(folder.name, sample, [...chosen], stamps, pointTimes, format);
  for (const { name, seconds } of sample)
    if (pointTimes !== 'none' && seconds !== null && seconds.length > 0)
      requireShort(name, scale.factor * spanOf(seconds));
  const { stampedBy } = stamps;
  const assumedHertz = assumedRate(sample, scale, pointTimes);
  const seconds = stampedBy === 'assumed' ? files.map((_, i) => i / assumedHertz) : stamps.seconds;
  const steps = seconds === null ? sampleSteps(sample, [...chosen], scale) : stepsOf(seconds);
  const hertz = steps.length > 0 ? 1 / median(steps) : ASSUMED_HERTZ;
  const sensor = timedCloudSensor('CLOUD_FRAMES', `Clouds (${(format ?? '').toUpperCase()})`, most, hertz);
  const remarks = scaleRemarks(folder.name, scale, hertz);
  return {
    sensor: { ...sensor, assumptions: [...remarks, ...sensor.assumptions] },
    remarks,
    format: format ?? '',
    seconds,
    stampedBy,
    pointTimes,
    scale,
    assumedHertz,
    points,
  };
}

/** The unit of the times of the points. @throws SocavonError 'capture-format' where none fits */
function scaleOf(
  folder: string,
  sample: readonly Frame[],
  indices: readonly number[],
  { seconds, stampedBy }: Pick<FrameSurvey, 'seconds' | 'stampedBy'>,
  pointTimes: PointTimes,
  format: string | null,
): FrameScale {
  // GPS time is in seconds by the specification of its format.
  if (pointTimes === 'none' || format === 'las' || format === 'laz') return { factor: 1, unit: null };
  const isKnown = seconds !== null && stampedBy !== 'assumed';
  const interval = isKnown && seconds.length > 1 ? median(stepsOf(seconds)) : null;
  const times = sample.flatMap((frame, i) => {
    if (frame.seconds === null || frame.seconds.length === 0) return [];
    const [first, last] = extent(frame.seconds);
    return [{ first, last, stamp: isKnown ? seconds[indices[i]] : null }];
  });
  const scale = frameScale(times, interval, pointTimes === 'absolute');
  if (scale !== null) return scale;
  const span = median(times.map(({ first, last }) => last - first));
  if (span > LONGEST_FRAME)
    throw new SocavonError(
      'capture-format',
      message('frames-long', { name: folder, seconds: span.toFixed(1) }),
    );
  throw new SocavonError(
    'capture-format',
    message('frames-times-unclear', {
      name: folder,
      span: Number(span.toPrecision(4)),
      interval: Number((interval ?? 0).toPrecision(3)),
    }),
  );
}

function scaleRemarks(name: string, { unit }: FrameScale, hertz: number): Remark[] {
  if (unit === null) return [];
  const interval = String(Number((1 / hertz).toPrecision(3)));
  return [remark('frames-times-unit', { name, unit: message(unit), interval })];
}

/** Frames a second where nothing states it: as many as their points allow. */
function assumedRate(sample: readonly Frame[], { factor }: FrameScale, pointTimes: PointTimes): number {
  if (pointTimes !== 'of-frame') return ASSUMED_HERTZ;
  const spans = sample.flatMap(({ seconds }) => (seconds?.length ? [factor * spanOf(seconds)] : []));
  // Points that last a little longer than the interval are those of a sensor that turns a little slower.
  const longest = median(spans);
  return longest > LONGEST_SHARE / ASSUMED_HERTZ ? Number((1 / longest).toPrecision(3)) : ASSUMED_HERTZ;
}

function spanOf(seconds: Float64Array): number {
  const [first, last] = extent(seconds);
  return last - first;
}

async function countOf(chunks: AsyncIterable<{ readonly count: number }>): Promise<number> {
  let count = 0;
  for await (const chunk of chunks) count += chunk.count;
  return count;
}

function pointTimesOf(sample: readonly Frame[]): PointTimes {
  const filled = sample.filter(({ count }) => count > 0);
  const spans = filled.map(({ seconds }) => (seconds === null ? null : extent(seconds)));
  if (spans.some((span) => span === null)) return 'none';
  const known = spans as [number, number][];
  // A column of zeros, as programs leave it.
  if (known.every(([first, last]) => first === 0 && last === 0)) return 'none';
  const goesOn = known.length > 1 && known.every(([first], i) => i === 0 || first > known[i - 1][0] + 1e-3);
  if (goesOn) return 'absolute';
  return known.some(([first, last]) => last > first) ? 'of-frame' : 'none';
}

function requireShort(name: string, seconds: number): void {
  if (seconds > LONGEST_FRAME)
    throw new SocavonError('capture-format', message('frames-long', { name, seconds: seconds.toFixed(1) }));
}

function stampsOf(
  { files, times, name }: FrameFolder,
  pointTimes: PointTimes,
): Pick<FrameSurvey, 'seconds' | 'stampedBy'> {
  const names = files.map((file) => file.name);
  if (times !== null) {
    const seconds = parseFrameTimes(times.text, times.name);
    if (seconds.length !== files.length)
      throw new SocavonError(
        'capture-format',
        message('frames-times-count', {
          name,
          times: times.name,
          count: seconds.length,
          frames: files.length,
        }),
      );
    requireForwards(names, seconds);
    return { seconds, stampedBy: 'file' };
  }
  if (pointTimes === 'absolute') return { seconds: null, stampedBy: 'points' };
  const named = names.map(stampOfName);
  if (named.every((stamp) => stamp !== null)) {
    const seconds = named.map(Number);
    requireForwards(names, seconds);
    return { seconds, stampedBy: 'names' };
  }
  return { seconds: names.map((_, i) => i / ASSUMED_HERTZ), stampedBy: 'assumed' };
}

function stepsOf(seconds: readonly number[]): number[] {
  return seconds.slice(1).map((time, i) => time - seconds[i]);
}

/** Mean time from a frame to the next between those of a sample, by the times of their points. */
function sampleSteps(sample: readonly Frame[], indices: readonly number[], { factor }: FrameScale): number[] {
  const starts = sample.map(({ seconds }) =>
    seconds === null || seconds.length === 0 ? null : extent(seconds)[0],
  );
  const steps: number[] = [];
  for (let i = 1; i < starts.length; i++) {
    const [from, to] = [starts[i - 1], starts[i]];
    if (from !== null && to !== null) steps.push((factor * (to - from)) / (indices[i] - indices[i - 1]));
  }
  return steps.filter((step) => step > 0);
}

function extent(values: Float64Array): [number, number] {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (value < least) least = value;
    if (value > most) most = value;
  }
  return [least, most];
}

async function* itemsOf(
  { name, files, units }: FrameFolder,
  { sensor, seconds, pointTimes, scale }: FrameSurvey,
  health: CaptureHealth,
  context: StageContext,
): AsyncGenerator<CaptureItem, void, void> {
  let [empty, last, lastName] = [0, Number.NEGATIVE_INFINITY, ''];
  const watch = new StampWatch('clouds');
  for (const [index, file] of files.entries()) {
    throwIfCancelled(context.cancel, 'work-import');
    const frame = await readFrame(file, units);
    context.emit({ kind: 'progress', stage: 'import', done: index + 1, total: files.length, unit: 'scans' });
    if (frame.count === 0) {
      empty++;
      continue;
    }
    const times = pointTimes === 'none' ? null : inSeconds(frame.seconds, scale);
    if (times === null && pointTimes !== 'none')
      throw new SocavonError('capture-format', message('frames-time-missing', { name: file.name }));
    const [first, end] = times === null ? [0, 0] : extent(times);
    requireShort(file.name, end - first);
    const start = seconds?.[index] ?? first;
    requireForwards([lastName, file.name], [last, start]);
    [last, lastName] = [start, file.name];
    watch.noteSpan(start, start + 1 / sensor.rotationHz, Number.NaN);
    // Of a clock that goes on from frame to frame, the points tell what is within the frame; else they count from its time.
    const zero = pointTimes === 'absolute' ? first : 0;
    const scan = timedCloudScan(
      {
        ...frame,
        seconds: times === null ? null : times.map((time) => time - zero),
        stampNs: nanoseconds(start),
      },
      index % FRAME_IDS,
      sensor.beams,
    );
    health.scans++;
    health.firstStampNs ??= scan.stampNs[0];
    health.lastStampNs = scan.stampNs[TIME_SLICES - 1];
    yield { kind: 'scan', scan };
  }
  watch.report(health);
  if (health.scans === 0) throw new SocavonError('capture-empty', message('frames-empty', { name }));
  if (empty > 0) warnOnce(health, message('frames-some-empty', { name, count: empty }));
}

function inSeconds(times: Float64Array | null, { factor }: FrameScale): Float64Array | null {
  return times === null || factor === 1 ? times : times.map((time) => time * factor);
}

/** More than 0, which stands for no stamp. */
function nanoseconds(seconds: number): bigint {
  const whole = Math.floor(seconds);
  const ns = BigInt(whole) * 1_000_000_000n + BigInt(Math.round((seconds - whole) * 1e9));
  return ns > 0n ? ns : 1n;
}
