import { z } from 'zod';
import { SECTORS } from '../../../../src-core/model/breaks.ts';
import { calibrationSchema } from '../../../../src-core/model/instrument-calibration.ts';
import {
  METHOD_IDS,
  SEARCH_IDS,
  VERDICT_REASONS,
  VERDICTS,
} from '../../../../src-core/model/registration-ids.ts';

const strict = z.strictObject;
const number = z.number();
const text = z.string();
const numbers = (length: number) => z.array(number).length(length);
const words = z.array(text);
/** A number that JSON has no word for, as of a level that nothing was compared for, is null. */
const orNull = number.nullable();
const count = z.int().nonnegative();

const Stated = strict({ value: number, plusMinus: number, confidence: number });
const Figure = strict({ value: number, plusMinus: number });
const Stretch = { from: number, to: number };
const Span = strict(Stretch);
const Warning = strict({ code: text, message: text });
const warnings = z.array(Warning);
/** Those of a comparison have the message in parts too, for a window in another language. */
const comparisonWarnings = z.array(Warning.extend({ sentence: z.json().optional() }));
const Treatment = z.enum(['left-out', 'kept']);
const Sections = z.enum(['normal', 'vertical']);
const StatedFirst = z.enum(['total', 'per-metre']);
const ObjectClass = z.enum(['water', 'mesh', 'duct', 'pipe', 'vehicle', 'muck', 'unknown']);

const Recess = strict({
  name: text,
  kind: z.enum(['niche', 'cross-cut']),
  side: z.enum(['left', 'right', 'crown', 'floor']),
  ...Stretch,
  depth: number,
  openingWidth: number,
  openingHeight: number,
  openingArea: number,
  volume: Stated,
  goesOn: z.boolean(),
  line: z.enum(['jambs', 'design']).optional(),
});
const Thing = strict({
  name: text,
  class: ObjectClass,
  ...Stretch,
  outline: z.array(numbers(2)),
  outlineOn: z.enum(['plan', 'wall']),
  area: number,
  volume: Stated,
  treatment: Treatment,
  points: count,
  unseen: number.optional(),
  byHand: z.boolean().optional(),
  reach: strict({ left: numbers(2), up: numbers(2) }).optional(),
});

const Tonnes = strict({ tonnes: number, plusMinus: number, loose: number });
const Tonnage = strict({ density: number, swell: number, volume: Tonnes, drive: Tonnes });

const GradeStretch = strict({
  ...Stretch,
  gradient: number,
  plusMinus: number,
  designGradient: orNull,
  measuredShare: number,
});
const Grade = strict({
  baseLength: number,
  mean: GradeStretch,
  worst: z.array(GradeStretch),
  stations: z.array(
    strict({
      chainage: number,
      elevation: number,
      gradient: orNull,
      plusMinus: orNull,
      designElevation: orNull,
      designGradient: orNull,
      measured: z.boolean(),
    }),
  ),
});
const Bottleneck = strict({ value: number, chainage: number, measured: z.boolean() });
const Clearance = strict({
  vehicle: strict({
    width: number,
    height: number,
    length: number,
    groundClearance: number,
    wheelbase: orNull,
  }),
  verdict: z.enum(['passes', 'blocked', 'unknown']),
  largestWidth: Bottleneck,
  largestHeight: Bottleneck,
  blocked: z.array(Span),
  unseen: z.array(Span),
  open: z.array(Span),
});

const parts = {
  overbreak: number,
  underbreak: number,
  paid: number.optional(),
  unpaid: number.optional(),
  overBeyond: number.optional(),
  underBeyond: number.optional(),
};
const Deepest = strict({ depth: number, chainage: number, left: number, up: number, measured: z.boolean() });
const Breaks = strict({
  design: number,
  ...parts,
  plusMinus: strict({ overbreak: number, underbreak: number, confidence: number }).optional(),
  sectors: z.array(
    strict({
      sector: z.enum(SECTORS),
      ...parts,
      plusMinus: strict({ overbreak: number, underbreak: number }).optional(),
      deepestOver: Deepest.optional(),
      deepestUnder: Deepest.optional(),
    }),
  ),
  stretches: z.array(strict({ name: text, ...Stretch, design: number, ...parts })),
  undesigned: z.array(Span),
});

const Coverage = strict({
  driven: Span,
  surveyed: Span,
  drivenLength: number,
  coveredLength: number,
  isAsked: z.boolean(),
  stretches: z.array(
    strict({
      ...Stretch,
      state: z.enum(['measured', 'filled', 'open', 'unseen']),
      missing: z.array(z.enum(['crown', 'floor', 'left', 'right'])),
      plusMinus: number.optional(),
    }),
  ),
});
const Profile = strict({
  chainage: number,
  area: number,
  measuredShare: number,
  width: number,
  height: number,
  crown: number,
  floor: number,
  perimeter: number,
  hydraulicRadius: number,
});
const Constraint = z.enum(['walls', 'reflectivity', 'inertial', 'assumed']);
const Methods = strict({ endArea: number, prismoidal: number, solid: number });
const Instrument = strict({
  serial: text,
  productLine: text,
  rays: count,
  patches: count,
  scans: count,
  isBiasChecked: z.boolean(),
  rangeBound: orNull,
  parameters: z.array(
    strict({
      kind: text,
      index: count,
      value: number,
      sigma: number,
      state: z.enum(['applied', 'not-significant', 'not-observed']),
    }),
  ),
});
const ErrorEstimate = strict({ value: number, sigma: number });
const InstrumentCorrection = strict({
  volume: number,
  bias: ErrorEstimate,
  spread: ErrorEstimate,
  incidence: ErrorEstimate,
});
const Correction = strict({
  class: text,
  ...Stretch,
  leftFrom: number,
  leftTo: number,
  upFrom: number,
  upTo: number,
  points: count,
});

/** Contents of volume.json, which `volume` prints too. */
const volumeFields = {
  chainageFrom: number,
  chainageTo: number,
  length: number,
  volume: Stated,
  methods: Methods,
  measuredShare: number,
  coverage: Coverage,
  profiles: z.array(Profile),
  warnings,
  lengthPlusMinus: number,
  reliability: z.array(
    strict({
      ...Stretch,
      heldBy: Constraint,
      scans: z.record(Constraint, count),
      plusMinus: strict({ along: number, across: number, up: number }),
      lengthPlusMinus: number,
    }),
  ),
  movedLeftOut: count.optional(),
  sections: Sections,
  drive: Stated,
  recesses: z.array(Recess),
  objects: z.array(Thing),
  corrections: z.array(Correction).optional(),
  uncertainty: z.array(strict({ source: text, sigma: number })),
  halves: words,
  perMetre: Stated,
  statedFirst: StatedFirst,
  instrument: Instrument.optional(),
  correction: InstrumentCorrection.optional(),
  breaks: Breaks.optional(),
  tonnage: Tonnage.optional(),
  contour: z
    .array(
      strict({
        number: count,
        ...Stretch,
        meanOver: orNull,
        deepestOver: orNull,
        roughness: orNull,
        variation: orNull,
      }),
    )
    .optional(),
  grade: Grade.optional(),
  clearance: Clearance.optional(),
  madeBy: strict({
    program: z.literal('Socavón'),
    version: text,
    captures: z.array(strict({ name: text, sha256: z.string().length(64) })),
    steps: z.array(
      strict({
        stage: text,
        inputHash: text.nullable(),
        options: z.record(text, z.union([number, z.boolean(), text, z.null()])),
      }),
    ),
  }).optional(),
};

const Residual = strict({
  name: text,
  role: z.enum(['control', 'check']),
  scanIndex: count,
  error: numbers(3),
  distance: number,
  plusMinus: number.optional(),
});
const MatchFigures = strict({
  overlap: number,
  inlierShare: number,
  rms: number,
  weakShare: number,
  asymmetry: number,
  asymmetryAngle: number,
  rival: number,
});
const Refinement = strict({
  refined: z.boolean(),
  frame: z.enum(['mine-grid', 'local']),
  controlRms: orNull,
  checkRms: orNull,
  control: z.array(Residual),
  check: z.array(Residual),
  leftOut: z.array(strict({ name: text, scanIndex: count })),
  unseen: words,
  loops: z.array(
    strict({
      fromScan: count,
      toScan: count,
      pathBetween: number,
      distance: number,
      distanceSigma: number,
      accepted: z.boolean(),
      refusal: text,
      decidedBy: z.enum(['rules', 'person']),
      byRules: text,
      figures: MatchFigures.nullable(),
      chi2: orNull,
    }),
  ),
  chi2: number,
  degreesOfFreedom: number,
});
const Cloud = strict({
  formats: words,
  points: count,
  hasReflectivity: z.boolean(),
  unitMetres: number,
  heightUnitMetres: number.optional(),
  unitBy: z.enum(['file', 'user', 'metres-assumed']),
  isGrid: z.boolean(),
  crs: text.nullable(),
  path: z.enum(['trajectory', 'stations', 'void', 'none']),
  trajectory: text.nullable(),
  accuracy: strict({
    by: z.enum(['user', 'maker', 'class', 'assumed']),
    instrument: text.nullable(),
    bias: number,
    noise: number,
    lengthShare: number,
    placeSigma: number,
  }),
});
const Adapter = strict({
  vendor: text,
  architecture: text,
  device: text,
  description: text,
  isSoftware: z.boolean(),
});

/** What `run` and `demo` print of a survey. */
const summaryFields = {
  scans: count,
  pathLength: number,
  unobservedLength: number,
  refinement: Refinement.nullable(),
  chainageFrom: number,
  chainageTo: number,
  length: number,
  volume: Stated,
  perMetre: Stated,
  statedFirst: StatedFirst,
  drive: Stated,
  recesses: z.array(Recess),
  objects: z.array(Thing),
  sections: Sections,
  methods: Methods,
  measuredShare: number,
  coverage: Coverage,
  tonnage: Tonnage.optional(),
  design: strict({ volume: number, overbreak: number, underbreak: number }).optional(),
  mapPoints: count.nullable(),
  movedLeftOut: count.nullable(),
  warnings,
};

const ofProject = { project: text, session: count, out: text };
const Epoch = strict({ name: text, date: text.nullable(), placedBy: text });
const comparisonFields = {
  earlier: Epoch,
  later: Epoch,
  common: Span,
  volume: Figure,
  overCommon: Figure,
  newLength: Figure.nullable(),
  uncertainty: z.array(strict({ source: text, sigma: number })),
  advance: Figure.nullable(),
  faces: strict({ earlier: orNull, later: orNull }),
  rounds: z.array(strict({ name: text, ...Stretch, volume: Figure, advance: orNull, pull: orNull })),
  warnings: comparisonWarnings,
};
const Closure = strict({ before: number, closed: number, detection: number }).nullable();

const joinFields = {
  first: count,
  second: count,
  transform: numbers(16),
  scans: count,
  firstMoved: z.boolean(),
  positionSigma: strict({ least: number, most: number }),
  chi2: number,
  degreesOfFreedom: number,
  places: z.array(
    strict({
      firstScan: count,
      secondScan: count,
      figures: MatchFigures,
      accepted: z.boolean(),
      refusal: text,
      chi2: orNull,
    }),
  ),
};
const Damage = strict({ table: text, what: text, remedy: z.enum(['align', 'measure', 'set', 'import']) });
const Against = strict({ value: number, plusMinus: number, confidence: number, perCentimetre: number });
const Signature = strict({
  file: text,
  bytes: count,
  sha256: z.string().length(64),
  signer: text,
  signedAt: text,
  fingerprint: text,
  status: z.enum(['valid', 'unknown', 'changed', 'broken']),
});

/** Details that other programs read by name, as of a sensor: their keys are those of the sensor's own metadata. */
const Details = z.record(text, z.json());
const FileInFolder = strict({ name: text, role: text, bytes: count });
const Run = strict({
  id: count,
  sessionId: count,
  engine: text,
  options: Details,
  inputHash: text,
  softwareVersion: text,
  state: z.enum(['running', 'done', 'cancelled']),
  createdAt: text,
  poses: count,
  refinement: strict({
    createdAt: text,
    refined: z.boolean(),
    frame: z.enum(['mine-grid', 'local']),
    controlPoints: count,
    controlRms: orNull,
    checkRms: orNull,
    loopsClosed: count,
    loopsLookedAt: count,
  }).nullable(),
});
const Session = strict({
  id: count,
  importedAt: text,
  captures: z.array(
    strict({ sessionId: count, name: text, sizeBytes: count, sha256: text, modifiedAt: text }),
  ),
  metadata: text.nullable(),
  sensor: strict({ productLine: text, serial: text, profile: text }),
  scans: count,
  storedBytes: count,
  seconds: orNull,
  warnings: words,
  runs: z.array(Run),
  control: strict({
    file: strict({ name: text, sha256: text }).nullable(),
    control: words,
    check: words,
    targetsDecided: count,
    loopsDecided: count,
  }),
});
/** What `info` says of one file, by its kind. */
const Described = z.discriminatedUnion('kind', [
  strict({
    kind: z.literal('project'),
    path: text,
    identity: strict({ uuid: z.uuid(), name: text, createdAt: text, createdBy: text }),
    sessions: z.array(Session),
    products: z.array(strict({ kind: text, count, latestAt: text })),
    log: z.array(Details),
  }),
  strict({
    kind: z.literal('capture'),
    path: text,
    summary: Details,
    metadata: text.nullable(),
    sensor: Details.nullable(),
    warnings: words,
  }),
  strict({
    kind: z.literal('cloud'),
    path: text,
    cloud: strict({
      name: text,
      bytes: count,
      format: text,
      layout: text.nullable(),
      writtenBy: text.nullable(),
      writtenOn: text.nullable(),
      announced: count.nullable(),
      look: Details,
      bounds: Details.nullable(),
      unit: strict({ metres: number, by: text }),
      heightMetres: orNull,
      unclear: Details.nullable(),
      crs: text.nullable(),
      attributes: words,
      hasNormals: z.boolean(),
      time: z.json(),
      stations: z.array(Details),
    }),
    warnings: words,
    next: words,
  }),
  strict({ kind: z.literal('metadata'), path: text, sensor: Details }),
  strict({
    kind: z.literal('trajectory'),
    path: text,
    format: z.enum(['TUM', 'KITTI', 'EuRoC', 'CSV']),
    poses: count,
    length: number,
    times: strict({ from: text, to: text }).nullable(),
  }),
  strict({
    kind: z.literal('format'),
    path: text,
    format: text,
    content: text,
    read: words,
    written: words,
    solid: strict({
      triangles: count,
      min: numbers(3),
      max: numbers(3),
      volume: number,
      unit: z.enum(['m', 'mm', 'cm', 'km', 'in', 'ft', 'us-ft']),
      isDeclared: z.boolean(),
    }).nullable(),
    lines: z.array(strict({ name: text, length: number, closed: z.boolean(), station: orNull })),
    notes: words,
    warnings: words,
  }),
  ...(['folder', 'simulation'] as const).map((kind) =>
    strict({
      kind: z.literal(kind),
      path: text,
      files: z.array(FileInFolder),
      simulation: kind === 'folder' ? z.null() : Details,
      warnings: words,
    }),
  ),
  strict({ kind: z.literal('refused'), path: text, error: strict({ code: text, message: text }) }),
]);
/** What `info --formats` says of one format. */
const Format = strict({
  id: text,
  name: text,
  content: text,
  endings: z.array(text),
  read: z.array(text),
  written: z.array(text),
  instead: text.optional(),
});

/** What every command prints with `--json`, by its name: all its keys, and no other. */
export const JSON_SCHEMAS = {
  simulate: strict({
    out: text,
    preset: text,
    length: number,
    speed: number,
    seed: count,
    layout: text,
    scans: count,
    lidarPackets: count,
    imuPackets: count,
    files: words,
    donuts: strict({ folder: text, count }).optional(),
    surveyed: strict({ ...Stretch, voidVolume: number }),
    targets: count,
  }),
  run: z.union([
    strict({
      ...ofProject,
      alreadyImported: z.boolean(),
      engine: z.enum(['cpu', 'gpu']),
      adapter: Adapter.nullable(),
      ...summaryFields,
      files: words,
    }),
    strict({
      ...ofProject,
      alreadyImported: z.boolean(),
      cloud: Cloud,
      picked: z
        .array(
          strict({ name: text, feature: text, place: numbers(3), sigma: number, rms: orNull, points: count }),
        )
        .optional(),
      ...summaryFields,
      files: words,
    }),
  ]),
  demo: strict({
    ...summaryFields,
    truth: strict({ volume: number, overbreak: number, underbreak: number }),
    error: number,
    errorPercent: number,
    report: text,
  }),
  calibrate: calibrationSchema.extend({ session: count }).strict(),
  join: z.union([
    strict({ project: text, ...joinFields }),
    strict({
      project: text,
      first: count,
      joins: z.array(strict(joinFields)),
      closures: z.array(strict({ first: count, second: count, metres: number, plusMinus: number })),
    }),
  ]),
  profiles: strict({
    ...ofProject,
    profiles: z.array(Profile),
    openStations: z.array(number),
    files: words,
    warnings,
  }),
  volume: strict({ ...ofProject, out: text.nullable(), ...volumeFields }),
  chamber: strict({
    ...ofProject,
    out: text.nullable(),
    volume: Stated,
    plusMinusWithoutOpenings: number,
    uncertainty: strict({
      common: number,
      noise: number,
      length: number,
      place: number,
      cells: number,
      openings: number,
    }),
    surface: number,
    closed: number,
    openings: z.array(strict({ area: number, easting: number, northing: number, elevation: number })),
    filled: strict({ count, volume: number }),
    cell: number,
    points: count,
    against: strict({
      name: text,
      placeSigma: number,
      reference: number,
      common: number,
      beyond: Against,
      short: Against,
    }).optional(),
    files: words,
  }),
  compare: strict({
    project: text,
    earlierProject: text,
    earlierId: count,
    laterId: count,
    ...comparisonFields,
    tonnage: strict({ bank: number, loose: number, tonnes: number, tonnesPlusMinus: number }).optional(),
    convergence: strict({
      comparedShare: number,
      levels: strict({ half: orNull, most: orNull, laid: orNull }),
      profiles: z.array(
        strict({
          ...Stretch,
          mean: orNull,
          inward: orNull,
          outward: orNull,
          laid: numbers(2),
          width: Closure,
          height: Closure,
        }),
      ),
    }),
  }),
  unroll: strict({
    ...ofProject,
    chainageFrom: number,
    chainageTo: number,
    layers: words,
    files: words,
    warnings,
  }),
  report: strict({
    ...ofProject,
    language: z.enum(['es', 'en']),
    headingTakenFrom: count.nullable(),
    chainageFrom: number,
    chainageTo: number,
    volume: Stated,
    grade: Grade.optional(),
    clearance: Clearance.optional(),
    comparison: strict(comparisonFields).optional(),
    files: words,
    warnings: comparisonWarnings,
  }),
  verify: strict({
    project: text,
    valid: z.boolean(),
    entries: count,
    head: z.string().length(64),
    broken: strict({ sequence: count, fault: text }).nullable(),
    changed: words,
    files: z.array(
      strict({
        path: text,
        status: z.enum(['valid', 'changed', 'unknown']),
        entry: count.nullable(),
        isOlder: z.boolean(),
        signature: Signature.nullable(),
      }),
    ),
  }),
  key: strict({ key: text, publicKey: text, signer: text, fingerprint: text }),
  sign: strict({ signature: text, signer: text, fingerprint: text }),
  register: strict({
    transform: numbers(16),
    map: numbers(16).optional(),
    stretches: z.array(number).optional(),
    iterations: count,
    rms: number,
    rmsPerIteration: z.array(number),
    inliers: count,
    matchedShare: number,
    verdict: z.enum(VERDICTS),
    reason: z.enum(VERDICT_REASONS),
    covariance: numbers(36).nullable(),
    weakest: strict({ direction: numbers(6), sigma: number }).nullable(),
    better: strict({ transform: numbers(16), metres: number, degrees: number }).nullable(),
    isScan: z.boolean(),
    stopped: text,
    milliseconds: z.record(text, number),
    method: z.enum(METHOD_IDS),
    search: z.enum(SEARCH_IDS).nullable(),
    engine: z.enum(['cpu', 'gpu']),
    adapter: Adapter.nullable(),
    engineChoice: text.nullable(),
    maxDistance: orNull,
    downsample: number,
    start: strict({
      transform: numbers(16),
      pairs: count,
      matches: count,
      overlap: number,
      sigma: number,
      relief: number,
      edge: number,
      milliseconds: z.record(text, number),
    })
      .nullable()
      .optional(),
    sourcePoints: count,
    targetPoints: count,
    H: z.array(number),
    eigenvalues: z.array(number),
    undetermined: z.array(z.array(number)),
  }),
  grid: z.union([
    strict({
      out: text,
      points: z.array(
        strict({
          name: text,
          easting: number,
          northing: number,
          elevation: number,
          sigma: number,
          role: text,
        }),
      ),
      notes: words,
    }),
    strict({
      out: text,
      rotation: number,
      scale: number,
      sigma: strict({ plan: number, height: number, rotation: number, scale: number }).partial().nullable(),
      residuals: z.array(strict({ name: text, error: numbers(3) })),
      notes: words,
    }),
  ]),
  info: z.union([
    Described,
    strict({ kind: z.literal('files'), files: z.array(Described) }),
    strict({ kind: z.literal('formats'), formats: z.array(Format) }),
  ]),
  check: strict({
    path: text,
    rows: count,
    damage: z.array(Damage),
    dropped: z.array(Damage),
    backup: text.nullable(),
  }),
  recover: strict({
    path: text,
    out: text,
    sessions: z.array(count),
    parts: z.array(strict({ session: count, saved: count, lost: count })),
    lostSessions: z.array(count),
    runs: z.array(count),
    tables: z.array(strict({ table: text, saved: count, lost: count.nullable() })),
  }),
  tune: strict({
    adapter: Adapter,
    points: count,
    rounds: count,
    default: z.record(text, number),
    tuning: z.record(text, number),
    series: z.array(z.record(text, z.json())),
    file: text,
  }),
  /** The last line, of a server that was ended; the first is `SERVE_BEGINS`. */
  serve: strict({ served: text }),
  doctor: strict({
    ok: z.boolean(),
    findings: z.array(
      strict({
        name: text,
        state: z.enum(['works', 'limited', 'missing']),
        required: z.boolean(),
        found: text,
        advice: text.optional(),
        details: z.record(text, z.json()).optional(),
      }),
    ),
  }),
  notices: strict({ path: text, notices: text }),
} as const satisfies Record<string, z.ZodType>;

/** The first line of `serve --json`, while it runs. */
export const SERVE_BEGINS = strict({ address: z.url(), folder: text });
/** What a command prints that does not do what was asked. */
export const REFUSED = strict({ error: strict({ code: text, message: text }) });
