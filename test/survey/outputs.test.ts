import { expect, it } from 'vitest';
import { fileChoiceInput } from '../../src-core/contract/file-choice.ts';
import { type FileChoice, SURVEY_CONTENTS, type SurveyContent } from '../../src-core/model/survey-content.ts';
import { type Output, writeFiles } from '../../src-core/survey/outputs/output.ts';
import { SURVEY_OUTPUTS } from '../../src-core/survey/outputs/survey-outputs.ts';
import { MemoryFolder } from './memory-folder.ts';
import { PUBLISHED_SEED, publishDrive } from './published-drive.ts';

/** An output that is nowhere but in this file. */
const NEW: Output = {
  content: 'lengths',
  formats: {
    txt: { label: { es: 'Texto', en: 'Text' }, endings: ['.txt'] },
    bin: { label: 'BIN', endings: ['.bin'] },
  },
  default: ['txt'],
  needs: 'measures',
  write(survey, formats, context) {
    const { chainageFrom, chainageTo } = survey.measured.measures.volume;
    const length = chainageTo - chainageFrom;
    return writeFiles(
      survey,
      formats.map((format) => ({
        name: `lengths.${format}`,
        make: () => (format === 'txt' ? [`${length}`] : Promise.resolve(Uint8Array.of(length))),
      })),
      context,
    );
  },
};
const LENGTHS = NEW.content as SurveyContent;

it(`an output is added by one entry of the list (seed ${PUBLISHED_SEED})`, async () => {
  const folder = new MemoryFolder();
  const { done } = await publishDrive(folder, ['volume', LENGTHS], [...SURVEY_OUTPUTS, NEW]);
  expect(done.files).toEqual(['volume.json', 'lengths.txt']);
  expect(Number(folder.text('lengths.txt'))).toBe(done.volume.chainageTo - done.volume.chainageFrom);
});

it('its choice goes through the schema of the requests unchanged', () => {
  const schema = fileChoiceInput({ ...SURVEY_CONTENTS, lengths: NEW });
  const choice = { contents: ['map', 'lengths'], formats: { lengths: ['bin'] }, attributes: [], paper: 'a4' };
  expect(schema.parse(choice)).toEqual(choice);
  for (const wrong of [{ lengths: ['las'] }, { lengths: [] }])
    expect(schema.safeParse({ ...choice, formats: wrong }).success).toBe(false);
  expect(fileChoiceInput().safeParse(choice as unknown as FileChoice).success).toBe(false);
});

it.each(['map', 'measures'] as const)('one of the %s that throws costs itself only', async (needs) => {
  const broken = {
    ...NEW,
    needs,
    write: async () => {
      throw new TypeError('no lengths');
    },
  };
  const folder = new MemoryFolder();
  // Before all others, which are written none the less.
  const list = [broken, ...SURVEY_OUTPUTS];
  const { done } = await publishDrive(folder, [LENGTHS, 'trajectory', 'profiles', 'tables'], list);
  expect(done.failed).toMatchObject([{ output: 'lengths', code: 'internal', message: 'no lengths' }]);
  expect([...folder.files.keys()]).toEqual(
    expect.arrayContaining(['trajectory.tum', 'profiles.csv', 'outlines.csv', 'tables.xlsx', 'drive.gpkg']),
  );
  expect(done.files).toEqual([...folder.files.keys()]);
});
