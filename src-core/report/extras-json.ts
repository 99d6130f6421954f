import type { ClearanceStudy } from '../model/clearance.ts';
import type { ContourRound } from '../model/contour.ts';
import type { FloorGrade } from '../model/grade.ts';
import type { StatedValue } from '../model/recess.ts';
import type { Volume } from '../model/tunnel.ts';
import { tonnage } from '../tunnel/volume/tonnage.ts';
import { type ClearanceJson, clearanceJson, type GradeJson, gradeJson } from './floor-json.ts';
import type { ReportMaterial } from './report-input.ts';

/** Optional contents of `volume.json` besides the volume, if requested. */
export interface ExtrasJson {
  /**
   * Tonnage of the whole void and of the drive alone, metric tonnes and loose cubic metres; ± of 95 % from the volume
   * alone.
   */
  readonly tonnage?: ReportMaterial & { readonly volume: TonnageJson; readonly drive: TonnageJson };
  /** Contour quality of each blasting round, m; null: unknown. */
  readonly contour?: readonly {
    readonly number: number;
    readonly from: number;
    readonly to: number;
    readonly meanOver: number | null;
    readonly deepestOver: number | null;
    readonly roughness: number | null;
    readonly variation: number | null;
  }[];
  readonly grade?: GradeJson;
  readonly clearance?: ClearanceJson;
}

interface TonnageJson {
  readonly tonnes: number;
  readonly plusMinus: number;
  readonly loose: number;
}

/** Requested optional results; unset ones are absent from the file. */
export interface RequestedExtras {
  readonly material: ReportMaterial | null;
  readonly contour: readonly ContourRound[] | null;
  readonly grade?: FloorGrade | null;
  readonly clearance?: ClearanceStudy | null;
}

/**
 * @param rounded rounds a number for the file
 * @throws SocavonError density-unusable
 */
export function extrasJson(
  { volume, drive }: Volume,
  { material, contour, grade, clearance }: RequestedExtras,
  rounded: (value: number) => number,
): ExtrasJson {
  const orNull = (value: number | null | undefined): number | null => (value == null ? null : rounded(value));
  const weight = (bank: StatedValue, { density, swell }: ReportMaterial): TonnageJson => {
    const { tonnes, tonnesPlusMinus, loose } = tonnage(bank, density, swell);
    return { tonnes: rounded(tonnes), plusMinus: rounded(tonnesPlusMinus), loose: rounded(loose) };
  };
  return {
    ...(material && {
      tonnage: { ...material, volume: weight(volume, material), drive: weight(drive, material) },
    }),
    ...(contour && {
      contour: contour.map(({ number, from, to, meanOver, deepestOver, roughness, variation }) => ({
        number,
        from: rounded(from),
        to: rounded(to),
        meanOver: orNull(meanOver),
        deepestOver: orNull(deepestOver?.depth),
        roughness: orNull(roughness),
        variation: orNull(variation),
      })),
    }),
    ...(grade && { grade: gradeJson(grade, rounded) }),
    ...(clearance && { clearance: clearanceJson(clearance, rounded) }),
  };
}
