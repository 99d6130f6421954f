import { computed, type Ref, ref, watch } from 'vue';
import { WORK_TOPICS, type WorkTopicName } from '../../src-core/contract/work-fields.ts';
import { useProject } from './project.ts';
import { useWork, type WorkPlace } from './work.ts';

/**
 * Keeps these refs in the project, by the names of the fields of a topic in `src-core/contract/work-fields`. They are
 * restored when a project or another session is opened and when a change is undone; where nothing was kept they get
 * the values that they have now. NaN, a number that is not set, is kept as null.
 *
 * @returns the number of times that another value than the person's own input came: forms with drafts begin anew
 */
export function keepFields(
  topic: WorkTopicName,
  refs: Readonly<Record<string, Ref<unknown>>>,
): Readonly<Ref<number>> {
  const work = useWork();
  const project = useProject();
  const restored = ref(0);
  const stops = Object.entries(refs).map(([field, value]) => {
    const isNumber = typeof value.value === 'number';
    return { field, value, isNumber, initial: plain(value.value) };
  });

  const place = computed<WorkPlace | null>(() => {
    const path = project.info?.path;
    const isOfSession = WORK_TOPICS[topic].of === 'session';
    const sessionId = isOfSession ? (project.session?.id ?? null) : null;
    return path === undefined || (isOfSession && sessionId === null) ? null : { path, topic, sessionId };
  });
  const placeKey = computed(() => JSON.stringify(place.value));

  function restore(): void {
    const at = place.value;
    let isOther = false;
    for (const { field, value, isNumber, initial } of stops) {
      const stored = at === null ? undefined : work.read(at, field);
      const wanted = stored === undefined ? initial : stored;
      if (JSON.stringify(plain(value.value)) === JSON.stringify(wanted)) continue;
      value.value = isNumber && wanted === null ? Number.NaN : wanted;
      isOther = true;
    }
    if (isOther) restored.value++;
  }

  // At once: whoever reads the refs next, such as a measurement, must find those of the session.
  watch([placeKey, () => work.revision], restore, { flush: 'sync', immediate: true });
  for (const { field, value, initial } of stops)
    watch(
      value,
      (now) => {
        if (place.value !== null) work.write(place.value, field, plain(now), initial);
      },
      { flush: 'sync', deep: true },
    );
  return restored;
}

/** A word of a list that the project keeps, such as the shown tab; the first one where nothing is kept. */
export function keptChoice<Choice extends string>(
  topic: WorkTopicName,
  field: string,
  choices: readonly [Choice, ...Choice[]],
): Ref<Choice> {
  const chosen = ref(choices[0]) as Ref<Choice>;
  const known = computed({
    get: () => chosen.value,
    set: (word: Choice) => {
      // Another version of the program may have had others.
      chosen.value = choices.includes(word) ? word : choices[0];
    },
  });
  keepFields(topic, { [field]: known });
  return known;
}

/** As JSON has it. */
function plain(value: unknown): unknown {
  return value === undefined ? null : JSON.parse(JSON.stringify(value));
}
