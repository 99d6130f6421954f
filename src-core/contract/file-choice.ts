import { z } from 'zod';
import {
  contentWithoutFormat,
  FILE_CHOICE_DEFAULTS,
  type FileChoice,
  type FormatOf,
  MAP_ATTRIBUTES,
  type OutputContent,
  PAPERS,
  SURVEY_CONTENTS,
  type SurveyContent,
} from '../model/survey-content.ts';
import { strict } from './shapes.ts';

type Contents = Readonly<Record<string, Pick<OutputContent, 'formats' | 'default'>>>;

/** Schema of the formats of a content. */
export function formatList<Content extends SurveyContent>(
  content: Content,
): z.ZodArray<z.ZodType<FormatOf<Content>>> {
  return z.array(z.enum(Object.keys(SURVEY_CONTENTS[content].formats))) as never;
}

/**
 * Schema of a choice of files, as a request has it: what is left out has its default.
 *
 * @param contents what can be written; default: every content of a survey
 */
export function fileChoiceInput(
  contents: Contents = SURVEY_CONTENTS,
): z.ZodType<FileChoice, Partial<FileChoice> & Pick<FileChoice, 'contents'>> {
  const { attributes, paper } = FILE_CHOICE_DEFAULTS;
  const list = (ids: readonly string[]) => z.array(z.enum(ids));
  const formats = Object.entries(contents).map(
    ([content, of]) => [content, list(Object.keys(of.formats)).optional()] as const,
  );
  return strict({
    contents: list(Object.keys(contents)).min(1),
    formats: strict(Object.fromEntries(formats)).default({}),
    attributes: list(MAP_ATTRIBUTES).default([...attributes]),
    paper: z.enum(PAPERS).default(paper),
  }).refine((choice) => contentWithoutFormat(choice as FileChoice, contents) === null, {
    error: 'a content without a format',
  }) as never;
}

/** Schema of a stored choice: what another version of the program wrote and this one does not know is passed over. */
export const StoredFileChoice: z.ZodType<FileChoice> = (() => {
  const list = (ids: readonly string[]) =>
    z.array(z.string()).transform((chosen) => ids.filter((id) => chosen.includes(id)));
  const formats = Object.entries(SURVEY_CONTENTS).map(
    ([content, of]) => [content, list(Object.keys(of.formats)).optional()] as const,
  );
  return z.object({
    contents: list(Object.keys(SURVEY_CONTENTS)),
    formats: z.object(Object.fromEntries(formats)),
    attributes: list(MAP_ATTRIBUTES),
    paper: z.enum(PAPERS).catch(FILE_CHOICE_DEFAULTS.paper),
  }) as never;
})();

/** Names of the fields in which the formats of a content were stored until 0.1, each by itself. */
const FORMER_FORMATS: Readonly<Record<string, SurveyContent>> = {
  reportForms: 'report',
  mapFormats: 'map',
  trajectoryFormats: 'trajectory',
  drawings: 'drawings',
  meshFormats: 'meshes',
  tableFormats: 'tables',
  scanFormats: 'scans',
};

interface StoredField {
  readonly topic: string;
  readonly sessionId: number | null;
  readonly field: string;
  readonly value: unknown;
}

/** Stored fields with the choice of files as one of them, also where an earlier version stored it by parts. */
export function withFileChoice(fields: readonly StoredField[]): readonly StoredField[] {
  const stored = new Map(
    fields.flatMap(({ topic, field, value }) => (topic === 'output' ? [[field, value] as const] : [])),
  );
  const list = (field: string): unknown => (Array.isArray(stored.get(field)) ? stored.get(field) : undefined);
  const formats = Object.entries(FORMER_FORMATS)
    .map(([field, content]) => [content, list(field)] as const)
    .filter(([, chosen]) => chosen !== undefined);
  const [contents, attributes, paper] = [list('contents'), list('mapAttributes'), stored.get('paper')];
  const isFormer = formats.length > 0 || [contents, attributes, paper].some((part) => part !== undefined);
  if (stored.has('files') || !isFormer) return fields;
  const value = {
    contents: contents ?? FILE_CHOICE_DEFAULTS.contents,
    formats: Object.fromEntries(formats),
    attributes: attributes ?? FILE_CHOICE_DEFAULTS.attributes,
    paper: paper ?? FILE_CHOICE_DEFAULTS.paper,
  };
  return [...fields, { topic: 'output', sessionId: null, field: 'files', value }];
}
