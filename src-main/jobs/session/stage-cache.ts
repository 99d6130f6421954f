import { message } from '../../../src-core/messages/message.ts';
import type { Trajectory } from '../../../src-core/model/pose.ts';
import type { ControlSearch } from '../../../src-core/survey/find-control.ts';
import type { StageCache } from '../../../src-core/survey/stage-cache.ts';
import { openPageFile } from '../../files/page-file.ts';
import { type AlignmentRun, engineText } from '../../project/alignment-runs.ts';
import {
  calibrationOf,
  checkedCalibration,
  removeCalibration,
  storeCalibration,
} from '../../project/calibrations.ts';
import { contentHash } from '../../project/canonical-json.ts';
import { decodeSearch, encodeSearch } from '../../project/control-search-codec.ts';
import { readBack } from '../../project/damaged.ts';
import type { Project } from '../../project/project.ts';
import type { Session } from '../../project/sessions.ts';
import { cachedMoved } from './stored-dynamic-returns.ts';
import { storedMapProducts } from './stored-map-products.ts';
import { answersQuestion } from './stored-refinement.ts';

const SEARCH_KIND = 'control-search';

/**
 * Cache of stage results of an alignment, in its project; dynamic returns and products of the map are in the user's
 * cache, because they can be recomputed at any time.
 *
 * @throws SocavonError of the project; an earlier refinement then stays current
 */
export function projectStageCache(project: Project, session: Session, run: AlignmentRun): StageCache {
  const { refinements } = project;
  return {
    search: (_aligned, options, compute) => search(project, session, run, options, compute),
    async refinement(_aligned, question, compute) {
      const head = refinements.head(run.id);
      const known = head !== null && answersQuestion(head, question) ? refinements.get(run.id) : null;
      if (known !== null) return known.value;
      const value = await compute();
      refinements.put(run.id, question, value);
      return value;
    },
    async calibration(_aligned, compute) {
      const checked = checkedCalibration(project, session.id);
      if (checked !== null) return checked;
      const key = contentHash(alignmentInputs(project, run));
      const known = calibrationOf(project, session.id);
      if (known !== null && known.key === key) return known.calibration;
      const calibration = await compute();
      if (calibration === null) removeCalibration(project, session.id);
      else storeCalibration(project, session.id, { key, calibration, isOwn: true });
      return calibration;
    },
    dynamic: async (placed: Trajectory, compute) =>
      (await cachedMoved(project, session, placed, compute)).moved,
    ofMap: storedMapProducts(project, session),
    openPages: openPageFile,
  };
}

/** Searches the scans for targets; cached, because the result is independent of decisions and point lists. */
async function search(
  project: Project,
  session: Session,
  run: AlignmentRun,
  options: unknown,
  compute: () => Promise<ControlSearch>,
): Promise<ControlSearch> {
  const inputHash = contentHash(alignmentInputs(project, run));
  const known = project.products.find(SEARCH_KIND, inputHash, options);
  if (known !== null)
    return readBack(project.path, message('stored-targets'), () =>
      decodeSearch(new TextDecoder().decode(known.payload)),
    );
  const found = await compute();
  project.products.add({
    sessionId: session.id,
    kind: SEARCH_KIND,
    inputHash,
    options,
    mediaType: 'application/json',
    payload: new TextEncoder().encode(encodeSearch(found)),
  });
  return found;
}

/** All that the poses of an alignment depend on. */
function alignmentInputs(project: Project, run: AlignmentRun): object {
  return {
    captures: run.inputHash,
    engine: engineText(run.engine),
    options: run.options,
    edits: project.edits.of(run.id).made,
  };
}
