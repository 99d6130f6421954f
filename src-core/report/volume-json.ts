import type { SectionPlane } from '../model/axis.ts';
import type { BreakVolumes } from '../model/breaks.ts';
import type { DriveCoverage } from '../model/drive-coverage.ts';
import type { DriveObject } from '../model/drive-object.ts';
import type { InstrumentCalibration } from '../model/instrument-calibration.ts';
import type { AppliedCorrection } from '../model/object-correction.ts';
import { ALONG_CONSTRAINTS, type AlongConstraint } from '../model/pose.ts';
import type { Recess, StatedValue } from '../model/recess.ts';
import { COVERAGE_95, type ReliabilityProfile } from '../model/reliability.ts';
import type {
  ErrorEstimate,
  HalfName,
  InstrumentCorrection,
  Profile,
  StatedFirst,
  UncertaintySource,
  Volume,
} from '../model/tunnel.ts';
import { lengthSigma as lengthSigmaOf } from '../tunnel/axis/reliability-lengths.ts';
import { type BreaksJson, breaksJson } from './breaks-json.ts';
import { type ExtrasJson, extrasJson, type RequestedExtras } from './extras-json.ts';
import { sectionShape } from './figures/section-shape.ts';
import { type InstrumentJson, instrumentJson } from './instrument-json.ts';
import type { ReportCapture, ReportStep, ReportWarning } from './report-input.ts';

/**
 * Content of `volume.json`: metres, square and cubic metres, shares 0..1. The keys and their order are a stable
 * interface to other programs.
 */
export interface VolumeJson extends ExtrasJson {
  readonly chainageFrom: number;
  readonly chainageTo: number;
  readonly length: number;
  readonly volume: StatedValue;
  readonly methods: { readonly endArea: number; readonly prismoidal: number; readonly solid: number };
  readonly measuredShare: number;
  readonly profiles: readonly {
    readonly chainage: number;
    readonly area: number;
    readonly measuredShare: number;
    readonly width: number;
    readonly height: number;
    readonly crown: number;
    readonly floor: number;
    readonly perimeter: number;
    readonly hydraulicRadius: number;
  }[];
  readonly warnings: readonly Pick<ReportWarning, 'code' | 'message'>[];
  /** ± of the length of the map between the chainages, 95 %. */
  readonly lengthPlusMinus: number;
  /** Reliability strip: constraint on the sensor's motion at each metre of the axis, and the ± (95 %) there. */
  readonly reliability: readonly MetreJson[];
  /** Number of dynamic returns excluded from the measurement; absent if none were. */
  readonly movedLeftOut?: number;
  /** Section plane: normal to the axis or vertical. */
  readonly sections: SectionPlane;
  /** `volume` less the recesses. */
  readonly drive: StatedValue;
  /** Niches and cross-cuts; their volumes are included in `volume`. */
  readonly recesses: readonly Recess[];
  /** Water, mesh and things that are not rock, and whether the volume contains what they take. */
  readonly objects: readonly ObjectJson[];
  /** Corrections by hand of what is an object, and the returns that each applies to; absent if there are none. */
  readonly corrections?: readonly AppliedCorrection[];
  /** Uncertainty budget of `volume`: standard uncertainty of each component. */
  readonly uncertainty: readonly { readonly source: UncertaintySource; readonly sigma: number }[];
  /** What the wall is corrected by, errors of the instrument in m; absent: by nothing. */
  readonly correction?: InstrumentCorrection;
  /** Independent halves of the points that were compared; empty if that was not possible. */
  readonly halves: readonly HalfName[];
  /** `volume` per metre of axis, m^3/m, its ± without that of the length. */
  readonly perMetre: StatedValue;
  /** Figure to state first: `per-metre` where the length was not observed. */
  readonly statedFirst: StatedFirst;
  /** Calibration of the sensor; absent without one. */
  readonly instrument?: InstrumentJson;
  /** How much of the drive `volume` is of, and the state of the wall along it; absent if it is not known. */
  readonly coverage?: DriveCoverage;
  /** Over- and underbreak; absent without a design. */
  readonly breaks?: BreaksJson;
  /** Audit trail of the numbers; absent if not supplied. */
  readonly madeBy?: VolumeProvenance;
}

/** An object; its outline as pairs of numbers. */
interface ObjectJson extends Omit<DriveObject, 'outline'> {
  readonly outline: readonly (readonly [number, number])[];
}

/** Audit trail sufficient to reproduce the numbers. */
interface VolumeProvenance {
  readonly program: 'Socavón';
  readonly version: string;
  readonly captures: readonly Pick<ReportCapture, 'name' | 'sha256'>[];
  /** Stages up to the measurement, with the hash of their input and their options. */
  readonly steps: readonly ReportStep[];
}

interface MetreJson {
  readonly from: number;
  readonly to: number;
  /** Weakest constraint of any scan that passes. */
  readonly heldBy: AlongConstraint;
  /** Number of passing scans by constraint. */
  readonly scans: Readonly<Record<AlongConstraint, number>>;
  /** ± of the position relative to the first scan, or to the control points if they constrain the map. */
  readonly plusMinus: { readonly along: number; readonly across: number; readonly up: number };
  /** ± of the length of this metre. */
  readonly lengthPlusMinus: number;
}

/** Measurements of a drive that the file contains. */
interface VolumeMeasures {
  readonly volume: Volume;
  readonly profiles: readonly Profile[];
  readonly reliability: ReliabilityProfile;
  /** Standard uncertainty of the length, m. */
  readonly lengthSigma: number;
  /** Absent or null: no design. */
  readonly breaks?: BreakVolumes | null;
}

/**
 * @param warnings of the stages before the volume; listed first
 * @param movedLeftOut number of dynamic returns excluded from the measurement
 * @param madeBy null: the file contains no audit trail
 * @param calibration of the sensor; null: none
 * @throws SocavonError density-unusable
 */
export function volumeJson(
  { volume, profiles, reliability, lengthSigma, breaks }: VolumeMeasures,
  warnings: readonly ReportWarning[] = [],
  movedLeftOut = 0,
  extras: RequestedExtras = { material: null, contour: null },
  madeBy: Omit<VolumeProvenance, 'program'> | null = null,
  calibration: InstrumentCalibration | null = null,
): VolumeJson {
  const { endArea, prismoidal, solid } = volume.methods;
  return {
    chainageFrom: rounded(volume.chainageFrom),
    chainageTo: rounded(volume.chainageTo),
    length: rounded(volume.length),
    volume: stated(volume.volume),
    methods: { endArea: rounded(endArea), prismoidal: rounded(prismoidal), solid: rounded(solid) },
    measuredShare: rounded(volume.measuredShare),
    profiles: profiles.map((profile) => {
      const { width, height, crown, floor, hydraulicRadius } = sectionShape(profile);
      return {
        chainage: rounded(profile.chainage),
        area: rounded(profile.area),
        measuredShare: rounded(profile.measuredShare),
        width: rounded(width),
        height: rounded(height),
        crown: rounded(crown),
        floor: rounded(floor),
        perimeter: rounded(profile.perimeter),
        hydraulicRadius: rounded(hydraulicRadius),
      };
    }),
    warnings: [...warnings, ...volume.warnings].map(({ code, message }) => ({ code, message })),
    lengthPlusMinus: rounded(COVERAGE_95 * lengthSigma),
    reliability: metresJson(reliability),
    ...(movedLeftOut > 0 && { movedLeftOut }),
    sections: volume.sections,
    drive: stated(volume.drive),
    recesses: volume.recesses.map((recess) => ({
      ...recess,
      from: rounded(recess.from),
      to: rounded(recess.to),
      depth: rounded(recess.depth),
      openingWidth: rounded(recess.openingWidth),
      openingHeight: rounded(recess.openingHeight),
      openingArea: rounded(recess.openingArea),
      volume: stated(recess.volume),
    })),
    objects: volume.objects.map(objectJson),
    ...(volume.corrections.length > 0 && { corrections: volume.corrections }),
    uncertainty: volume.uncertainty.map(({ source, sigma }) => ({ source, sigma: rounded(sigma) })),
    ...(volume.correction && { correction: correctionJson(volume.correction) }),
    halves: volume.halves,
    perMetre: stated(volume.perMetre),
    statedFirst: volume.statedFirst,
    ...(volume.coverage && { coverage: coverageJson(volume.coverage) }),
    ...(calibration && { instrument: instrumentJson(calibration) }),
    ...(breaks && { breaks: breaksJson(breaks, rounded) }),
    ...extrasJson(volume, extras, rounded),
    ...(madeBy && { madeBy: provenance(madeBy) }),
  };
}

/**
 * Removes settings that do not affect any number, i.e. of stages after the measurement, such as the report language.
 */
function provenance({ version, captures, steps }: Omit<VolumeProvenance, 'program'>): VolumeProvenance {
  return {
    program: 'Socavón',
    version,
    captures: captures.map(({ name, sha256 }) => ({ name, sha256 })),
    steps: steps.filter(({ stage }) => stage !== 'map' && stage !== 'export'),
  };
}

function correctionJson({ volume, bias, spread, incidence }: InstrumentCorrection): InstrumentCorrection {
  const error = ({ value, sigma }: ErrorEstimate): ErrorEstimate => ({
    value: rounded(value),
    sigma: rounded(sigma),
  });
  return {
    volume: rounded(volume),
    bias: error(bias),
    spread: error(spread),
    incidence: error(incidence),
  };
}

function objectJson(object: DriveObject): ObjectJson {
  const { outline, reach } = object;
  const extent = ([low, high]: readonly [number, number]) => [rounded(low), rounded(high)] as const;
  return {
    ...object,
    from: rounded(object.from),
    to: rounded(object.to),
    outline: Array.from(
      { length: outline.length / 2 },
      (_, i) => [rounded(outline[2 * i]), rounded(outline[2 * i + 1])] as const,
    ),
    area: rounded(object.area),
    volume: stated(object.volume),
    ...(reach && { reach: { left: extent(reach.left), up: extent(reach.up) } }),
  };
}

function coverageJson({
  driven,
  surveyed,
  drivenLength,
  coveredLength,
  isAsked,
  stretches,
}: DriveCoverage): DriveCoverage {
  return {
    driven: { from: rounded(driven.from), to: rounded(driven.to) },
    surveyed: { from: rounded(surveyed.from), to: rounded(surveyed.to) },
    drivenLength: rounded(drivenLength),
    coveredLength: rounded(coveredLength),
    isAsked,
    stretches: stretches.map(({ from, to, state, missing, plusMinus }) => ({
      from: rounded(from),
      to: rounded(to),
      state,
      missing,
      ...(plusMinus !== undefined && { plusMinus: rounded(plusMinus) }),
    })),
  };
}

function stated({ value, plusMinus, confidence }: StatedValue): StatedValue {
  return { value: rounded(value), plusMinus: rounded(plusMinus), confidence };
}

function metresJson(strip: ReliabilityProfile): MetreJson[] {
  const { edges, heldBy, scans, position } = strip;
  const holders = ALONG_CONSTRAINTS.length;
  return Array.from(heldBy, (holder, k) => {
    const [along, across, up] = position.subarray(3 * k, 3 * k + 3).map((sigma) => COVERAGE_95 * sigma);
    const counts = ALONG_CONSTRAINTS.map((name, code) => [name, scans[holders * k + code]]);
    return {
      from: rounded(edges[k]),
      to: rounded(edges[k + 1]),
      heldBy: ALONG_CONSTRAINTS[holder],
      scans: Object.fromEntries(counts) as Record<AlongConstraint, number>,
      plusMinus: { along: rounded(along), across: rounded(across), up: rounded(up) },
      lengthPlusMinus: rounded(COVERAGE_95 * lengthSigmaOf(strip, edges[k], edges[k + 1])),
    };
  });
}

/** Formats the text of `volume.json`. */
export function formatVolumeJson(json: VolumeJson): string {
  return `${JSON.stringify(json, null, 2)}\n`;
}

/** Rounds to six decimals: far below the measurement accuracy, and removes f64 rounding noise. */
export function rounded(value: number): number {
  return Number(value.toFixed(6));
}
