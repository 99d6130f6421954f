import { expect, it } from 'vitest';
import { formsBench } from '../../bench/forms.ts';

it('one drive gives one volume from every recording and cloud, to the last digit from the same packets (seed 3)', async () => {
  const { body, boundsMet } = await formsBench({ length: 30, speed: 3, seed: 3 });
  expect(boundsMet, body.join('\n')).toBe(true);
});
