import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import {
  differences,
  keptReference,
  REFERENCE_DRIVES,
  surveyReference,
} from '../../bench/support/reference-surveys.ts';
import { sharedDataFolder } from '../../bench/support/shared-data.ts';

const NEEDS_DATA: readonly string[] = ['drift'];

for (const drive of REFERENCE_DRIVES) {
  const isThere = !NEEDS_DATA.includes(drive) || existsSync(sharedDataFolder(drive));
  if (!isThere) console.warn(`*** NOT RUN: ${drive}: there is no ${sharedDataFolder(drive)} ***`);
  it.skipIf(!isThere)(`gives the very files of the kept reference: ${drive}`, async () => {
    const survey = await surveyReference(drive, join(inject('scratch'), 'same-bytes'));
    expect(differences(await keptReference(drive), survey)).toEqual([]);
  });
}

it('tells where two surveys differ', () => {
  expect(differences({ a: [1, { b: 2 }] }, { a: [1, { b: 3 }] })).toEqual(['/a/1/b']);
  expect(differences({ a: 1 }, { a: 1, b: 2 })).toEqual(['/b']);
  expect(differences({ a: 1, b: 2 }, { b: 2, a: 1 })).toEqual([' (order of keys)']);
  expect(differences({ a: -0 }, { a: 0 })).toEqual(['/a']);
});
