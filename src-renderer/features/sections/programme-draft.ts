import { checkProgramme } from '../../../src-core/model/check-programme.ts';
import type {
  DesignOffsets,
  DesignProgramme,
  DesignStretch,
  ToleranceBand,
} from '../../../src-core/model/design.ts';
import { SocavonError } from '../../../src-core/model/errors.ts';

/** Programme with one stretch changed. */
export function withStretch(
  programme: DesignProgramme,
  index: number,
  change: Partial<DesignStretch>,
): DesignProgramme {
  const stretches = programme.stretches.map((stretch, i) =>
    i === index ? { ...stretch, ...change } : stretch,
  );
  return { ...programme, stretches };
}

export function withOffsets(programme: DesignProgramme, change: Partial<DesignOffsets>): DesignProgramme {
  return { ...programme, offsets: { ...programme.offsets, ...change } };
}

export function withTolerance(programme: DesignProgramme, change: Partial<ToleranceBand>): DesignProgramme {
  return { ...programme, tolerance: { ...programme.tolerance, ...change } };
}

/**
 * Splits a stretch into two of the same section: at its middle if bounded, else at the middle of its surveyed part.
 *
 * @param surveyed chainages, m
 */
export function split(
  programme: DesignProgramme,
  index: number,
  surveyed: { readonly from: number; readonly to: number },
): DesignProgramme {
  const stretch = programme.stretches[index];
  const from = stretch.from ?? Math.min(surveyed.from, stretch.to ?? surveyed.from);
  const to = stretch.to ?? Math.max(surveyed.to, from);
  const at = Math.round(10 * ((from + to) / 2)) / 10;
  const halves = [
    { ...stretch, to: at },
    { ...stretch, name: '', from: at },
  ];
  return { ...programme, stretches: programme.stretches.toSpliced(index, 1, ...halves) };
}

/** Programme with a stretch appended, of the same section as the last; an open last one is split in two. */
export function added(
  programme: DesignProgramme,
  surveyed: { readonly from: number; readonly to: number },
): DesignProgramme {
  const last = programme.stretches[programme.stretches.length - 1];
  if (last.to === null) return split(programme, programme.stretches.length - 1, surveyed);
  const next: DesignStretch = { name: '', from: last.to, to: null, section: last.section };
  return { ...programme, stretches: [...programme.stretches, next] };
}

/** Programme without one stretch; the one before it does not grow, so there is no design there. */
export function removed(programme: DesignProgramme, index: number): DesignProgramme {
  return { ...programme, stretches: programme.stretches.toSpliced(index, 1) };
}

/** Fault of a programme; null: valid. */
export function programmeFault(programme: DesignProgramme, name: string): SocavonError | null {
  try {
    checkProgramme(programme, name);
    return null;
  } catch (error) {
    if (error instanceof SocavonError) return error;
    throw error;
  }
}
