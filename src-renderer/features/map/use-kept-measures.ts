import { computed } from 'vue';
import { useI18n } from 'vue-i18n';
import { useMapMeasures } from '../../stores/map-measures.ts';
import { useFormat } from '../../ui/use-format.ts';
import type { MarkedMeasure } from '../../viewer/measure-marks.ts';
import { labelText } from './measure-text.ts';
import type { Measuring } from './use-measuring.ts';

/** Keeps the measure that is being made, and marks the kept ones in the map. */
export function useKeptMeasures(measuring: Measuring) {
  const mapMeasures = useMapMeasures();
  const { t } = useI18n();
  const { number } = useFormat();

  /** Shown measures with their labels. */
  const marked = computed<MarkedMeasure[]>(() =>
    mapMeasures.measures
      .filter(({ isShown }) => isShown)
      .map((measure) => ({ ...measure, text: labelText(measure, number) })),
  );

  /** Puts the measure into the list under a name of its own; nothing if it is not complete. */
  function keep(): void {
    const { value: kind } = measuring.complete;
    if (kind === null) return;
    const names = new Set(mapMeasures.measures.map(({ name }) => name));
    let count = 1;
    const named = (): string => t(`measures.kinds.${kind}`, { number: count });
    while (names.has(named())) count++;
    mapMeasures.add(kind, measuring.picked.value, named());
    measuring.clear();
  }

  return { marked, keep };
}
