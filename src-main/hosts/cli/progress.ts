import { isKnown } from '../../../src-core/messages/message.ts';
import type { ProgressEvent, StageName } from '../../../src-core/model/context.ts';
import { bytesText } from '../../files/bytes-text.ts';
import { say, sayMessage, sayRemark } from './words.ts';

/** Output of the progress display: standard error, or a string in tests. */
interface ProgressStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

interface ProgressRenderer {
  emit(event: ProgressEvent): void;
  /** Ends an open bar, so that the next output starts on a new line. */
  finish(): void;
}

/** Redraw interval of the bar, ms. */
const REDRAW_MS = 100;
/** Interval of progress lines without a terminal, ms, if the total is unknown or a tenth takes longer. */
const LINE_MS = 5000;
/** Minimum running time before the remaining time is shown, ms: the speed is unreliable before. */
const SETTLE_MS = 1000;
const BAR_CELLS = 24;
const DEFAULT_COLUMNS = 80;

type Progress = Extract<ProgressEvent, { kind: 'progress' }>;

interface Stage {
  readonly name: StageName;
  readonly startedAt: number;
  /** Count at the start: a run resumed at scan 300 has not processed 300 scans at once. */
  readonly startedWith: number;
}

/**
 * Renders progress events of the stages: a bar with the remaining time on a terminal, lines elsewhere.
 *
 * @param now clock in milliseconds, replaced in tests
 */
export function progressRenderer(
  stream: ProgressStream,
  now: () => number = () => performance.now(),
): ProgressRenderer {
  return stream.isTTY ? barRenderer(stream, now) : lineRenderer(stream, now);
}

function barRenderer(stream: ProgressStream, now: () => number): ProgressRenderer {
  let stage: Stage | null = null;
  let open: Progress | null = null;
  let drawnAt = Number.NEGATIVE_INFINITY;

  const draw = (event: Progress): void => {
    const text = barText(event, stage === null ? null : timeLeftMs(stage, event, now()));
    stream.write(`\r\x1b[2K${text.slice(0, (stream.columns ?? DEFAULT_COLUMNS) - 1)}`);
    drawnAt = now();
  };
  const finish = (): void => {
    if (open === null) return;
    draw(open);
    stream.write('\n');
    open = null;
  };
  return {
    emit(event) {
      if (event.kind !== 'progress') {
        if (open !== null) stream.write('\r\x1b[2K');
        stream.write(`${messageText(event)}\n`);
        if (open !== null) draw(open);
        return;
      }
      if (stage?.name !== event.stage) {
        finish();
        stage = { name: event.stage, startedAt: now(), startedWith: event.done };
        drawnAt = Number.NEGATIVE_INFINITY;
      }
      open = event;
      if (now() - drawnAt >= REDRAW_MS) draw(event);
    },
    finish,
  };
}

function lineRenderer(stream: ProgressStream, now: () => number): ProgressRenderer {
  let stage: Stage | null = null;
  let last: Progress | null = null;
  let printed: Progress | null = null;
  let printedAt = 0;

  const print = (event: Progress): void => {
    stream.write(`${lineText(event, stage === null ? null : timeLeftMs(stage, event, now()))}\n`);
    printed = event;
    printedAt = now();
  };
  const finish = (): void => {
    if (last !== null && last.done !== printed?.done) print(last);
    last = null;
  };
  return {
    emit(event) {
      if (event.kind !== 'progress') {
        stream.write(`${messageText(event)}\n`);
        return;
      }
      if (stage?.name !== event.stage) {
        finish();
        stage = { name: event.stage, startedAt: now(), startedWith: event.done };
        print(event);
      } else if (tenth(event) > tenth(printed) || now() - printedAt >= LINE_MS) print(event);
      last = event;
    },
    finish,
  };
}

function tenth(event: Progress | null): number {
  return event?.total ? Math.floor((10 * event.done) / event.total) : 0;
}

function timeLeftMs(stage: Stage, { done, total }: Progress, now: number): number | null {
  const elapsed = now - stage.startedAt;
  const achieved = done - stage.startedWith;
  if (total === null || done >= total || achieved <= 0 || elapsed < SETTLE_MS) return null;
  return (elapsed / achieved) * (total - done);
}

function barText(event: Progress, leftMs: number | null): string {
  const { done, total } = event;
  const name = say(`stage-${event.stage}`).padEnd(8);
  if (total === null) return `${name} ${counts(event)}`;
  const filled = total > 0 ? Math.min(BAR_CELLS, Math.round((BAR_CELLS * done) / total)) : BAR_CELLS;
  const bar = '█'.repeat(filled) + '░'.repeat(BAR_CELLS - filled);
  return `${name} ${bar} ${percent(event).padStart(5)}  ${counts(event)}${leftText(leftMs)}`;
}

function lineText(event: Progress, leftMs: number | null): string {
  const share = event.total === null ? '' : ` (${percent(event)})`;
  return `${say(`stage-${event.stage}`)}: ${counts(event)}${share}${leftText(leftMs)}`;
}

function counts({ done, total, unit }: Progress): string {
  if (unit === 'bytes')
    return total === null
      ? bytesText(done)
      : say('bytes-done', { done: bytesText(done), total: bytesText(total) });
  return total === null
    ? `${amount(done)} ${unitText(unit)}`
    : `${amount(done)}/${amount(total)} ${unitText(unit)}`;
}

/** Localises the unit of progress; units of measure are the same in every language. */
function unitText(unit: string): string {
  const code = `counted-${unit}`;
  return isKnown(code) ? sayMessage({ code, values: {} }) : unit;
}

function amount(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(1);
}

function percent({ done, total }: Progress): string {
  return total ? `${Math.floor((100 * done) / total)} %` : '100 %';
}

function leftText(leftMs: number | null): string {
  if (leftMs === null) return '';
  const seconds = Math.ceil(leftMs / 1000);
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return `  ${say('time-left', { time })}`;
}

function messageText(event: Exclude<ProgressEvent, Progress>): string {
  const text = sayRemark(event);
  return event.kind === 'warning' ? say('warning-small', { text }) : text;
}
