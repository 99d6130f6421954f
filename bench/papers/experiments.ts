import type { Experiment } from './experiment.ts';
import { picpAcceleration } from './picp-acceleration.ts';
import { picpPairs } from './picp-pairs.ts';
import { picpShuffling } from './picp-shuffling.ts';
import { picpThinning } from './picp-thinning.ts';
import { picpWorkers } from './picp-workers.ts';
import { tamakiEmIcp, tamakiSoftassign } from './tamaki-poses.ts';
import { tamakiTime } from './tamaki-time.ts';
import { thesisComplexity } from './thesis-complexity.ts';
import { thesisDatasets } from './thesis-datasets.ts';
import { thesisIteration } from './thesis-iteration.ts';
import { thesisSaddle } from './thesis-saddle.ts';
import { thesisSearches } from './thesis-searches.ts';
import { thesisTuning } from './thesis-tuning.ts';
import { zabataniConvergence } from './zabatani-convergence.ts';
import { zabataniLengths } from './zabatani-lengths.ts';
import { zabataniRegimes } from './zabatani-regimes.ts';
import { zabataniBunny, zabataniDragon } from './zabatani-scans.ts';
import { zabataniTree } from './zabatani-tree.ts';

/** All experiments, in the order of docs/papers.md. */
export const EXPERIMENTS: readonly Experiment[] = [
  thesisSearches,
  thesisIteration,
  thesisSaddle,
  thesisDatasets,
  thesisComplexity,
  thesisTuning,
  zabataniRegimes,
  zabataniConvergence,
  zabataniLengths,
  zabataniBunny,
  zabataniDragon,
  zabataniTree,
  tamakiEmIcp,
  tamakiSoftassign,
  tamakiTime,
  picpPairs,
  picpShuffling,
  picpThinning,
  picpAcceleration,
  picpWorkers,
];
