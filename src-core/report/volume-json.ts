import type { SectionPlane } from '../model/axis.ts';
import type { BreakVolumes } from '../model/breaks.ts';
import { ALONG_CONSTRAINTS, type AlongConstraint } from '../model/pose.ts';
import type { Recess, StatedValue } from '../model/recess.ts';
import { COVERAGE_95, type ReliabilityProfile } from '../model/reliability.ts';
import type { Profile, UncertaintySource, Volume } from '../model/tunnel.ts';
import { lengthSigma as lengthSigmaOf } from '../tunnel/reliability-lengths.ts';
import { type BreaksJson, breaksJson } from './breaks-json.ts';
import { type ExtrasJson, extrasJson, type RequestedExtras } from './extras-json.ts';
import { sectionShape } from './figures/section-shape.ts';
import type { ReportCapture, ReportStep, ReportWarning } from './report-input.ts';

/**
 * The content of `volume.json`: metres, square and cubic metres, shares 0..1. The keys and their order are
 * the file's contract with other programs.
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
  /** The reliability strip: what held the motion of the sensor at each metre of its way, and the ± (95 %) there. */
  readonly reliability: readonly MetreJson[];
  /** Returns of what moved that were not measured; absent where all were. */
  readonly movedLeftOut?: number;
  /** Whether the sections stand normal to the axis or vertical. */
  readonly sections: SectionPlane;
  /** `volume` less the recesses. */
  readonly drive: StatedValue;
  /** Niches and cross-cuts; their volumes are part of `volume`. */
  readonly recesses: readonly Recess[];
  /** What the ± of `volume` is made of, one standard deviation each. */
  readonly uncertainty: readonly { readonly source: UncertaintySource; readonly sigma: number }[];
  /** Over- and underbreak; absent without a design. */
  readonly breaks?: BreaksJson;
  /** What the numbers were made from and how; absent where nobody told. */
  readonly madeBy?: VolumeProvenance;
}

/** With this the numbers can be made again. */
export interface VolumeProvenance {
  readonly program: 'Socavón';
  readonly version: string;
  readonly captures: readonly Pick<ReportCapture, 'name' | 'sha256'>[];
  /** The stages up to the measurement, with the hash of what went in and their options. */
  readonly steps: readonly ReportStep[];
}

export interface MetreJson {
  readonly from: number;
  readonly to: number;
  /** The worst that held a scan that passes. */
  readonly heldBy: AlongConstraint;
  /** Scans that pass, by what held them. */
  readonly scans: Readonly<Record<AlongConstraint, number>>;
  /** Of the position against the first scan, or against control where it holds the map. */
  readonly plusMinus: { readonly along: number; readonly across: number; readonly up: number };
  /** Of the length of this metre. */
  readonly lengthPlusMinus: number;
}

/** What is measured of a drive, as far as the file tells it. */
export interface VolumeMeasures {
  readonly volume: Volume;
  readonly profiles: readonly Profile[];
  readonly reliability: ReliabilityProfile;
  /** m. */
  readonly lengthSigma: number;
  /** Left out or null: no design. */
  readonly breaks?: BreakVolumes | null;
}

/**
 * @param warnings of the stages before the volume; they come first
 * @param movedLeftOut returns of what moved that were not measured
 * @param madeBy null: the file does not say what made it
 * @throws SocavonError density-unusable
 */
export function volumeJson(
  { volume, profiles, reliability, lengthSigma, breaks }: VolumeMeasures,
  warnings: readonly ReportWarning[] = [],
  movedLeftOut = 0,
  extras: RequestedExtras = { material: null, contour: null },
  madeBy: Omit<VolumeProvenance, 'program'> | null = null,
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
    uncertainty: volume.uncertainty.map(({ source, sigma }) => ({ source, sigma: rounded(sigma) })),
    ...(breaks && { breaks: breaksJson(breaks, rounded) }),
    ...extrasJson(volume, extras, rounded),
    ...(madeBy && { madeBy: provenance(madeBy) }),
  };
}

/** What comes after the measurement, such as the language of the report, changes no number. */
function provenance({ version, captures, steps }: Omit<VolumeProvenance, 'program'>): VolumeProvenance {
  return {
    program: 'Socavón',
    version,
    captures: captures.map(({ name, sha256 }) => ({ name, sha256 })),
    steps: steps.filter(({ stage }) => stage !== 'map' && stage !== 'export'),
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

/** The text of `volume.json`. */
export function formatVolumeJson(json: VolumeJson): string {
  return `${JSON.stringify(json, null, 2)}\n`;
}

/** Six decimals: far below what is measured, and the digits of f64 arithmetic's dust are gone. */
function rounded(value: number): number {
  return Number(value.toFixed(6));
}
