import { z } from 'zod';
import { DEFAULT_GROUND_CLEARANCE } from '../model/clearance.ts';
import type { RoundsRequest } from '../model/epoch.ts';
import { CORRECTION_CLASSES, MOST_CORRECTIONS } from '../model/object-correction.ts';
import { LENGTH_UNITS } from '../question/field.ts';
import { bounded, fieldSchemas } from '../question/field-schema.ts';
import type { AxisQuestion, MeasureQuestion } from '../question/survey-question.ts';
import { strict } from './shapes.ts';

/** Units of a drawing; null: as the file states, if its size agrees. */
export const LengthUnitInput = z.enum(LENGTH_UNITS).nullable();

/** See `AxisQuestion`; omitted keys have their defaults. */
export const AxisInput = strict({
  ...fieldSchemas('measure.axis'),
  line: z.string().max(200).nullable().default(null),
}) as unknown as z.ZodType<AxisQuestion, Partial<AxisQuestion>>;
export type AxisInput = AxisQuestion;

/** See `RoundsRequest`. */
export const RoundsInput = z.discriminatedUnion('by', [
  strict({
    by: z.literal('list'),
    rounds: z
      .array(
        strict({
          name: z.string().max(200),
          from: bounded('measure.rounds.rounds.*.from'),
          to: bounded('measure.rounds.rounds.*.to'),
        }),
      )
      .min(1)
      .max(10_000),
  }),
  strict({
    by: z.literal('length'),
    start: bounded('measure.rounds.start'),
    length: bounded('measure.rounds.length'),
  }),
]) as unknown as z.ZodType<RoundsRequest, RoundsRequest>;
export type RoundsInput = RoundsRequest;

/** Density and swell; the stage that computes the mass refuses impossible values with its own message. */
const MaterialInput = strict({ density: z.number(), swell: z.number() });

const BOX = 'measure.corrections.*';

/** See `ObjectCorrection`. */
const CorrectionInput = strict({
  class: z.enum(CORRECTION_CLASSES),
  from: bounded(`${BOX}.from`),
  to: bounded(`${BOX}.to`),
  leftFrom: bounded(`${BOX}.leftFrom`),
  leftTo: bounded(`${BOX}.leftTo`),
  upFrom: bounded(`${BOX}.upFrom`),
  upTo: bounded(`${BOX}.upTo`),
});

const POINTS = 'measure.grade.design.points.*';
const RUNS = 'measure.grade.design.runs.*';

/** See `model/grade`. */
export const GradeInput = strict({
  /** Plan length over which a gradient is taken, m. */
  baseLength: bounded('measure.grade.baseLength').default(10),
  design: z
    .discriminatedUnion('kind', [
      strict({
        kind: z.literal('elevations'),
        points: z
          .array(
            strict({ chainage: bounded(`${POINTS}.chainage`), elevation: bounded(`${POINTS}.elevation`) }),
          )
          .min(2),
      }),
      strict({
        kind: z.literal('gradients'),
        startElevation: bounded('measure.grade.design.startElevation').nullable(),
        runs: z
          .array(
            strict({
              from: bounded(`${RUNS}.from`),
              to: bounded(`${RUNS}.to`),
              percent: bounded(`${RUNS}.percent`),
            }),
          )
          .min(1),
      }),
    ])
    .nullable()
    .default(null),
});

/** See `model/clearance`. */
export const VehicleInput = strict({
  width: bounded('measure.vehicle.width'),
  height: bounded('measure.vehicle.height'),
  groundClearance: bounded('measure.vehicle.groundClearance').default(DEFAULT_GROUND_CLEARANCE),
  length: bounded('measure.vehicle.length'),
  wheelbase: bounded('measure.vehicle.wheelbase').nullable().default(null),
  placement: z
    .union([z.enum(['best', 'middle']), strict({ left: bounded('measure.vehicle.placement.left') })])
    .default('best'),
});

const MEASURE = strict({
  ...fieldSchemas('measure'),
  axis: AxisInput.prefault({}),
  stations: z.array(bounded('measure.stations.*')).min(1).max(100_000).nullable().default(null),
  corrections: z.array(CorrectionInput).max(MOST_CORRECTIONS).nullable().default(null),
  rounds: RoundsInput.nullable().default(null),
  material: MaterialInput.nullable().default(null),
  grade: GradeInput.nullable().default(null),
  vehicle: VehicleInput.nullable().default(null),
});

/** Schemas of the parts of `MeasureInput`, by name. */
export const MEASURE_SHAPES: Readonly<Record<string, z.ZodType>> = MEASURE.shape;

/** See `MeasureQuestion`; omitted keys have their defaults. */
export const MeasureInput = MEASURE as unknown as z.ZodType<MeasureQuestion, PartialMeasure>;
export type MeasureInput = MeasureQuestion;

/** A measure question with every part optional. */
type PartialMeasure = Partial<
  Omit<MeasureQuestion, 'axis' | 'grade' | 'vehicle'> & {
    axis: Partial<AxisQuestion>;
    grade: Partial<NonNullable<MeasureQuestion['grade']>> | null;
    vehicle: Partial<NonNullable<MeasureQuestion['vehicle']>> | null;
  }
>;
