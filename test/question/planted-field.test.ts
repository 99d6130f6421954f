import { afterAll, describe, expect, it, vi } from 'vitest';
import { SILENT_CONTEXT } from '../../src-core/model/context.ts';
import type { QuestionStage } from '../../src-core/question/measure-fields.ts';
import { nameOf, plant, STAGES } from './planted-field.ts';

// In copies of the modules that no other test sees, before anything that reads the table is loaded.
vi.resetModules();
afterAll(() => {
  vi.resetModules();
});
await plant();
const { Command } = await import('commander');
const { MeasureInput } = await import('../../src-core/contract/measure-input.ts');
const { askedFields } = await import('../../src-core/question/asked-fields.ts');
const { parametersDoc } = await import('../../src-core/question/parameters-doc.ts');
const { MEASURE_QUESTION_DEFAULTS, SURVEY_QUESTION_DEFAULTS } = await import(
  '../../src-core/question/survey-question.ts'
);
const { methodPart } = await import('../../src-core/report/parts/provenance.ts');
const { textsOf } = await import('../../src-core/report/texts/texts.ts');
const { parameterName, surveySteps } = await import('../../src-core/survey/publish/survey-steps.ts');
const { SURVEY_DEFAULTS } = await import('../../src-core/survey/survey-request.ts');
const { measureFromOptions } = await import('../../src-main/hosts/cli/measure-from-options.ts');
const { addReportOptions } = await import('../../src-main/hosts/cli/measure-options.ts');
const { surveyRequestOf } = await import('../../src-main/jobs/session/survey-inputs.ts');
const { contentHash } = await import('../../src-main/project/canonical-json.ts');
type AnsweredQuestion = import('../../src-core/question/survey-question.ts').AnsweredQuestion;
type ReportInput = import('../../src-core/report/report-input.ts').ReportInput;

async function answered(...args: string[]): Promise<AnsweredQuestion> {
  const options = addReportOptions(new Command()).parse(args, { from: 'user' }).opts();
  return surveyRequestOf(await measureFromOptions(options, SILENT_CONTEXT), 'en', SILENT_CONTEXT);
}

function stepsOf(question: AnsweredQuestion): ReturnType<typeof surveySteps> {
  return surveySteps(question, SURVEY_DEFAULTS, {
    captureHash: 'capture',
    sensor: { productLine: 'OS-1-16' },
    engine: { kind: 'cpu' },
    edits: [],
    hash: contentHash,
  });
}

/** Paths of all values of a question that are neither null nor an object. */
function leaves(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return value === null ? [] : [path];
  return Object.entries(value).flatMap(([name, inner]) =>
    leaves(inner, path === '' ? name : `${path}.${name}`),
  );
}

describe.each(STAGES)('a field planted in the table of the question, of the stage %s', (stage) => {
  const name = nameOf(stage);
  const flag = `--planted-${stage}`;

  it('reaches the schema of the requests, with default and bounds', () => {
    expect(MeasureInput.parse({})).toMatchObject({ [name]: 1 });
    expect(MeasureInput.parse({ [name]: 3 })).toMatchObject({ [name]: 3 });
    expect(MeasureInput.safeParse({ [name]: 6 }).success).toBe(false);
    expect(MEASURE_QUESTION_DEFAULTS).toMatchObject({ [name]: 1 });
  });

  it('reaches the command line and the documentation', async () => {
    expect((await answered(flag, '3')).measure).toMatchObject({ [name]: 3 });
    expect((await answered()).measure).toMatchObject({ [name]: 1 });
    expect(parametersDoc()).toContain(`${flag} <m>`);
  });

  it('reaches the parameters of the report', async () => {
    const steps = stepsOf(await answered(flag, '3'));
    const own = steps.find((step) => step.stage === (stage === 'publish' ? 'export' : 'measure'))!;
    expect(own.options[name]).toBe(3);
    const computation = { engine: 'cpu', adapter: null, softwareVersion: '1', steps };
    const part = methodPart({ computation } as unknown as ReportInput, textsOf('en'));
    expect(JSON.stringify(part)).toContain(`${name} = 3`);
  });

  it('changes the hash of what rests on it, and of nothing before', async () => {
    const [usual, other] = [stepsOf(await answered()), stepsOf(await answered(flag, '3'))];
    const changed = usual.flatMap((step, i) =>
      contentHash([step.inputHash, step.options]) === contentHash([other[i].inputHash, other[i].options])
        ? []
        : [step.stage],
    );
    expect(changed).toEqual(stage === 'publish' ? ['export'] : ['measure', 'export']);
  });
});

describe('the question less its defaults', () => {
  it('is nothing where only defaults are asked', () => {
    for (const stage of STAGES) expect(askedFields(SURVEY_QUESTION_DEFAULTS, stage)).toEqual({});
  });

  it('has every value of a question that is not a default, in one stage only', async () => {
    const question = await answered(
      ...[
        '--axis-of',
        'map',
        '--chainage-kind',
        'horizontal',
        '--chainage-start',
        '7',
        '--chainage-reversed',
      ],
      ...[
        '--chainage',
        '8:20',
        '--sections',
        'vertical',
        '--keep-objects',
        '--mesh',
        'kept',
        '--ducts',
        'kept',
      ],
      ...['--vehicles', 'kept', '--muck', 'left-out', '--interval', '0.25', '--stations', '9,10.5'],
      ...['--outline', 'solid', '--recess-line', 'design', '--recess-depth', '1.2', '--water-depth', '0.3'],
      ...['--range-bias', '0.004', '--round-length', '8:3', '--density', '2.7', '--swell', '0.4'],
      ...['--grade-base', '12', '--grade-design', '8:20:1.5', '--grade-start', '100', '--vehicle', '2x2x6'],
      ...['--ground-clearance', '0.4', '--wheelbase', '3', '--vehicle-place', 'middle', '--unrolled'],
    );
    const { files: _files, T_grid_first: _pose, language: _language, ...plain } = question;
    const values = leaves(plain).filter((path) => !path.includes('planted') && path !== 'payLimit');
    const stagesOf = (path: string): QuestionStage[] =>
      STAGES.filter((stage) =>
        Object.keys(askedFields(question, stage)).some((key) => path === key || path.startsWith(`${key}.`)),
      );
    expect(values.length).toBeGreaterThan(30);
    expect(values.filter((path) => stagesOf(path).length !== 1)).toEqual([]);
    const listed = stepsOf(question)
      .flatMap(({ options }) => Object.keys(options))
      .filter((known) => known !== 'axis');
    const missing = values
      .map((path) => parameterName(path).replace(/\.\d.*$/, ''))
      .filter((name) => !listed.some((known) => name === known || name.startsWith(`${known}.`)));
    expect(missing).toEqual([]);
  });
});
