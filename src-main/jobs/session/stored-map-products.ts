import { createHash } from 'node:crypto';
import { correctsMap } from '../../../src-core/model/instrument-calibration.ts';
import type { MapInputs, MapProduct, StageCache } from '../../../src-core/survey/stage-cache.ts';
import { codeVersion } from '../../files/code-version.ts';
import { readProduct, writeProduct } from '../../files/product-cache.ts';
import { canonicalJson } from '../../project/canonical-json.ts';
import type { Project } from '../../project/project.ts';
import type { Session } from '../../project/sessions.ts';
import { hashPoses } from './stored-dynamic-returns.ts';

/**
 * Products of the map of a session, in the user's cache: window, report preview, files and command line ask for the
 * same ones by the same hash, so that each is computed once.
 */
export function storedMapProducts(project: Project, session: Session): StageCache['ofMap'] {
  return async (kind, from, { stateOf, restored }, compute) => {
    const key = keyOf(project, session, kind, from);
    const known = await readProduct(key);
    if (known !== null) return restored(known as ReturnType<typeof stateOf>);
    const value = await compute();
    await writeProduct(key, stateOf(value));
    return value;
  };
}

/** Hash of all inputs, and of the code. */
function keyOf(
  { identity }: Project,
  session: Session,
  kind: MapProduct,
  { placed, dynamic, calibration, options }: MapInputs,
): string {
  const corrected = calibration !== null && correctsMap(calibration) ? calibration : null;
  const hash = createHash('sha256').update(
    canonicalJson([kind, codeVersion(), identity.uuid, session.id, corrected, options]),
  );
  hashPoses(hash, placed.poses);
  for (const { scanIndex } of placed.poses) {
    const pixels = dynamic?.of(scanIndex) ?? null;
    if (pixels !== null) hash.update(Uint32Array.of(scanIndex, pixels.length)).update(pixels);
  }
  return hash.digest('hex');
}
