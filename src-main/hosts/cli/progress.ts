import type { ProgressEvent, StageName } from '../../../src-core/model/context.ts';
import { bytesText } from '../../files/bytes-text.ts';

/** Where progress is drawn: standard error, or a text in tests. */
export interface ProgressStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

export interface ProgressRenderer {
  emit(event: ProgressEvent): void;
  /** Ends an open bar, so that what is printed next starts on its own line. */
  finish(): void;
}

/** Milliseconds between two drawings of the bar. */
const REDRAW_MS = 100;
/** Without a terminal: a line at each tenth, and where no total is known, or tenths are slow, this often. */
const LINE_MS = 5000;
/** Before that the speed is a guess, and no time left is given. */
const SETTLE_MS = 1000;
const BAR_CELLS = 24;
const DEFAULT_COLUMNS = 80;

type Progress = Extract<ProgressEvent, { kind: 'progress' }>;

interface Stage {
  readonly name: StageName;
  readonly startedAt: number;
  /** A run that goes on at scan 300 has not done 300 scans in no time. */
  readonly startedWith: number;
}

/**
 * Draws what the stages tell: a bar with the time left on a terminal, lines elsewhere.
 *
 * @param now milliseconds, for tests
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
  const name = event.stage.padEnd(8);
  if (total === null) return `${name} ${counts(event)}`;
  const filled = total > 0 ? Math.min(BAR_CELLS, Math.round((BAR_CELLS * done) / total)) : BAR_CELLS;
  const bar = '█'.repeat(filled) + '░'.repeat(BAR_CELLS - filled);
  return `${name} ${bar} ${percent(event).padStart(5)}  ${counts(event)}${leftText(leftMs)}`;
}

function lineText(event: Progress, leftMs: number | null): string {
  const share = event.total === null ? '' : ` (${percent(event)})`;
  return `${event.stage}: ${counts(event)}${share}${leftText(leftMs)}`;
}

function counts({ done, total, unit }: Progress): string {
  if (unit === 'bytes') return total === null ? bytesText(done) : `${bytesText(done)} of ${bytesText(total)}`;
  return total === null ? `${amount(done)} ${unit}` : `${amount(done)}/${amount(total)} ${unit}`;
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
  return `  ${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} left`;
}

function messageText(event: Exclude<ProgressEvent, Progress>): string {
  return event.kind === 'warning' ? `warning: ${event.message}` : event.message;
}
