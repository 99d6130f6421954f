import { markdownTable } from '../support/markdown-table.ts';
import { equationsTable } from './equations.ts';
import { ENGINES, type Engine, type Experiment, type Figure, PAPERS, type PaperId } from './experiment.ts';
import { globalFigures } from './global-figures.ts';
import { engineTitle } from './measured.ts';
import { type PaperRecord, recordOf } from './records.ts';

/** docs/papers.md with the drawings that it shows. */
interface PapersDocument {
  readonly text: string;
  readonly figures: readonly Figure[];
}

/**
 * The papers' experiments beside ours.
 *
 * @param records stored results of the runs; an experiment without one says how to run it
 * @param globalResult text of bench/results/global.md
 */
export function papersDocument(
  records: readonly PaperRecord[],
  experiments: readonly Experiment[],
  globalResult: string,
): PapersDocument {
  const sections = (Object.keys(PAPERS) as PaperId[]).map((paper) => {
    const own = experiments.filter((experiment) => experiment.paper === paper);
    return own.length === 0
      ? null
      : { heading: `## ${PAPERS[paper]}`, parts: own.map((one) => partOf(one, records)) };
  });
  const shown = sections.filter((section) => section !== null);
  const text = [
    "# The papers' experiments, repeated",
    "Written by `npm run bench -- papers --write` from [bench/results/papers.json](../bench/results/papers.json); do not edit it by hand. Each experiment runs at the paper's size. A row comes from the machine that its experiment names; rows of other engines and machines are merged. The verdict on an experiment as a whole is in the first table, that on a row in the last column of its own.",
    '"CPU" is the f64 reference in one thread unless stated otherwise, "GPU" its f32 twin on a card through WebGPU. Times are medians, in ms: on the CPU the processor time of the thread (wall-clock time on an idle machine), on the GPU from the call to the pose on the host. The duration of a whole experiment is wall-clock time, on a machine that did other work too.',
    markdownTable(
      ['experiment', 'repeats', 'verdict', 'CPU took', 'GPU took'],
      experiments.map((one) => statusOf(one, records)),
    ),
    ...shown.flatMap(({ heading, parts }) => [heading, ...parts.flatMap(({ lines }) => lines)]),
    '## Which equation is where',
    equationsTable(),
    '## What is not repeated',
    'Every table and figure with measurements is above. The scans of the papers were not published, but for the bunny: the others are ours of the same kind and size, and each experiment says so.',
    '## Beyond the papers',
    `\`gicp\`, \`vgicp\`, \`ndt\`, \`icp-intensity\` and robust kernels stand beside the papers' methods. [basin.md](../bench/results/basin.md) shows from how far off each method finds the pose on six kinds of data, on the processor and on a card, beside small_gicp and Open3D; [global.md](../bench/results/global.md) how often \`register --global\` finds it without a start. ${globalFigures(globalResult)}`,
    '`gicp`, `vgicp`, `ndt` and `icp-intensity` run on the processor only: they have no kernels. All methods of the papers run on both.',
    'The user-defined distance of Zabatani and Bronstein (their eq. 9) is a file, `--distance FILE`, on the command line as in the window ([custom-distance.md](custom-distance.md)). The window has no editor for one: `serve` shows the same window to a browser, and a page that sends code to be run would let whoever holds its address run programs on the machine.',
    "Zabatani and Bronstein name weights of the query points (`--weights`) and affine families of transforms (`--family`) without an experiment. From its true transform, `register source.ply target.ply --method icp-point --downsample 0.25 --init T_target_source.txt` with `--family similarity` gives small_gicp's outdoor pair a scale of 1.0017, and with `--family affine` stretches of 0.996, 1.001 and 1.015: what the matches leave open, since both scans are by one sensor.",
  ].join('\n\n');
  return {
    text: `${text}\n`,
    figures: shown.flatMap(({ parts }) => parts.flatMap(({ figures }) => figures)),
  };
}

/** Section of one experiment in the document. */
export function partOf(
  experiment: Experiment,
  records: readonly PaperRecord[],
): { readonly lines: readonly string[]; readonly figures: readonly Figure[] } {
  const { id, covers } = experiment;
  const result = ENGINES.flatMap((engine) => recordOf(records, id, engine) ?? []);
  const heading = `### ${capital(covers.join(', '))} (\`${id}\`)`;
  if (result.length === 0)
    return {
      lines: [heading, `Not run yet: \`npm run bench -- papers --only ${id} --write\`.`],
      figures: [],
    };
  const measured = Object.fromEntries(result.map(({ engine, values }) => [engine, values]));
  const { body, why, figures } = experiment.present(measured);
  return {
    lines: [
      heading,
      ...body,
      ...figures.map(({ name, caption }) => `![${caption}](images/${name}.svg)`),
      ...why,
      result.map(whereFrom).join('\n'),
    ],
    figures,
  };
}

function statusOf({ id, covers, verdict, seconds }: Experiment, records: readonly PaperRecord[]): string[] {
  const on = (engine: Engine): string => {
    const record = recordOf(records, id, engine);
    if (record !== undefined) return `${Math.max(1, Math.round(record.seconds))} s`;
    return seconds[engine] === undefined ? 'none' : 'not run';
  };
  return [`\`${id}\``, covers.join(', '), verdict, on('cpu'), on('gpu')];
}

function whereFrom({ engine, date, machine, adapter }: PaperRecord): string {
  return `- ${engineTitle(engine)}: ${date}, ${adapter === null ? machine : `${adapter}; ${machine}`}`;
}

function capital(text: string): string {
  return text[0].toUpperCase() + text.slice(1);
}
