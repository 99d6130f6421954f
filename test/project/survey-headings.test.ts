import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { NO_SURVEY_HEADING, type SurveyHeading } from '../../src-core/model/survey-heading.ts';
import { Audit } from '../../src-main/project/audit.ts';
import { Connection } from '../../src-main/project/connection.ts';
import { migrate } from '../../src-main/project/migrate.ts';
import { MIGRATIONS } from '../../src-main/project/migrations/index.ts';
import { SurveyHeadings } from '../../src-main/project/survey-headings.ts';
import { temporaryFolder } from './fixtures.ts';

/** Three whole sessions and one that is being imported. */
function open(): SurveyHeadings {
  const path = join(temporaryFolder(), 'headings.socavon');
  const connection = new Connection(path, { readonly: false, busyTimeoutMs: 100 });
  migrate(connection, MIGRATIONS);
  connection.exec(`
    INSERT INTO sessions (id, state, imported_at, sensor, health) VALUES
      (1, 'complete', '2026-05-01T08:00:00.000Z', '{}', '{}'),
      (2, 'complete', '2026-05-02T08:00:00.000Z', '{}', '{}'),
      (3, 'complete', '2026-05-03T08:00:00.000Z', '{}', '{}');
    INSERT INTO sessions (id, state, imported_at) VALUES (4, 'importing', '2026-05-04T08:00:00.000Z');
  `);
  return new SurveyHeadings(connection, new Audit(connection));
}

const FULL: SurveyHeading = {
  surveyDate: '2026-04-30',
  mine: 'San Rafael',
  company: 'Minera Ñaupa',
  working: 'Rampa 4200',
  level: '4200',
  surveyor: 'Q. Mamani',
  licence: 'CIP 12345',
  grid: 'PSAD56 19S',
  instrument: 'OS1-16 on a crawler, calibrated 2026-01-12',
  notes: 'Muck at the face.\nThe duct hung low.',
};

describe('what a person says of a survey', () => {
  it('is kept as it was said, and changed as a whole', () => {
    const headings = open();
    expect(headings.set(1, FULL)).toEqual(FULL);
    expect(headings.get(1)).toEqual(FULL);
    headings.set(1, { ...FULL, surveyor: null });
    expect(headings.get(1).surveyor).toBeNull();
  });

  it('holds for the surveys after it that nobody described, but for day, working and notes', () => {
    const headings = open();
    headings.set(2, FULL);
    expect(headings.get(1)).toEqual(NO_SURVEY_HEADING);
    expect(headings.takenFrom(1)).toBeNull();
    expect(headings.takenFrom(2)).toBeNull();
    expect(headings.takenFrom(3)).toBe(2);
    expect(headings.get(3)).toEqual({ ...FULL, surveyDate: null, working: null, notes: null });
    expect(headings.inOrder('Rampa 4200')).toEqual([2]);
  });

  it('is taken over from the last that says something of what holds on, and no more once a person describes it', () => {
    const headings = open();
    headings.set(1, FULL);
    headings.set(2, { ...NO_SURVEY_HEADING, surveyDate: '2026-05-02', notes: 'Wet.' });
    expect(headings.takenFrom(3)).toBe(1);
    headings.set(3, { ...headings.get(3), surveyor: 'R. Ccori', grid: null });
    expect(headings.takenFrom(3)).toBeNull();
    expect(headings.get(3)).toMatchObject({ mine: 'San Rafael', surveyor: 'R. Ccori', grid: null });
    expect(headings.get(1)).toEqual(FULL);
  });

  it('loses blanks at its ends, and is none where nothing is left', () => {
    const headings = open();
    headings.set(1, { ...FULL, working: '  Crucero 7 ', level: '   ', surveyDate: '2026-02-28 ' });
    expect(headings.get(1)).toEqual({ ...FULL, working: 'Crucero 7', level: null, surveyDate: '2026-02-28' });
  });

  it('puts the surveys of a working in order by their days', () => {
    const headings = open();
    headings.set(1, { ...FULL, surveyDate: '2026-05-31' });
    headings.set(3, { ...FULL, surveyDate: '2026-03-31' });
    headings.set(2, { ...FULL, working: 'Crucero 7', surveyDate: null });
    expect(headings.inOrder(null)).toEqual([3, 2, 1]);
    expect(headings.inOrder('Rampa 4200')).toEqual([3, 1]);
    expect(headings.inOrder('Rampa 4300')).toEqual([]);
  });

  it.each([
    [{ surveyDate: '31/03/2026' }, '"31/03/2026" is not a date'],
    [{ surveyDate: '2026-02-30' }, '"2026-02-30" is not a date'],
    [{ surveyDate: '2026-13-01' }, '"2026-13-01" is not a date'],
    [{ mine: 'x'.repeat(201) }, 'The field "mine" of the survey is 201 characters long'],
    [{ notes: 'x'.repeat(4001) }, 'a report has room for 4000'],
  ])('refuses %j', (change, message) => {
    const headings = open();
    expect(() => headings.set(1, { ...FULL, ...change })).toThrow(message);
    expect(headings.get(1)).toEqual(NO_SURVEY_HEADING);
  });
});
