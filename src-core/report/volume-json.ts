import type { Profile, Volume } from '../model/tunnel.ts';
import type { ReportWarning } from './report-input.ts';
import { sectionShape } from './section-shape.ts';

/**
 * The content of `volume.json`: metres, square and cubic metres, shares 0..1. The keys and their order are
 * the file's contract with other programs.
 */
export interface VolumeJson {
  readonly chainageFrom: number;
  readonly chainageTo: number;
  readonly length: number;
  readonly volume: { readonly value: number; readonly plusMinus: number; readonly confidence: number };
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
  }[];
  readonly warnings: readonly ReportWarning[];
}

/** @param warnings of the stages before the volume; they come first */
export function volumeJson(
  volume: Volume,
  profiles: readonly Profile[],
  warnings: readonly ReportWarning[] = [],
): VolumeJson {
  const { value, plusMinus, confidence } = volume.volume;
  const { endArea, prismoidal, solid } = volume.methods;
  return {
    chainageFrom: rounded(volume.chainageFrom),
    chainageTo: rounded(volume.chainageTo),
    length: rounded(volume.length),
    volume: { value: rounded(value), plusMinus: rounded(plusMinus), confidence },
    methods: { endArea: rounded(endArea), prismoidal: rounded(prismoidal), solid: rounded(solid) },
    measuredShare: rounded(volume.measuredShare),
    profiles: profiles.map((profile) => {
      const { width, height, crown, floor } = sectionShape(profile);
      return {
        chainage: rounded(profile.chainage),
        area: rounded(profile.area),
        measuredShare: rounded(profile.measuredShare),
        width: rounded(width),
        height: rounded(height),
        crown: rounded(crown),
        floor: rounded(floor),
      };
    }),
    warnings: [...warnings, ...volume.warnings].map(({ code, message }) => ({ code, message })),
  };
}

/** The text of `volume.json`. */
export function formatVolumeJson(json: VolumeJson): string {
  return `${JSON.stringify(json, null, 2)}\n`;
}

/** Six decimals: far below what is measured, and the digits of f64 arithmetic's dust are gone. */
function rounded(value: number): number {
  return Number(value.toFixed(6));
}
