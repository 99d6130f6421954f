import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { seededRandom, subSeed } from '../src-core/math/random.ts';
import {
  applyToPoint,
  compose,
  identity,
  invert,
  rigidFromMatrix4,
  rotationAngle,
} from '../src-core/math/se3.ts';
import { median, quantile } from '../src-core/math/statistics.ts';
import { SocavonError } from '../src-core/model/errors.ts';
import type { Rigid } from '../src-core/model/rigid.ts';
import { voxelMeans } from '../src-lab/clouds/voxel-means.ts';
import { type GlobalStart, globalStart } from '../src-lab/global/global-start.ts';
import { centroidOf } from '../src-lab/problem/centroid.ts';
import type { PointSet } from '../src-lab/problem/method.ts';
import { register } from '../src-lab/register/register.ts';
import { parsePositive } from '../src-main/hosts/cli/option-parsers.ts';
import { cloudFile, driveMap } from './global/data.ts';
import { type DrawnPair, drawPair, type PairDraw } from './global/draw-pair.ts';
import { markdownTable, verdict } from './support/markdown-table.ts';
import { type BenchReport, benchCommand, present, say } from './support/present.ts';
import { sharedData } from './support/shared-data.ts';

/** Greatest error of a right start, and least share of right ones. */
const MOST_DEGREES = 1;
const MOST_METRES = 0.1;
const RIGHT_BOUND = 0.95;
const OVERLAP = 0.3;
/** Length of the drives, m, and scans of which one goes into a map. */
const DRIVE = 40;
const EVERY = 16;
/** The bunny is 0.15 m: enlarged to the width of a drive, so that 10 cm mean something. */
const BUNNY_SCALE = 40;
const BUNNY_NOISE = 0.005;
/** Edge of the means that the method refines, as a share of the grid's. */
const REFINED_EDGE = 0.25;

interface Kind {
  readonly name: string;
  /** Whether the clouds determine a transform; where not, the right answer is that they do not. */
  readonly isDetermined: boolean;
  readonly strewn: number;
  draw(seed: number): DrawnPair;
}

/** What one pair came to. */
interface Outcome {
  readonly is: 'right' | 'wrong' | 'refused';
  readonly milliseconds: number;
  readonly cpuMilliseconds: number;
  readonly degrees: number;
  readonly metres: number;
  /** After point-to-plane ICP from there; the times are of the start. */
  readonly refinedDegrees: number;
  readonly refinedMetres: number;
}

/** `npm run bench -- global` */
export function registerGlobal(program: Command): void {
  benchCommand(program, 'global', 'registration without an initial pose, on pairs drawn from maps and scans')
    .option('--pairs <n>', 'of each kind', parsePositive, 10)
    .option('--only <word>', 'kinds whose name contains this')
    .action((options: { readonly pairs: number; readonly only?: string; readonly write?: boolean }) =>
      present('global', options, () => bench(options.pairs, options.only ?? '')),
    );
}

async function bench(pairs: number, only: string): Promise<BenchReport> {
  const kinds = (await allKinds()).filter(({ name }) => name.includes(only));
  const rows: string[][] = [];
  const totals = { right: 0, wrong: 0, of: 0 };
  let wrong = 0;
  for (const kind of kinds) {
    const outcomes: Outcome[] = [];
    for (let seed = 1; seed <= pairs; seed++) {
      say(`${kind.name}, strewn ${kind.strewn}, pair ${seed}`);
      outcomes.push(outcomeOf(kind.draw(seed)));
    }
    const count = (is: Outcome['is']): number => outcomes.filter((outcome) => outcome.is === is).length;
    wrong += count('wrong');
    if (kind.isDetermined) {
      totals.of += pairs;
      totals.right += count('right');
      totals.wrong += count('wrong');
    }
    const good = outcomes.filter(({ is }) => is === 'right');
    const worst = (of: (outcome: Outcome) => number, digits: number): string =>
      good.length === 0 ? '' : quantile(good.map(of), 0.95).toFixed(digits);
    rows.push([
      kind.name,
      `${100 * kind.strewn} %`,
      kind.isDetermined ? 'a pose' : 'none',
      ...(['right', 'refused', 'wrong'] as const).map((is) => String(count(is))),
      worst(({ degrees }) => degrees, 2),
      worst(({ metres }) => 1000 * metres, 0),
      worst(({ refinedDegrees }) => refinedDegrees, 3),
      worst(({ refinedMetres }) => 1000 * refinedMetres, 0),
      median(outcomes.map(({ milliseconds }) => milliseconds)).toFixed(0),
      median(outcomes.map(({ cpuMilliseconds }) => cpuMilliseconds)).toFixed(0),
    ]);
  }
  const isReached = totals.right >= RIGHT_BOUND * totals.of;
  return {
    title: 'Registration without an initial pose',
    body: [
      `${pairs} pairs of each kind, seeds 1 to ${pairs}: two parts that have ${100 * OVERLAP} % in common, one turned by any rotation and moved by up to 100 m along each axis; no point is in both parts. Strewn: share of the points of either part that are not of the place, evenly through its box. Right: after \`icp-plane\` from the start the pose is within ${MOST_DEGREES} degree and ${100 * MOST_METRES} cm in the middle of the moved part; refused: not determined, exit 1; wrong: another pose as if it were right. Errors are 95 % quantiles of the right ones, of the start itself and after \`icp-plane\` from there.`,
      markdownTable(
        [
          ...[
            'data',
            'strewn',
            'answer',
            'right',
            'refused',
            'wrong',
            'start °',
            'start mm',
            'ICP °',
            'ICP mm',
          ],
          ...['ms', 'CPU ms'],
        ],
        rows,
      ),
      'ms is the wall-clock time of the start from the points to the pose, CPU ms what the processor spent on it: on a machine with other work the first is longer.',
      `Where there is an answer, ${totals.right} of ${totals.of} are right, ${totals.of - totals.right - totals.wrong} refused, ${totals.wrong} wrong; at least ${100 * RIGHT_BOUND} %: ${verdict(isReached)}. No silent wrong pose: ${verdict(wrong === 0)}.`,
    ],
    boundsMet: isReached && wrong === 0,
  };
}

async function allKinds(): Promise<Kind[]> {
  say('simulating drives');
  const rough = await driveMap('rough', DRIVE, 1, EVERY);
  const other = await driveMap('rough', DRIVE, 2, EVERY);
  const niche = await driveMap('niche', DRIVE, 1, EVERY);
  const smooth = await driveMap('smooth', DRIVE, 1, EVERY);
  const outdoorSource = await cloudFile(join(sharedData('pairs'), 'source.ply'));
  const outdoorTarget = await cloudFile(join(sharedData('pairs'), 'target.ply'));
  const outdoorText = readFileSync(join(sharedData('pairs'), 'T_target_source.txt'), 'utf8');
  const outdoor = rigidFromMatrix4(outdoorText.trim().split(/\s+/).map(Number));
  const scan = await cloudFile(join(sharedData('bunny'), 'bun000.ply'));
  const bunny = { count: scan.count, xyz: scan.xyz.map((value) => BUNNY_SCALE * value) };
  const alongDrive = [1, 0, 0];
  const kinds: Kind[] = [];
  const add = (
    name: string,
    isDetermined: boolean,
    strewn: number,
    draw: (seed: number) => DrawnPair,
  ): void => {
    kinds.push({ name, isDetermined, strewn, draw });
  };
  const same = (cloud: PointSet, how: PairDraw) => (seed: number) =>
    drawPair(cloud, cloud, identity(), how, seededRandom(subSeed(seed, 'global')));
  for (const strewn of [0, 0.5]) {
    const drive = { overlap: OVERLAP, strewn, noise: 0, along: alongDrive };
    const anyCut = { ...drive, along: null };
    add('rough drive, two maps', true, strewn, same(rough, drive));
    add('drive with niches, two maps', true, strewn, same(niche, drive));
    add('outdoor, two scans', true, strewn, (seed) =>
      drawPair(outdoorSource, outdoorTarget, outdoor, anyCut, seededRandom(subSeed(seed, 'global'))),
    );
    add('bunny, 6 m', true, strewn, same(bunny, { ...anyCut, noise: BUNNY_NOISE }));
    add('lined straight drive, two maps', false, strewn, same(smooth, drive));
    add('two different drives', false, strewn, (seed) => ({
      ...same(rough, drive)(seed),
      target: same(other, drive)(seed).target,
    }));
  }
  return kinds;
}

function outcomeOf({ source, target, T_target_source }: DrawnPair): Outcome {
  const none = {
    degrees: Number.NaN,
    metres: Number.NaN,
    refinedDegrees: Number.NaN,
    refinedMetres: Number.NaN,
  };
  const since = performance.now();
  const cpuSince = process.cpuUsage();
  let start: GlobalStart | null = null;
  try {
    start = globalStart(source, target);
  } catch (error) {
    if (!(error instanceof SocavonError) || error.code !== 'not-determined') throw error;
  }
  const milliseconds = performance.now() - since;
  const { user, system } = process.cpuUsage(cpuSince);
  const times = { milliseconds, cpuMilliseconds: (user + system) / 1000 };
  if (start === null) return { is: 'refused', ...times, ...none };
  const [degrees, metres] = errorOf(start.T_target_source, T_target_source, source);
  const edge = REFINED_EDGE * start.edge;
  const { T_target_source: refined } = register(voxelMeans(source, edge), voxelMeans(target, edge), {
    method: 'icp-plane',
    normalNeighbours: 12,
    maxDistance: start.edge / 2,
    T_target_source: start.T_target_source,
  });
  const [refinedDegrees, refinedMetres] = errorOf(refined, T_target_source, source);
  const isRight = refinedDegrees < MOST_DEGREES && refinedMetres < MOST_METRES;
  const is = isRight ? 'right' : 'wrong';
  return { is, ...times, degrees, metres, refinedDegrees, refinedMetres };
}

/** Rotation error, degrees, and displacement of the middle of the source, m. */
function errorOf(T: Rigid, truth: Rigid, source: PointSet): [number, number] {
  const [mx, my, mz] = centroidOf(source);
  const [x, y, z] = applyToPoint(T, mx, my, mz);
  const [tx, ty, tz] = applyToPoint(truth, mx, my, mz);
  const { R } = compose(T, invert(truth));
  return [(rotationAngle(R) * 180) / Math.PI, Math.hypot(x - tx, y - ty, z - tz)];
}
