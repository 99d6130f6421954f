import { defineStore } from 'pinia';
import { computed, ref, shallowRef, watch } from 'vue';
import type { MapFigure, MapUncertainty } from '../../src-core/contract/map-requests.ts';
import type { KeptMeasure } from '../../src-core/contract/work-fields.ts';
import { type Figure, figuresOf, type MeasureKind } from '../viewer/measure-figures.ts';
import { toFirstScan, toMap } from '../viewer/mine-frame.ts';
import type { Picked } from '../viewer/pick.ts';
import type { Vector } from '../viewer/vector.ts';
import { useHost } from './host.ts';
import { keepFields } from './kept-fields.ts';
import { useMap } from './map.ts';
import { useNotices } from './notices.ts';
import { useSurveyQuestion } from './survey-question.ts';
import { useWork } from './work.ts';

/** Why the ± of a measure is not known; a key of the locales. */
type NoUncertainty = 'pending' | 'noScan' | 'notSmooth' | 'notPlaced' | 'typedPose' | 'tooSmall';

/** A kept measure, as it is in the map now. */
export interface MapMeasure extends Omit<KeptMeasure, 'points'> {
  /** Map frame, m. */
  readonly points: readonly Vector[];
  /** Scan of each point; null: not known. */
  readonly scans: readonly (number | null)[];
  readonly isShown: boolean;
  /** Easting, northing and elevation of a point, else one value (m, rad, m²); none: points that coincide, or in line. */
  readonly figures: readonly Figure[];
  /** Half-width of the 95 % interval of each figure, in its unit; null: not known. */
  readonly plusMinus: readonly number[] | null;
  readonly unknown: NoUncertainty | null;
}

/** Store: the measures of the shown map, which the project keeps. */
export const useMapMeasures = defineStore('map-measures', () => {
  const host = useHost();
  const map = useMap();
  const notices = useNotices();
  const question = useSurveyQuestion();
  const work = useWork();
  const list = shallowRef<readonly KeptMeasure[]>([]);
  const hidden = ref<string[]>([]);
  keepFields('measures', { list });
  keepFields('look', { hiddenMeasures: hidden });
  /** By id of the measure, at the poses of the shown map. */
  const uncertainties = shallowRef<ReadonlyMap<string, MapUncertainty>>(new Map());

  const frame = () => map.map?.T_grid_first ?? null;
  const measures = computed<MapMeasure[]>(() => list.value.map(inMap));

  function inMap(measure: KeptMeasure): MapMeasure {
    const points = measure.points.map(({ point }) => toMap(frame(), point));
    const figures = figuresOf(measure.kind, points);
    const scans = measure.points.map(({ scan }) => scan);
    return {
      ...measure,
      points,
      scans,
      figures,
      isShown: !hidden.value.includes(measure.id),
      ...uncertaintyOf(measure, figures),
    };
  }

  function uncertaintyOf(
    { id, kind, points }: KeptMeasure,
    figures: readonly Figure[],
  ): Pick<MapMeasure, 'plusMinus' | 'unknown'> {
    const without = (unknown: NoUncertainty) => ({ plusMinus: null, unknown });
    if (figures.length === 0) return without('notSmooth');
    if (points.some(({ scan }) => scan === null)) return without('noScan');
    const uncertainty = uncertainties.value.get(id);
    if (uncertainty === undefined) return without('pending');
    // How the typed pose was found is not known to the program.
    if (kind === 'point' && uncertainty.reference === 'typed-pose') return without('typedPose');
    const plusMinus = uncertainty.figures.map((figure) => figure?.plusMinus ?? null);
    if (plusMinus.some((value) => value === null)) return without('notPlaced');
    const known = plusMinus as number[];
    // The value is not proportional to its errors then, and the propagation does not hold.
    const isTooSmall = kind !== 'point' && known[0] > Math.abs(figures[0].value);
    return isTooSmall ? without('tooSmall') : { plusMinus: known, unknown: null };
  }

  /** Keeps a measure of picked points. */
  function add(kind: MeasureKind, picked: readonly Picked[], name: string): void {
    const points = picked.map(({ point, scanIndex }) => ({
      point: [...toFirstScan(frame(), point)] as [number, number, number],
      scan: scanIndex,
    }));
    take([...list.value, { id: crypto.randomUUID(), kind, name, points }]);
  }

  function rename(id: string, name: string): void {
    take(list.value.map((one) => (one.id === id ? { ...one, name: name.slice(0, 100) } : one)));
  }

  function remove(id: string): void {
    take(list.value.filter((one) => one.id !== id));
  }

  /** Each change is a step of its own, however soon the next one follows. */
  function take(next: readonly KeptMeasure[]): void {
    list.value = next;
    void work.flush();
  }

  function setShown(id: string, isShown: boolean): void {
    const others = hidden.value.filter((one) => one !== id);
    hidden.value = isShown ? others : [...others, id];
  }

  /** Shows or hides every measure that there is. */
  function setAllShown(areShown: boolean): void {
    hidden.value = areShown ? [] : list.value.map(({ id }) => id);
  }

  let request = 0;
  /** Asks for the uncertainties that are not known yet. */
  async function ask(): Promise<void> {
    const shown = map.map;
    const own = ++request;
    const pending = measures.value.filter(
      ({ id, scans, figures }) => !uncertainties.value.has(id) && figures.length > 0 && !scans.includes(null),
    );
    if (shown === null || pending.length === 0) return;
    const figures = pending.flatMap(({ points, scans, figures: of }) =>
      of.map(
        ({ gradient, isAbsolute }): MapFigure => ({
          points: points.map((point, i) => ({ point: [...point], scan: scans[i]! })),
          gradient: [...gradient],
          isAbsolute,
        }),
      ),
    );
    const { sessionId } = shown;
    const { T_grid_first, rangeBias } = question;
    const result = await host.call('map.uncertainty', { sessionId, T_grid_first, rangeBias, figures });
    if (own !== request) return;
    let at = 0;
    const more = pending.map(({ id, figures: of }): [string, MapUncertainty] => {
      const part = result.figures.slice(at, at + of.length);
      at += of.length;
      return [id, { reference: result.reference, figures: part }];
    });
    uncertainties.value = new Map([...uncertainties.value, ...more]);
  }
  // The points of a measure never change: only other poses, and another bound, make its uncertainty another.
  watch([() => map.map, () => question.rangeBias], () => {
    uncertainties.value = new Map();
    void notices.guard(ask);
  });
  const ids = computed(() => list.value.map(({ id }) => id).join());
  watch(ids, () => void notices.guard(ask), { immediate: true });

  return { measures, add, rename, remove, setShown, setAllShown };
});
