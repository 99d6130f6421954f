import { checkProgramme } from '../../../src-core/model/check-programme.ts';
import type {
  DesignOffsets,
  DesignProgramme,
  DesignSection,
  DesignStretch,
  ToleranceBand,
} from '../../../src-core/model/design.ts';
import { SocavonError } from '../../../src-core/model/errors.ts';
import { reshaped } from './design-draft.ts';

/** The programme with one of its stretches changed. */
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
 * A stretch cut in two, both of the same section: where it is bounded in its middle, else in the middle of what of it was
 * surveyed.
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

/** The programme with one more stretch behind its last, of the same section; an open last one is cut in two. */
export function added(
  programme: DesignProgramme,
  surveyed: { readonly from: number; readonly to: number },
): DesignProgramme {
  const last = programme.stretches[programme.stretches.length - 1];
  if (last.to === null) return split(programme, programme.stretches.length - 1, surveyed);
  const next: DesignStretch = { name: '', from: last.to, to: null, section: last.section };
  return { ...programme, stretches: [...programme.stretches, next] };
}

/** The programme without one of its stretches; the one before it does not grow: nothing is designed there then. */
export function removed(programme: DesignProgramme, index: number): DesignProgramme {
  return { ...programme, stretches: programme.stretches.toSpliced(index, 1) };
}

/** The programme with the section of a stretch in another shape, about as large. */
export function withShape(
  programme: DesignProgramme,
  index: number,
  shape: DesignSection['shape'],
): DesignProgramme {
  return withStretch(programme, index, { section: reshaped(programme.stretches[index].section, shape) });
}

/** What is wrong with a programme; null where nothing is. */
export function programmeFault(programme: DesignProgramme, name: string): SocavonError | null {
  try {
    checkProgramme(programme, name);
    return null;
  } catch (error) {
    if (error instanceof SocavonError) return error;
    throw error;
  }
}
