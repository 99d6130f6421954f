import { describe, expect, it } from 'vitest';
import { fileChoiceInput, StoredFileChoice, withFileChoice } from '../../src-core/contract/file-choice.ts';
import {
  CONTENT_NAMES,
  chosenFormats,
  defaultFormatsOf,
  FILE_CHOICE_DEFAULTS,
  formatsOf,
} from '../../src-core/model/survey-content.ts';

describe('a choice of files as a request', () => {
  const schema = fileChoiceInput();

  it('has a default for all but the contents', () => {
    const choice = schema.parse({ contents: ['map', 'meshes'] });
    expect(choice).toEqual({ contents: ['map', 'meshes'], formats: {}, attributes: [], paper: 'a4' });
    expect(chosenFormats(choice, 'map')).toEqual(['ply', 'las']);
    expect(chosenFormats(choice, 'meshes')).toEqual(['obj', 'glb']);
    expect(chosenFormats(choice, 'drawings')).toEqual([]);
  });

  it('keeps the formats of what is not written now, in the order of the list', () => {
    const choice = schema.parse({ contents: ['map'], formats: { map: ['pcd', 'las'], scans: [] } });
    expect(chosenFormats(choice, 'map')).toEqual(['las', 'pcd']);
    expect(choice.formats.scans).toEqual([]);
  });

  it.each<[string, object]>([
    ['no content', { contents: [] }],
    ['a content without a format', { contents: ['map'], formats: { map: [] } }],
    ['a format of another content', { contents: ['map'], formats: { map: ['stl'] } }],
    ['a content that there is not', { contents: ['film'] }],
    ['formats of a content that there is not', { contents: ['map'], formats: { film: ['mp4'] } }],
    ['another paper', { contents: ['map'], paper: 'a0' }],
  ])('is refused with %s', (_, choice) => {
    expect(schema.safeParse(choice).success).toBe(false);
  });

  it.each(CONTENT_NAMES)('%s is of formats of the list by default', (content) => {
    expect(defaultFormatsOf(content).length).toBeGreaterThan(0);
    expect(formatsOf(content)).toEqual(expect.arrayContaining([...defaultFormatsOf(content)]));
  });
});

describe('a stored choice of files', () => {
  const at = (field: string, value: unknown) => ({ topic: 'output', sessionId: null, field, value });
  const read = (fields: Parameters<typeof withFileChoice>[0]) =>
    StoredFileChoice.parse(withFileChoice(fields).find(({ field }) => field === 'files')?.value);

  it('that a project of 0.1 keeps by parts is read as one', () => {
    const former = [
      at('contents', ['report', 'map', 'meshes', 'drawings']),
      at('reportForms', ['pdf', 'docx']),
      at('paper', 'letter'),
      at('mapFormats', ['laz']),
      at('mapAttributes', ['time', 'overbreak']),
      at('meshFormats', ['surpac', 'omf']),
      at('tableFormats', ['gpkg']),
      at('trajectoryFormats', ['mcap']),
      at('scanFormats', ['ply']),
      at('drawings', ['svg']),
      at('language', 'es'),
    ];
    expect(read(former)).toEqual({
      contents: ['report', 'map', 'drawings', 'meshes'],
      formats: {
        report: ['pdf', 'docx'],
        map: ['laz'],
        trajectory: ['mcap'],
        drawings: ['svg'],
        meshes: ['surpac', 'omf'],
        tables: ['gpkg'],
        scans: ['ply'],
      },
      attributes: ['time', 'overbreak'],
      paper: 'letter',
    });
  });

  it('has defaults for the parts that nobody changed, and for damaged ones', () => {
    expect(
      read([at('mapFormats', ['e57']), at('contents', 7), at('drawings', null), at('paper', 'a0')]),
    ).toEqual({
      ...FILE_CHOICE_DEFAULTS,
      formats: { map: ['e57'] },
    });
  });

  it('that is one is not replaced by parts of before', () => {
    const files = { ...FILE_CHOICE_DEFAULTS, formats: { map: ['las'] } };
    expect(read([at('mapFormats', ['e57']), at('files', files)])).toEqual(files);
  });

  it('is none where nothing of it was stored', () => {
    const fields = [at('language', 'es'), { ...at('paper', 'letter'), topic: 'view' }];
    expect(withFileChoice(fields)).toEqual(fields);
  });

  it('of a later version is read without what is not known', () => {
    const later = {
      contents: ['map', 'film'],
      formats: { map: ['las', 'potree'], film: ['mp4'] },
      attributes: ['time', 'colour'],
      paper: 'a0',
    };
    expect(StoredFileChoice.parse(later)).toEqual({
      contents: ['map'],
      formats: { map: ['las'] },
      attributes: ['time'],
      paper: 'a4',
    });
  });
});
