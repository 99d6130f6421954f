import { z } from 'zod';
import { Design } from '../model/design-schema.ts';
import { LogoUrl } from '../model/logo.ts';
import { bounded } from '../question/field-schema.ts';
import { StoredFileChoice } from './file-choice.ts';
import { AxisInput, MEASURE_SHAPES, VehicleInput } from './measure-input.ts';
import { Path, strict, Triple } from './shapes.ts';

/** A group of fields that the project keeps for the window. */
interface WorkTopic {
  /** Kept for each session, or once for the project. */
  readonly of: 'session' | 'project';
  /** True if changes are steps of the history; what is only looked at is kept, but not undone. */
  readonly undone: boolean;
  /** Schema of each field. A stored value that does not fit is left out, and the others hold. */
  readonly fields: Readonly<Record<string, z.ZodType>>;
}

const angle = z.number();
const id = z.int().positive();
const View = strict({
  target: Triple,
  yaw: angle,
  pitch: angle,
  distance: z.number().positive(),
  projection: z.enum(['perspective', 'orthographic']),
});
const ClipBox = strict({ centre: Triple, half: Triple, yaw: angle });
/** A measure in the map; what it comes to is told by its points. */
const KeptMeasure = strict({
  id: z.string().min(1).max(64),
  kind: z.enum(['point', 'distance', 'angle', 'area']),
  name: z.string().max(100),
  points: z
    .array(
      strict({
        /** Frame of the map's first scan, m: the measure stays in place when that scan is georeferenced. */
        point: Triple,
        /** Scan that saw it; null: not known. */
        scan: z.int().nonnegative().nullable(),
      }),
    )
    .min(1)
    .max(500),
});
export type KeptMeasure = z.infer<typeof KeptMeasure>;
/** A word of the window, such as the name of a tab; the panel shows its first one for a word it does not know. */
const Word = z.string().min(1).max(64);
const vehicle = (VehicleInput as z.ZodObject).shape as Record<string, z.ZodType>;

/**
 * Everything that a window is set to, by topic and field. To keep another field, add it here and name it in
 * `keepFields` of the store that has it (`src-renderer/stores/kept-fields.ts`).
 */
export const WORK_TOPICS = {
  /** The survey question. */
  question: {
    of: 'session',
    undone: true,
    fields: {
      axis: Path.nullable(),
      chainage: strict({ from: bounded('chainage.from'), to: bounded('chainage.to') }).nullable(),
      design: Design.nullable(),
      interval: bounded('interval'),
      rangeBias: bounded('rangeBias').nullable(),
      /** Pose of the first scan in the mine grid, as typed. */
      origin: z.string().max(1000),
      ...Object.fromEntries(
        Object.entries(MEASURE_SHAPES).map(([name, schema]) => [`measure.${name}`, schema]),
      ),
      'measure.axis': AxisInput,
    },
  },
  /** Grid of control points and pose, as its file states it; empty: nothing is known of it. No measurement rests on it. */
  grid: { of: 'session', undone: true, fields: { grid: z.string().max(20_000) } },
  /** Measures of the map of a session. */
  measures: { of: 'session', undone: true, fields: { list: z.array(KeptMeasure).max(1000) } },
  /** What the report shows besides. */
  report: {
    of: 'project',
    undone: true,
    fields: {
      /** Of the company, at the head; null: none. */
      logo: LogoUrl.nullable(),
      unrolled: z.boolean(),
      grade: z.boolean(),
      clearance: z.boolean(),
      baseLength: bounded('measure.grade.baseLength'),
      /** %; null: no design of the grade. */
      designGradient: z.number().nullable(),
      placement: z.enum(['best', 'middle']),
      width: vehicle.width,
      height: vehicle.height,
      groundClearance: bounded('measure.vehicle.groundClearance'),
      length: vehicle.length,
      wheelbase: bounded('measure.vehicle.wheelbase').nullable(),
    },
  },
  /** What is made of a report, and what was. */
  output: {
    of: 'project',
    undone: false,
    fields: {
      files: StoredFileChoice,
      /** Of the report; null: that of the window. */
      language: z.enum(['es', 'en']).nullable(),
      /** Session whose preview is shown: it is made again when the project is opened. */
      previewed: id.nullable(),
    },
  },
  /** What the window shows. */
  view: {
    of: 'project',
    undone: false,
    fields: {
      panel: Word,
      session: id.nullable(),
      sectionsTab: Word,
      controlTab: Word,
      epochsTab: Word,
      flatTab: Word,
      earlier: id.nullable(),
      later: id.nullable(),
      compareFrom: z.number().nullable(),
      /** Clouds of the lab. */
      labSource: Path.nullable(),
      labTarget: Path.nullable(),
    },
  },
  /** What the window shows of a session. */
  look: {
    of: 'session',
    undone: false,
    fields: {
      /** Chainage of the shown section, m; null: the middle of the drive. */
      section: z.number().nullable(),
      camera: View.nullable(),
      kind: z.enum(['orbit', 'walk', 'plan', 'long', 'section']),
      chainage: z.number().nullable(),
      slab: z.number().min(0).nullable(),
      box: ClipBox.nullable(),
      colour: Word,
      designReach: z.number().positive(),
      moveReach: z.number().positive(),
      /** What is drawn of the map: its points, the surface of the wall, both, or neither. */
      layers: Word,
      surfaceColour: Word,
      /** Length of a band of chainage on the surface, m. */
      bandLength: z.number().positive(),
      /** Values of the lowest and the highest colour, by colouring; one that is missing is automatic. */
      limits: z.record(Word, z.tuple([z.number(), z.number()])),
      /** Size of the points, 1: as large as closes the gaps between them. */
      pointSize: z.number().min(0.25).max(4),
      /** True if the dynamic returns are shown. */
      moved: z.boolean(),
      eyeDome: z.boolean(),
      /** Point that was made the pivot of the view. */
      pivot: Triple.nullable(),
      sensorPath: z.boolean(),
      axis: z.boolean(),
      /** Edges and handles of the clipping box. */
      boxEdges: z.boolean(),
      notes: z.boolean(),
      groundGrid: z.boolean(),
      planInset: z.boolean(),
      graph: z.boolean(),
      /** Unfolded groups of the layer tree. */
      openLayers: z.array(Word).max(50),
      /** How a picture for print is made. */
      print: strict({
        paper: z.enum(['a4', 'a3', 'screen']),
        dpi: z.union([z.literal(150), z.literal(300)]),
        isUpright: z.boolean(),
        /** n of 1 : n; 0: to fit. */
        scale: z.number().min(0).max(10_000),
      }),
      /** How a fly-through is made. */
      flight: strict({
        /** m/s */
        speed: z.number().min(0.05).max(50),
        /** Of the eye above the way, m. */
        height: z.number().min(-5).max(5),
        lines: z.union([z.literal(720), z.literal(1080)]),
        fps: z.union([z.literal(24), z.literal(30), z.literal(60)]),
      }),
      /** Measures that are not drawn in the map, by id. */
      hiddenMeasures: z.array(z.string().max(64)).max(1000),
      /** Earlier survey that the report compares this one with; null: none. */
      reportEarlier: id.nullable(),
      /** Small picture of the map as it was seen last, a data URL. */
      picture: z.string().startsWith('data:image/').max(300_000).nullable(),
    },
  },
  /** The lab: a document of its own, which its store defines and checks. */
  lab: { of: 'project', undone: false, fields: { document: z.json() } },
} as const satisfies Record<string, WorkTopic>;

export type WorkTopicName = keyof typeof WORK_TOPICS;

/** Schema of a field; null if there is no such field. */
export function workSchema(topic: string, field: string): z.ZodType | null {
  const fields: Readonly<Record<string, z.ZodType>> | undefined = Object.hasOwn(WORK_TOPICS, topic)
    ? WORK_TOPICS[topic as WorkTopicName].fields
    : undefined;
  return fields !== undefined && Object.hasOwn(fields, field) ? fields[field] : null;
}
