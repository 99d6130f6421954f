import { defineStore } from 'pinia';
import { computed, ref, shallowRef, watch } from 'vue';
import type { SurveyPath } from '../../src-core/contract/survey-requests.ts';
import type { Remark } from '../../src-core/messages/remark.ts';
import { contradictedBoundWarnings } from '../../src-core/model/calibrated-bias.ts';
import type { ObjectCut } from '../../src-core/model/drive-object.ts';
import { CancelledError, SocavonError } from '../../src-core/model/errors.ts';
import { askedFields } from '../../src-core/question/asked-fields.ts';
import type { MeasureQuestion } from '../../src-core/question/survey-question.ts';
import { designLinesAt } from '../../src-core/tunnel/design/design-lines.ts';
import type { WallPiece } from '../../src-core/tunnel/sections/wall-triangles.ts';
import { scansOf } from '../workers/map-clouds.ts';
import type { VolumeClient } from '../workers/volume-client.ts';
import type { GatheredWall, WallMeasures } from '../workers/volume-messages.ts';
import type { WallAnswers, WallQuestions, WallTopic } from '../workers/wall-questions.ts';
import { useAlignment } from './alignment.ts';
import { useHost } from './host.ts';
import { useJobs } from './jobs.ts';
import { keepFields } from './kept-fields.ts';
import { dueMeasure, type MeasuredExtent } from './measures/cadence.ts';
import { gatherSessionWall, type SessionWall } from './measures/gather-session-wall.ts';
import { measuredHeadline } from './measures/measured-headline.ts';
import { type MeasuredIn, useShownProfile } from './measures/shown-profile.ts';
import { useNotices } from './notices.ts';
import { useProject } from './project.ts';
import { useSurveyQuestion } from './survey-question.ts';
import { useWork } from './work.ts';

/** Key of the corrections by hand: if it changes, the wall of the gathered points is built again. */
function correctionsOf({ corrections }: Pick<MeasureQuestion, 'corrections'>): string {
  return JSON.stringify(corrections ?? []);
}

/**
 * Store: the wall of the shown session and its measurements: gathered in a worker, measured again for every change
 * of the question.
 */
export const useMeasures = defineStore('measures', () => {
  const host = useHost();
  const jobs = useJobs();
  const notices = useNotices();
  const project = useProject();
  const alignment = useAlignment();
  const question = useSurveyQuestion();
  const work = useWork();

  const path = shallowRef<SurveyPath | null>(null);
  const wall = shallowRef<GatheredWall | null>(null);
  const measures = shallowRef<WallMeasures | null>(null);
  const gathered = shallowRef<readonly (Remark & { code: string })[]>([]);
  const warnings = computed(() => [
    ...gathered.value,
    ...contradictedBoundWarnings(path.value?.calibratedBias ?? null, question.rangeBias),
  ]);
  /** Extent of the shown measurements. */
  const last = shallowRef<MeasuredExtent | null>(null);
  /** Extent of the last attempt, also if it was cancelled or is too short yet. */
  const attempted = shallowRef<MeasuredExtent | null>(null);
  /** The last attempt that was carried through; another one than `attempted` after a cancellation or a change. */
  const finished = shallowRef<MeasuredExtent | null>(null);
  const gathering = ref(false);
  /** Error of the last question; the measurements of the previous one stay. */
  const refusal = shallowRef<Remark | null>(null);
  const chosenSection = ref<number | null>(null);
  keepFields('look', { section: chosenSection });
  const shown = useShownProfile(measures, chosenSection);
  let client: VolumeClient | null = null;
  let gatheredIn: MeasuredIn = { frame: '', counting: '' };
  /** Corrections by hand that the wall was built with. */
  let corrected = '';
  /** True if the wall is of every point: the engine has them. */
  let isWhole = false;
  let asking = 0;
  /** Questions under way. */
  const answering = ref(0);
  let giveUp = new AbortController();

  const total = computed(() => project.session?.scanCount ?? 0);
  const placed = computed(() => {
    const { session } = project;
    if (session === null) return 0;
    if (alignment.state?.sessionId === session.id) return alignment.state.next;
    const run = session.runs.at(-1);
    // A manually excluded scan has no pose and is not waited for.
    return run?.state === 'done' ? session.scanCount : (run?.placed ?? 0);
  });
  /** True if not all points of the whole session are measured yet. */
  const isPreliminary = computed(() => last.value !== null && last.value.scans < total.value);
  /** True if every point of the session is in the shown measurements: measuring again would change nothing. */
  const isComplete = computed(
    () => finished.value !== null && finished.value === attempted.value && !isPreliminary.value,
  );
  const linesAt = computed(() => question.programme && designLinesAt(question.programme));
  /** Design lines at the shown profile. */
  const lines = computed(() => {
    const profile = shown.profile.value;
    return profile && (linesAt.value?.(profile.chainage) ?? null);
  });
  /** False while the shown figures are those of an earlier question or of other points. */
  const isCurrent = computed(() => !gathering.value && answering.value === 0);
  const due = computed(() => dueMeasure(placed.value, total.value, attempted.value));

  /** Drops measurements of outdated poses or another session. */
  function forget(): void {
    giveUp.abort();
    client?.end();
    client = null;
    path.value = null;
    wall.value = null;
    shown.forget();
    last.value = null;
    attempted.value = null;
    gathered.value = [];
    refusal.value = null;
  }

  watch(() => [project.info?.path, project.session?.id], forget);
  // Scans were removed or realigned: the measurements are of outdated poses.
  watch(placed, (now, before) => {
    if (now < before) attempted.value = null;
  });
  watch(
    () => JSON.stringify([question.T_grid_first, question.grid, askedFields(question, 'gather')]),
    () => {
      attempted.value = null;
      if (measures.value !== null) void notices.guard(() => gather(null));
    },
  );
  watch(
    () => JSON.stringify(askedFields(question, 'measure')),
    () => void notices.guard(measure),
  );

  /** Measures if due; see `measures/cadence`. */
  async function refresh(): Promise<void> {
    const most = due.value;
    if (most === 'nothing' || gathering.value) return;
    try {
      await gather(most);
    } catch (error) {
      // A growing map is too short for a wall at first: no error, retried when it is longer.
      if (most === null || !(error instanceof SocavonError)) throw error;
      if (error.code !== 'cancelled') refusal.value = error;
    }
  }

  /**
   * Gathers the points of the map into a wall.
   *
   * @param most greatest number of scans, evenly chosen; null: all
   */
  async function gather(most: number | null): Promise<void> {
    const { session } = project;
    if (session === null) return;
    giveUp.abort();
    giveUp = new AbortController();
    const stop = giveUp;
    gathering.value = true;
    const attempt = { placed: placed.value, scans: scansOf({ placed: placed.value, most }) };
    attempted.value = attempt;
    try {
      await takeWall(session.id, most, stop);
      finished.value = attempt;
      await measure();
    } finally {
      if (stop === giveUp) gathering.value = false;
    }
  }

  async function takeWall(sessionId: number, most: number | null, stop: AbortController): Promise<void> {
    await jobs.run('sections.measuring', async (job) => {
      job.signal.addEventListener('abort', () => stop.abort(), { once: true });
      const { axis, T_grid_first, measure } = question;
      const request = { sessionId, axis, T_grid_first, measure, most };
      // The engine warns by the grid that the project keeps.
      await work.flush();
      if (stop.signal.aborted) throw new CancelledError('work-measure');
      take(await gatherSessionWall(host.call, request, { signal: stop.signal, report: job.onProgress }));
      isWhole = most === null;
      corrected = correctionsOf(measure);
      gatheredIn = {
        frame: JSON.stringify(T_grid_first),
        counting: JSON.stringify([axis, measure.axis]),
      };
    });
  }

  function take(session: SessionWall): void {
    client?.end();
    client = session.client;
    path.value = session.path;
    wall.value = session.wall;
    gathered.value = session.warnings;
    last.value = session.of;
  }

  /** Measures the gathered wall; only the newest question counts. */
  async function measure(): Promise<void> {
    if (client === null || !question.isIntervalUsable) return;
    const request = ++asking;
    answering.value++;
    try {
      await correct(client);
      if (request !== asking) return;
      const found = await client.measure(question.measured);
      if (request !== asking) return;
      shown.take(found, gatheredIn);
      refusal.value = null;
      if (!isPreliminary.value) await keepHeadline(found);
    } catch (error) {
      if (request !== asking || error instanceof CancelledError) return;
      refusal.value = error instanceof Error ? error : { message: String(error) };
    } finally {
      answering.value--;
    }
  }

  /** Stores the headline in the project; where that cannot be written, it is shown all the same. */
  async function keepHeadline(found: WallMeasures): Promise<void> {
    const { info, session } = project;
    if (info === null || session === null) return;
    const headline = measuredHeadline(found, warnings.value.length);
    const values = JSON.parse(JSON.stringify(question.keptValues()));
    const kept = { path: info.path, sessionId: session.id, headline, values };
    await host.call('measured.keep', kept).catch(() => {});
  }

  /** Builds the wall again if the corrections by hand are others. */
  async function correct(of: VolumeClient): Promise<void> {
    const wanted = correctionsOf(question.measure);
    if (wanted === corrected) return;
    const before = corrected;
    corrected = wanted;
    const { session } = project;
    try {
      if (!isWhole) wall.value = await of.correct(question.measure.corrections ?? []);
      else if (session !== null) {
        giveUp.abort();
        giveUp = new AbortController();
        await takeWall(session.id, null, giveUp);
      }
    } catch (error) {
      if (corrected === wanted) corrected = before;
      throw error;
    }
  }

  /**
   * Requests another result of the gathered wall.
   *
   * @throws what `answerWall` throws; CancelledError if there is none
   */
  async function ask<Topic extends WallTopic>(
    topic: Topic,
    request: WallQuestions[Topic],
  ): Promise<WallAnswers[Topic]> {
    if (client === null) throw new CancelledError('work-measure');
    return client.ask(topic, request);
  }

  /** Objects in the section at a chainage, or within `reach` metres to either side; none without a wall. */
  async function cutsAt(chainage: number, reach: number): Promise<readonly ObjectCut[]> {
    return client === null ? [] : client.cuts(chainage, reach);
  }

  /** Triangles of the gathered wall, in the frame of the map. @throws CancelledError if there is none any more */
  async function triangles(): Promise<readonly WallPiece[]> {
    if (client === null) throw new CancelledError('work-measure');
    return client.triangles();
  }

  function cancel(): void {
    giveUp.abort();
  }

  return {
    path,
    wall,
    measures,
    warnings,
    last,
    gathering,
    refusal,
    selected: shown.selected,
    total,
    placed,
    isPreliminary,
    isComplete,
    isCurrent,
    profile: shown.profile,
    lines,
    due,
    forget,
    refresh,
    gather,
    ask,
    cutsAt,
    triangles,
    cancel,
    selectAt: shown.selectAt,
    selectNext: shown.selectNext,
  };
});
