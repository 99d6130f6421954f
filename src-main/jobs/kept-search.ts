import type { StageContext } from '../../src-core/model/context.ts';
import type { Trajectory } from '../../src-core/model/pose.ts';
import {
  type ControlSearch,
  type FindControlOptions,
  searchControl,
} from '../../src-core/survey/find-control.ts';
import type { AlignmentRun } from '../project/alignment-runs.ts';
import { contentHash } from '../project/canonical-json.ts';
import { decodeSearch, encodeSearch } from '../project/control-search-codec.ts';
import { readBack } from '../project/damaged.ts';
import type { Project } from '../project/project.ts';
import type { Session } from '../project/sessions.ts';

const KIND = 'control-search';

/**
 * What the scans of a whole alignment show of targets and of the level: as the project has it, else by going through them
 * once and keeping it. Decisions and lists of points change nothing of it.
 *
 * @throws what `searchControl` and the project throw; CancelledError
 */
export async function keptSearch(
  project: Project,
  session: Session,
  run: AlignmentRun,
  aligned: Trajectory,
  options: FindControlOptions,
  context: StageContext,
): Promise<ControlSearch> {
  const inputHash = contentHash({
    captures: run.inputHash,
    engine: run.engine,
    options: run.options,
    edits: project.edits.of(run.id).made,
  });
  const known = project.products.find(KIND, inputHash, options);
  if (known !== null)
    return readBack(project.path, 'the targets that were found', () =>
      decodeSearch(new TextDecoder().decode(known.payload)),
    );
  const search = await searchControl(project.scanStore(session), aligned, options, context);
  project.products.add({
    sessionId: session.id,
    kind: KIND,
    inputHash,
    options,
    mediaType: 'application/json',
    payload: new TextEncoder().encode(encodeSearch(search)),
  });
  return search;
}
