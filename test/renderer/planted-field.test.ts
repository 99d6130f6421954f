import { createPinia, setActivePinia } from 'pinia';
import { afterAll, expect, it, vi } from 'vitest';
import { nameOf, plant, STAGES } from '../question/planted-field.ts';

// In copies of the modules that no other test sees.
vi.resetModules();
afterAll(() => {
  vi.resetModules();
});
await plant();
const { askedFields } = await import('../../src-core/question/asked-fields.ts');
const { useSurveyQuestion } = await import('../../src-renderer/stores/survey-question.ts');

it.each(STAGES)(
  'a field planted in the table of the question, of the stage %s, reaches the form, and the question that the window sends',
  (stage) => {
    const name = nameOf(stage);
    const key = `measure.${name}`;
    setActivePinia(createPinia());
    const question = useSurveyQuestion();
    expect(question.fieldValue(key)).toBe(1);
    const before = STAGES.map((of) => JSON.stringify(askedFields(question, of)));
    question.take(key, 3);
    expect(question.asked(1).measure).toMatchObject({ [name]: 3 });
    expect(question.keptValues()).toMatchObject({ [key]: 3 });
    const changed = STAGES.filter((of, i) => JSON.stringify(askedFields(question, of)) !== before[i]);
    expect(changed).toEqual([stage]);
  },
);
