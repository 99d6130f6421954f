import { z } from 'zod';
import { USUAL_GROUND_CLEARANCE } from '../model/clearance.ts';
import { strict } from './shapes.ts';

/** Tallest, widest and longest thing that anybody drives through a mine, m. */
const MOST_VEHICLE = 30;

const metres = z.number();

/** Units that a drawing may be in; null: as the file says, where its size agrees. */
export const LengthUnitAsked = z.enum(['m', 'mm', 'cm', 'km', 'in', 'ft', 'us-ft']).nullable();

/** Which axis chainages are counted along, beside the file that may hold it, and how. */
export const AxisAsked = strict({
  /** What the axis follows where no file gives one: the robot's way, or the middle of the void along it. */
  of: z.enum(['trajectory', 'map']).default('trajectory'),
  /** Of a file with several lines: layer, string number or name of the alignment; null: the only one. */
  line: z.string().max(200).nullable().default(null),
  unit: LengthUnitAsked.default(null),
  /** Of all of an alignment that has no profile, m; null: such a one is refused. */
  elevation: metres.nullable().default(null),
  /** Null: as the axis has it. */
  kind: z.enum(['slope', 'horizontal']).nullable().default(null),
  /** Chainage of the first vertex, of the reversed axis where it is reversed; null: as the axis has it. */
  start: metres.nullable().default(null),
  /** Counted from the other end. */
  reversed: z.boolean().default(false),
});
export type AxisAsked = z.output<typeof AxisAsked>;

/** Surveyed rounds (disparos) by their chainages, or rounds of one length from a chainage on. */
export const RoundsAsked = z.discriminatedUnion('by', [
  strict({
    by: z.literal('list'),
    rounds: z
      .array(strict({ name: z.string().max(200), from: metres, to: metres }))
      .min(1)
      .max(10_000),
  }),
  strict({ by: z.literal('length'), start: metres, length: z.number().positive().max(100) }),
]);
export type RoundsAsked = z.output<typeof RoundsAsked>;

/** What the rock weighs, t to a bank m³, and the share by which its volume grows when it is broken; both are checked. */
export const MaterialAsked = strict({ density: z.number(), swell: z.number() });

/** See `model/grade`. */
export const GradeAsked = strict({
  /** m of plan over which a gradient is taken. */
  baseLength: z.number().positive().max(1000).default(10),
  design: z
    .discriminatedUnion('kind', [
      strict({
        kind: z.literal('elevations'),
        points: z.array(strict({ chainage: metres, elevation: metres })).min(2),
      }),
      strict({
        kind: z.literal('gradients'),
        startElevation: metres.nullable(),
        runs: z.array(strict({ from: metres, to: metres, percent: z.number() })).min(1),
      }),
    ])
    .nullable()
    .default(null),
});

const size = z.number().positive().max(MOST_VEHICLE);

/** See `model/clearance`. */
export const VehicleAsked = strict({
  width: size,
  height: size,
  groundClearance: z.number().min(0).max(MOST_VEHICLE).default(USUAL_GROUND_CLEARANCE),
  length: size,
  wheelbase: size.nullable().default(null),
  placement: z.union([z.enum(['best', 'middle']), strict({ left: metres })]).default('best'),
});

/**
 * How a drive is measured, beside its range, interval and design; what is left out is as `socavon run` has it. Rounds, grade,
 * vehicle and unrolled wall have a part in the report where they are asked for.
 */
export const MeasureAsked = strict({
  axis: AxisAsked.prefault({}),
  /** Sections normal to the axis, or vertical. */
  sections: z.enum(['normal', 'vertical']).default('normal'),
  /** Chainages of the profiles; null: at the interval. */
  stations: z.array(metres).min(1).max(100_000).nullable().default(null),
  /** Where a profile's outline comes from: the points of its slab, or the closed solid. */
  outline: z.enum(['radial', 'solid']).default('radial'),
  /** Ducts, vehicles, boxes on the floor: taken out of the wall, or left as they stand. */
  objects: z.enum(['left-out', 'kept']).default('left-out'),
  /** Where niches and cross-cuts begin: on the line from jamb to jamb, or on that of the design where there is one. */
  recessLine: z.enum(['jambs', 'design']).default('jambs'),
  rounds: RoundsAsked.nullable().default(null),
  material: MaterialAsked.nullable().default(null),
  grade: GradeAsked.nullable().default(null),
  vehicle: VehicleAsked.nullable().default(null),
  /** Whether the report shows the wall laid out flat. */
  unrolled: z.boolean().default(false),
});
export type MeasureAsked = z.output<typeof MeasureAsked>;
