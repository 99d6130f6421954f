import { markdownTable } from '../support/markdown-table.ts';
import { msText } from './cells.ts';
import { bumpySurface } from './clouds.ts';
import type { Experiment } from './experiment.ts';
import { perEngine } from './measured.ts';
import { iterations, type Options } from './paper-bench.ts';
import { timeVerdict } from './verdicts.ts';
import { LEAF_POINTS, SEEDS } from './zabatani-protocol.ts';

const POINTS = 500_000;
/** What the paper stays below. */
const PAPER_MS = 2500;

interface Values {
  /** Of the tree alone: levels, ms; null in results of a card that was given the processor's tree. */
  readonly tree: { readonly levels: number; readonly ms: number | null } | null;
  /** Of all that a method needs of a target, ms. */
  readonly targets: Readonly<Record<string, number | null>>;
}

const TARGETS: Readonly<Record<string, Options>> = {
  'tree to single points, cell means (`icp-approx`)': { method: 'icp-approx', search: 'kd-tree' },
  'tree to single points, normals, coefficients on all levels (`newton-plane`)': {
    method: 'newton-plane',
    search: 'kd-tree',
    cellLevel: Number.POSITIVE_INFINITY,
  },
  'voxel bins, normals (`newton-plane`)': { method: 'newton-plane', search: 'voxel-bins' },
};

const PROCESSOR_TREE =
  'As in the paper the tree is built on the processor, in one thread, also for the card. Bins are built on the card.';
const OWN_TREE =
  'The paper builds the tree on the processor, in one thread, and leaves the card to future work. Ours is built on the card, with the means and coefficients of all levels; times there are from the points on the host until the card is ready. A tree to single points has 19 levels.';

/** Zabatani and Bronstein, section 5.4: building the tree. */
export const zabataniTree: Experiment<Values> = {
  id: 'zabatani-tree',
  paper: 'zabatani',
  covers: ['section 5.4'],
  verdict: 'better, and built on the card',
  seconds: { cpu: 30, gpu: 15 },
  async run(bench) {
    const template = bumpySurface(POINTS, SEEDS.template);
    const targets: Record<string, number | null> = {};
    for (const [name, options] of Object.entries(TARGETS)) {
      const built = await bench.keep(template, { ...options, ...iterations(1) });
      targets[name] = (await built.align(bumpySurface(1000, SEEDS.query), null, false)).buildMs;
      built.destroy();
    }
    return { tree: await bench.tree(template, LEAF_POINTS), targets };
  },
  present(measured) {
    const engines = perEngine(measured);
    const rows = [
      [
        'tree of 17 levels and its coefficients, the paper',
        ...engines.map(({ engine }) => (engine === 'cpu' ? `< ${PAPER_MS}` : '')),
        '',
      ],
      [
        `tree of ${measured.cpu?.tree?.levels ?? 17} levels, ours, ${LEAF_POINTS} points in a leaf`,
        ...engines.map(({ values }) => (values.tree === null ? '' : msText(values.tree.ms))),
        engines.map(({ title, values }) => `${title} ${timeVerdict(values.tree?.ms, PAPER_MS)}`).join('; '),
      ],
      ...Object.keys(TARGETS).map((name) => [
        name,
        ...engines.map(({ values }) => msText(values.targets[name])),
        'not in the paper',
      ]),
    ];
    return {
      body: [
        'Building what a template of 5 x 10^5 points needs, ms.',
        markdownTable(['structure', ...engines.map(({ title }) => `on the ${title}`), 'verdict'], rows),
      ],
      why: [measured.gpu?.tree ? OWN_TREE : PROCESSOR_TREE],
      figures: [],
    };
  },
};
