import { remark } from '../../messages/remark.ts';
import type { Stretch } from '../../model/axis.ts';
import type {
  ComparedEpoch,
  EpochComparison,
  EpochSource,
  EpochWarning,
  Figure,
  Round,
} from '../../model/epoch.ts';
import type { FaceSighting } from '../../model/face.ts';
import { COVERAGE_95 } from '../../model/reliability.ts';
import { rangeLever } from '../uncertainty/range-lever.ts';
import { integrateWall } from '../wall/wall-integral.ts';
import { EPOCH_DEFAULTS, type EpochOptions, type SurveyedEpoch } from './epoch-options.ts';
import { commonStretch, requireComparable, requireOverlap } from './epoch-refusals.ts';
import { type Faces, roundResults } from './epoch-rounds.ts';
import { biasSigma, halfWidth95, relativeSigma, sameInstrument } from './epoch-sigmas.ts';
import { voidToFace } from './void-to-face.ts';
import { type WallGain, wallGain } from './walls/wall-gain.ts';

/** Length over which the section may be extrapolated to the face without a warning, m. */
const CARRIED_ON = 2;

/** Warnings for a comparison. @param advance null if a face was not observed */
function epochWarnings(earlier: SurveyedEpoch, later: SurveyedEpoch, advance: Figure | null): EpochWarning[] {
  const wentBack = advance !== null && advance.value < -advance.plusMinus;
  return [
    ...faceWarnings(earlier),
    ...faceWarnings(later),
    ...(wentBack ? [backWarning(advance.value)] : []),
  ];
}

function faceWarnings({ face }: SurveyedEpoch): EpochWarning[] {
  if (!face.seen) return [{ code: 'face-unseen', message: face.message, sentence: face.sentence }];
  const { nearest, wholeTo } = face.face;
  if (nearest - wholeTo <= CARRIED_ON) return [];
  const figures = { chainage: wholeTo.toFixed(1), metres: (nearest - wholeTo).toFixed(1) };
  return [
    {
      code: 'axis-short',
      ...remark('axis-short', figures),
    },
  ];
}

function backWarning(advance: number): EpochWarning {
  const metres = (-advance).toFixed(2);
  return {
    code: 'face-went-back',
    ...remark('face-went-back', { metres }),
  };
}

/**
 * Compares two epochs of a working: the period volume with its ±, the face advance, and the volume and
 * advance of each round (docs/volume.md).
 *
 * The volume is the void of the later survey less that of the earlier one, both up to the surface of their
 * faces. Before the earlier face both measured the same wall, so only the cells measured by both show a
 * change there; beyond it, it is the void of the later survey less that of the earlier one. If a face is
 * missing, it is that of the common stretch alone.
 *
 * @param earlier, later measured along one axis with the same options
 * @param rounds drilled in the period, by chainage; may be empty
 * @throws SocavonError epochs-incompatible: different grids, axes or cells, dates reversed, no common
 *   stretch, walls apart
 */
export function compareEpochs(
  earlier: SurveyedEpoch,
  later: SurveyedEpoch,
  rounds: readonly Round[] = [],
  options: Partial<EpochOptions> = {},
): EpochComparison {
  const o = { ...EPOCH_DEFAULTS, ...options };
  requireComparable(earlier, later, o.relativeSigma !== null);
  const common = commonStretch(earlier, later, o.from);
  const change = wallGain(earlier.wall, later.wall, common);
  requireOverlap(change);
  const faces = bothFaces(earlier.face, later.face);
  const over = commonPart(earlier, later, change, common, o);
  const beyond = faces === null ? null : newPart(earlier, later, faces, common.to, o);
  const parts = beyond === null ? [over] : [over, beyond];
  const uncertainty = SOURCES.map((source) => ({
    source,
    sigma: Math.hypot(...parts.map(({ sigmas }) => sigmas[source] ?? 0)),
  }));
  const volume = parts.reduce((sum, part) => sum + part.value, 0);
  const advance = faces === null ? null : advanceOf(earlier, later, faces, o);
  return {
    earlier: comparedEpoch(earlier),
    later: comparedEpoch(later),
    common,
    volume: {
      value: volume,
      plusMinus: plusMinusOf(Object.fromEntries(uncertainty.map(({ source, sigma }) => [source, sigma]))),
    },
    overCommon: figureOf(over),
    newLength: beyond === null ? null : figureOf(beyond),
    uncertainty,
    advance,
    faces: {
      earlier: earlier.face.seen ? earlier.face.face.mean : null,
      later: later.face.seen ? later.face.face.mean : null,
    },
    rounds: roundResults(rounds, { earlier, later, faces, change, common, over: figureOf(over) }, o),
    warnings: epochWarnings(earlier, later, advance),
  };
}

const SOURCES: readonly EpochSource[] = [
  'range-bias',
  'range-noise',
  'filled-wall',
  'face',
  'registration-along',
  'registration-radial',
  'unsurveyed-gap',
];

interface Part {
  readonly value: number;
  readonly sigmas: Partial<Record<EpochSource, number>>;
}

function bothFaces(earlier: FaceSighting, later: FaceSighting): Faces | null {
  return earlier.seen && later.seen ? { earlier: earlier.face, later: later.face } : null;
}

function figureOf({ value, sigmas }: Part): Figure {
  return { value, plusMinus: plusMinusOf(sigmas) };
}

function plusMinusOf({ 'range-bias': bias = 0, ...rest }: Part['sigmas']): number {
  return halfWidth95(bias, Math.hypot(...Object.values(rest)));
}

function commonPart(
  earlier: SurveyedEpoch,
  later: SurveyedEpoch,
  change: WallGain,
  { from, to }: Stretch,
  options: EpochOptions,
): Part {
  const before = integrateWall(earlier.wall, from, to);
  const after = integrateWall(later.wall, from, to);
  return {
    value: change.volumes.reduce((sum, one) => sum + one, 0),
    sigmas: {
      'range-bias': sameInstrument(earlier, later)
        ? 0
        : biasSigma(
            earlier,
            later,
            rangeLever(earlier.wall, before, from, to).bias,
            rangeLever(later.wall, after, from, to).bias,
            options,
          ),
      'range-noise': Math.sqrt(change.cellVariance),
      'filled-wall': change.unpairedSurface * change.changeSpread,
      // A map that is off along the axis compares different rock: the error is the spread of its section
      // areas.
      'registration-along': Math.SQRT2 * before.areaSpread * relativeSigma(earlier, later, to, to, options),
      'registration-radial': Math.SQRT2 * change.surface * options.radialSigma,
    },
  };
}

function newPart(
  earlier: SurveyedEpoch,
  later: SurveyedEpoch,
  faces: Faces,
  from: number,
  options: EpochOptions,
): Part {
  const before = voidToFace(earlier.wall, faces.earlier, from, options);
  const after = voidToFace(later.wall, faces.later, from, options);
  const along = relativeSigma(earlier, later, faces.earlier.mean, faces.later.mean, options);
  return {
    value: after.volume - before.volume,
    sigmas: {
      'range-bias': biasSigma(earlier, later, before.lever, after.lever, options),
      'range-noise': Math.sqrt(before.cellVariance + after.cellVariance),
      'filled-wall': Math.hypot(before.filled, after.filled),
      face: Math.hypot(
        faces.earlier.area * faces.earlier.meanSigma,
        faces.later.area * faces.later.meanSigma,
      ),
      'registration-along': faces.later.area * along,
      'registration-radial': Math.hypot(before.surface, after.surface) * options.radialSigma,
      'unsurveyed-gap': Math.hypot(before.gap, after.gap),
    },
  };
}

function advanceOf(
  earlier: SurveyedEpoch,
  later: SurveyedEpoch,
  faces: Faces,
  options: EpochOptions,
): Figure {
  const [before, after] = [faces.earlier.mean, faces.later.mean];
  const bias = sameInstrument(earlier, later) ? 0 : (Math.SQRT2 * options.rangeBias) / Math.sqrt(3);
  const sigma = Math.hypot(
    faces.earlier.meanSigma,
    faces.later.meanSigma,
    relativeSigma(earlier, later, before, after, options),
    bias,
  );
  const { geometry } = later.wall;
  const forward = after >= before;
  const length = geometry.lengthBetween(Math.min(before, after), Math.max(before, after));
  return { value: forward ? length : -length, plusMinus: COVERAGE_95 * sigma };
}

function comparedEpoch({ name, date, placedBy }: SurveyedEpoch): ComparedEpoch {
  return { name, date, placedBy };
}
