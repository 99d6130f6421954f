import { z } from 'zod';
import { READING_LIMITS } from './reading-limits.ts';

/**
 * Schemas of designs in files and messages. Metres; `model/check-programme` checks whether they make valid
 * sections.
 */

const length = z.number();
const place = { axisHeight: length.default(0), axisLeft: length.optional() };

export const DesignSection = z.discriminatedUnion('shape', [
  z.strictObject({
    shape: z.literal('baul'),
    width: length,
    height: length,
    wallHeight: length,
    ...place,
  }),
  z.strictObject({
    shape: z.literal('baul-radius'),
    width: length,
    wallHeight: length,
    archRadius: length,
    ...place,
  }),
  z.strictObject({ shape: z.literal('rectangle'), width: length, height: length, ...place }),
  z.strictObject({
    shape: z.literal('trapezoid'),
    bottomWidth: length,
    topWidth: length,
    height: length,
    ...place,
  }),
  z.strictObject({
    shape: z.literal('horseshoe'),
    width: length,
    height: length,
    wallRadius: length,
    invertRadius: length.default(0),
    ...place,
  }),
  z.strictObject({ shape: z.literal('circle'), diameter: length, ...place }),
  z.strictObject({
    shape: z.literal('three-centre'),
    width: length,
    height: length,
    wallHeight: length,
    shoulderRadius: length,
    ...place,
  }),
  z.strictObject({
    shape: z.literal('polyline'),
    points: z
      .array(z.tuple([length, length]).readonly())
      .min(3)
      .max(READING_LIMITS.outlinePoints)
      .readonly(),
    floorSides: z.array(z.int()).readonly().optional(),
    springHeight: length.optional(),
    ...place,
  }),
]);

const DesignOffsets = z.strictObject({
  pay: length.nullable().default(null),
  clearance: length.nullable().default(null),
  shotcrete: z
    .strictObject({ thickness: length, side: z.enum(['inward', 'outward']) })
    .nullable()
    .default(null),
});

const ToleranceBand = z.strictObject({
  over: length.nullable().default(null),
  under: length.nullable().default(null),
});

export const DesignProgramme = z.strictObject({
  stretches: z
    .array(
      z.strictObject({
        name: z.string().max(200).default(''),
        from: z.number().nullable().default(null),
        to: z.number().nullable().default(null),
        section: DesignSection,
      }),
    )
    .min(1)
    .max(1000)
    .readonly(),
  offsets: DesignOffsets.prefault({}),
  tolerance: ToleranceBand.prefault({}),
});

/** A nominal section, or a programme of them, with its file name. */
export const Design = z.object({
  name: z.string().max(200),
  /** The section of the first stretch, for a programme. */
  section: DesignSection,
  /** Left out: the section applies to the whole axis, without offsets or tolerance. */
  programme: DesignProgramme.optional(),
});
export type Design = z.infer<typeof Design>;
