import { type Ref, shallowRef, watch } from 'vue';
import type { ObjectCut } from '../../../src-core/model/drive-object.ts';
import { CancelledError } from '../../../src-core/model/errors.ts';
import { useMeasures } from '../../stores/measures.ts';

/** Half the thickness of a section along the drive, m: what it is a mean of. */
const HALF_SECTION = 0.25;

/** What the shown section cuts of the objects; empty until the worker has answered. */
export function useObjectCuts(chainage: () => number): Ref<readonly ObjectCut[]> {
  const measures = useMeasures();
  const cuts = shallowRef<readonly ObjectCut[]>([]);
  let requests = 0;
  watch(
    () => [chainage(), measures.measures] as const,
    async ([at]) => {
      const request = ++requests;
      try {
        const objectCuts = await measures.cutsAt(at, HALF_SECTION);
        if (request === requests) cuts.value = objectCuts;
      } catch (error) {
        // The wall was dropped, and with it the section.
        if (!(error instanceof CancelledError)) throw error;
        if (request === requests) cuts.value = [];
      }
    },
    { immediate: true },
  );
  return cuts;
}
