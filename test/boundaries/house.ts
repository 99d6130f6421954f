/**
 * The rooms of the house and what each may import: the one place where that is written. A room that is not listed for
 * another cannot be imported by it; neither can a package. The files at the root of a room are its door: what lies in
 * its sub-folders is private to it. docs/architecture.md says what each room does.
 */
interface Room {
  /** Rooms whose doors it may use; a file's path instead of a room allows that one door. */
  readonly rooms: readonly string[];
  /** npm packages and `node:` modules; a name that ends on `/*` stands for every file of a package. */
  readonly packages: readonly string[];
}

const MODEL = 'src-core/model';
const MATH = 'src-core/math';
const CONTRACT = 'src-core/contract';
const MESSAGES = 'src-core/messages';
const QUESTION = 'src-core/question';
const BYTES = 'src-core/io/bytes';
const CAPTURE = 'src-core/io/capture';
const CLOUD = 'src-core/io/cloud';
const CAD = 'src-core/io/cad';
const RASTER = 'src-core/io/raster';
const MESH = 'src-core/io/mesh';
const TABLES = 'src-core/io/tables';
const POSES = 'src-core/io/poses';
const GRID = 'src-core/grid';
const FRAME = 'src-core/odometry/frame';
const CALIBRATION = 'src-core/calibration';
const MATCH = 'src-core/odometry/match';
const ODOMETRY = 'src-core/odometry';
const GRAPH = 'src-core/graph';
const LOOPS = 'src-core/closing/loops';
const JOINS = 'src-core/closing/joins';
const CONTROL = 'src-core/closing/control';
const DYNAMIC = 'src-core/closing/dynamic';
const AXIS = 'src-core/tunnel/axis';
const CHAMBER = 'src-core/tunnel/chamber';
const VOXELS = 'src-core/tunnel/wall/voxels';
const CELLS = 'src-core/tunnel/wall/cells';
const OBJECTS = 'src-core/tunnel/wall/objects';
const WATER = 'src-core/tunnel/wall/water';
const RECESS = 'src-core/tunnel/wall/recess';
const WALL = 'src-core/tunnel/wall';
const SECTIONS = 'src-core/tunnel/sections';
const DESIGN = 'src-core/tunnel/design';
const UNCERTAINTY = 'src-core/tunnel/uncertainty';
const VOLUME = 'src-core/tunnel/volume';
const FACE = 'src-core/tunnel/epochs/face';
const EPOCHS = 'src-core/tunnel/epochs';
const SURVEY = 'src-core/survey';
const LEVELS = 'src-core/map-levels';
const TEXTS = 'src-core/report/texts';
const FIGURES = 'src-core/report/figures';
const DRAWING = 'src-core/report/drawing';
const REPORT = 'src-core/report';
const GPU = 'src-core/gpu';
const PROBLEM = 'src-lab/problem';
const SEARCH = 'src-lab/search';
const CLOUDS = 'src-lab/clouds';
const METHODS = 'src-lab/methods';
const PICP = 'src-lab/picp';
const SOFT = 'src-lab/soft';
const GLOBAL = 'src-lab/global';
const REGISTRATION = 'src-lab/register';
const KERNELS = 'src-lab/gpu';
const SIMULATE = 'src-simulate';
const FILES = 'src-main/files';
const PROJECT = 'src-main/project';
const RPC = 'src-main/rpc';
const DEVICE = 'src-main/device';
const JOBS = 'src-main/jobs';
const SCHEDULE = 'src-main/jobs/schedule';
const IMPORT = 'src-main/jobs/import';
const SESSION = 'src-main/jobs/session';
const PREVIEW = 'src-main/jobs/preview';
const REGISTER = 'src-main/jobs/register';
const PRINT = 'src-main/jobs/print';
const SURVEYS = 'src-main/jobs/survey';
const ENGINE = 'src-main/engine';
const HOSTS = 'src-main/hosts/common';
const SERVE = 'src-main/hosts/serve';
const CONNECT = 'src-renderer/host';
const LOCALES = 'src-renderer/locales';
const VIEWER = 'src-renderer/viewer';
const UI = 'src-renderer/ui';
const WORKERS = 'src-renderer/workers';
const STORES = 'src-renderer/stores';
const feature = (name: string): string => `src-renderer/features/${name}`;

const VUE = ['vue', 'vue-i18n'];
const NODE = [
  'node:crypto',
  'node:fs',
  'node:fs/promises',
  'node:os',
  'node:path',
  'node:timers/promises',
  'node:url',
];
export const HOUSE: Readonly<Record<string, Room>> = {
  // The core: no host, no native module, no DOM.
  [MESSAGES]: { rooms: [], packages: [] },
  [MODEL]: { rooms: [MESSAGES], packages: ['zod'] },
  [MATH]: { rooms: [MESSAGES, MODEL], packages: [] },
  [QUESTION]: { rooms: [MESSAGES, MODEL], packages: ['zod'] },
  [CONTRACT]: { rooms: [MESSAGES, MODEL, QUESTION], packages: ['zod'] },
  [GRID]: { rooms: [MESSAGES, MODEL], packages: ['proj4', 'zod'] },
  [BYTES]: { rooms: [MESSAGES, MODEL], packages: ['fast-xml-parser', 'fflate', 'fzstd', 'xxhash-wasm'] },
  [CAPTURE]: {
    rooms: [MESSAGES, MODEL, MATH, BYTES, CLOUD],
    packages: ['@mcap/core', 'fast-png', 'fzstd', 'yaml', 'zod'],
  },
  [CLOUD]: { rooms: [MESSAGES, MODEL, MATH, BYTES, LEVELS], packages: ['laz-perf'] },
  [TABLES]: { rooms: [MESSAGES, MODEL, MATH, BYTES], packages: [] },
  [CAD]: { rooms: [MESSAGES, MODEL, MATH, BYTES, TABLES], packages: ['zod'] },
  [RASTER]: { rooms: [MESSAGES, MODEL, BYTES, CLOUD], packages: ['fast-png'] },
  [MESH]: { rooms: [MESSAGES, MODEL, MATH, BYTES, CLOUD, CAD], packages: ['zod'] },
  [POSES]: { rooms: [MESSAGES, MODEL, MATH, BYTES, CLOUD, TABLES], packages: ['@mcap/core'] },
  [FRAME]: { rooms: [MODEL, MATH], packages: [] },
  [CALIBRATION]: { rooms: [MESSAGES, MODEL, MATH, FRAME], packages: [] },
  [MATCH]: { rooms: [MODEL, MATH, FRAME], packages: [] },
  [GRAPH]: { rooms: [MESSAGES, MODEL, MATH], packages: [] },
  [ODOMETRY]: { rooms: [MESSAGES, MODEL, MATH, FRAME, MATCH, GRAPH], packages: [] },
  [LOOPS]: { rooms: [MESSAGES, MODEL, MATH, FRAME, MATCH, GRAPH], packages: [] },
  [JOINS]: { rooms: [MODEL, MATH, FRAME, GRAPH, LOOPS], packages: [] },
  [CONTROL]: { rooms: [MESSAGES, MODEL, MATH, FRAME], packages: [] },
  [DYNAMIC]: { rooms: [MESSAGES, MODEL], packages: [] },
  // The floors of the tunnel, the lowest first.
  [CHAMBER]: { rooms: [MESSAGES, MODEL, MATH], packages: ['manifold-3d'] },
  [AXIS]: { rooms: [MESSAGES, MODEL, MATH, GRAPH], packages: [] },
  [VOXELS]: { rooms: [MESSAGES, MODEL, AXIS], packages: [] },
  [CELLS]: { rooms: [MODEL, MATH, AXIS, VOXELS], packages: [] },
  [OBJECTS]: { rooms: [MODEL, MATH, VOXELS, CELLS], packages: [] },
  [WATER]: { rooms: [MATH, AXIS, VOXELS, CELLS, OBJECTS], packages: [] },
  [RECESS]: { rooms: [MODEL, MATH, CELLS], packages: [] },
  [WALL]: { rooms: [MESSAGES, MODEL, MATH, AXIS, VOXELS, CELLS, OBJECTS, WATER, RECESS], packages: [] },
  [SECTIONS]: { rooms: [MESSAGES, MODEL, MATH, AXIS, CELLS, WALL], packages: [] },
  [DESIGN]: { rooms: [MESSAGES, MODEL, MATH, AXIS, CELLS, RECESS, WALL, SECTIONS], packages: [] },
  [UNCERTAINTY]: { rooms: [MODEL, MATH, GRAPH, AXIS, CELLS, OBJECTS, WATER, WALL, DESIGN], packages: [] },
  [VOLUME]: {
    rooms: [MESSAGES, MODEL, MATH, AXIS, CELLS, OBJECTS, RECESS, WALL, SECTIONS, DESIGN, UNCERTAINTY],
    packages: [],
  },
  [FACE]: { rooms: [MESSAGES, MODEL, AXIS, VOXELS, CELLS, WALL], packages: [] },
  [EPOCHS]: { rooms: [MESSAGES, MODEL, MATH, AXIS, VOXELS, CELLS, WALL, UNCERTAINTY, FACE], packages: [] },
  [LEVELS]: { rooms: [], packages: [] },
  [TEXTS]: { rooms: [MESSAGES, MODEL], packages: [] },
  [FIGURES]: { rooms: [MODEL, MATH, AXIS, CELLS, SECTIONS, TEXTS], packages: [] },
  [DRAWING]: {
    rooms: [MESSAGES, MODEL, MATH, BYTES, CLOUD, CAD, AXIS, SECTIONS, TEXTS, FIGURES],
    packages: [],
  },
  [REPORT]: {
    rooms: [MESSAGES, MODEL, MATH, AXIS, UNCERTAINTY, VOLUME, EPOCHS, TEXTS, FIGURES],
    packages: [],
  },
  [SURVEY]: {
    rooms: [
      MESSAGES,
      MODEL,
      MATH,
      QUESTION,
      GRID,
      BYTES,
      CLOUD,
      RASTER,
      MESH,
      TABLES,
      POSES,
      FRAME,
      CALIBRATION,
      MATCH,
      ODOMETRY,
      GRAPH,
      LOOPS,
      JOINS,
      CONTROL,
      DYNAMIC,
      CHAMBER,
      AXIS,
      CELLS,
      WALL,
      SECTIONS,
      DESIGN,
      UNCERTAINTY,
      VOLUME,
      FACE,
      EPOCHS,
      TEXTS,
      FIGURES,
      DRAWING,
      REPORT,
    ],
    packages: [],
  },
  [GPU]: { rooms: [MESSAGES, MODEL, MATH, FRAME, MATCH, ODOMETRY], packages: ['webgpu-utils'] },

  // The methods of the papers: nothing on the path of a survey imports them.
  [PROBLEM]: { rooms: [MESSAGES, MODEL, MATH], packages: [] },
  [SEARCH]: { rooms: [MESSAGES, MODEL, MATH, PROBLEM], packages: [] },
  [CLOUDS]: { rooms: [MODEL, MATH, PROBLEM, SEARCH], packages: [] },
  [METHODS]: { rooms: [MESSAGES, MODEL, MATH, MATCH, PROBLEM, SEARCH, CLOUDS], packages: [] },
  [PICP]: { rooms: [MODEL, MATH, PROBLEM, SEARCH, METHODS], packages: [] },
  [SOFT]: { rooms: [MESSAGES, MODEL, MATH, PROBLEM, METHODS], packages: [] },
  [GLOBAL]: { rooms: [MESSAGES, MODEL, MATH, MATCH, PROBLEM, SEARCH, CLOUDS], packages: [] },
  [REGISTRATION]: { rooms: [MODEL, MATH, PROBLEM, CLOUDS, METHODS, PICP, SOFT, GLOBAL], packages: [] },
  [KERNELS]: {
    rooms: [MESSAGES, MODEL, MATH, GPU, PROBLEM, SEARCH, CLOUDS, METHODS, PICP, SOFT],
    packages: ['webgpu-utils'],
  },

  // Drives with their truth.
  [SIMULATE]: { rooms: [MESSAGES, MODEL, MATH, BYTES, CAPTURE, TABLES], packages: [] },

  // The Node side.
  [FILES]: {
    rooms: [MESSAGES, MODEL, CONTRACT, BYTES, CAPTURE, CLOUD],
    packages: [...[...NODE, 'node:worker_threads'], ...['@mcap/core', 'better-sqlite3', 'fflate', 'zod']],
  },
  [RPC]: {
    rooms: [MESSAGES, MODEL, CONTRACT, FILES],
    packages: ['node:child_process', 'node:os', 'node:worker_threads'],
  },
  [PROJECT]: {
    rooms: [MESSAGES, MODEL, CONTRACT, BYTES, CAPTURE, CLOUD, CAD, TABLES, ODOMETRY, SURVEY, FILES],
    packages: [...NODE, 'node:worker_threads', 'node:zlib', 'better-sqlite3', 'zod'],
  },
  [DEVICE]: {
    rooms: [
      MESSAGES,
      MODEL,
      MATH,
      CONTRACT,
      FRAME,
      ODOMETRY,
      GPU,
      PROBLEM,
      SEARCH,
      CLOUDS,
      METHODS,
      PICP,
      SOFT,
      GLOBAL,
      REGISTRATION,
      KERNELS,
      SIMULATE,
      FILES,
      RPC,
    ],
    packages: [...NODE, 'node:child_process', 'node:worker_threads', 'webgpu', 'zod'],
  },
  // The jobs, the lowest first; their table and its thread stand over all of them.
  [SCHEDULE]: {
    rooms: [MODEL, CONTRACT, CLOUD, ODOMETRY, DYNAMIC, SURVEY, FILES, PROJECT, RPC, DEVICE],
    packages: ['node:timers/promises'],
  },
  [IMPORT]: {
    rooms: [
      MESSAGES,
      MODEL,
      QUESTION,
      CONTRACT,
      GRID,
      CAD,
      MESH,
      TABLES,
      ODOMETRY,
      DESIGN,
      FILES,
      PROJECT,
      DEVICE,
      SCHEDULE,
    ],
    packages: ['node:fs/promises', 'node:path'],
  },
  [SESSION]: {
    rooms: [
      MESSAGES,
      MODEL,
      MATH,
      QUESTION,
      CONTRACT,
      CLOUD,
      TABLES,
      ODOMETRY,
      JOINS,
      CONTROL,
      DYNAMIC,
      UNCERTAINTY,
      SURVEY,
      TEXTS,
      REPORT,
      GPU,
      FILES,
      PROJECT,
      DEVICE,
      SCHEDULE,
      IMPORT,
    ],
    packages: ['node:crypto', 'node:fs', 'node:path', 'node:timers/promises', 'zod'],
  },
  [PREVIEW]: {
    rooms: [MESSAGES, MODEL, MATH, CONTRACT, BYTES, CAPTURE, CLOUD, CAD, MESH, FRAME, FILES, PROJECT],
    packages: ['node:fs/promises', 'node:path'],
  },
  [REGISTER]: {
    rooms: [
      MESSAGES,
      MODEL,
      MATH,
      QUESTION,
      CONTRACT,
      CLOUD,
      TABLES,
      PROBLEM,
      CLOUDS,
      METHODS,
      SOFT,
      GLOBAL,
      REGISTRATION,
      KERNELS,
      FILES,
      RPC,
      DEVICE,
    ],
    packages: ['node:fs/promises', 'node:path', 'node:timers/promises', 'node:url'],
  },
  [PRINT]: {
    rooms: [MESSAGES, MODEL, RASTER, TEXTS, FIGURES, REPORT, FILES, PROJECT],
    packages: [
      'node:fs',
      'node:path',
      'node:url',
      '@resvg/resvg-wasm',
      'docx',
      'fflate',
      'pdfmake',
      'pdfmake/*',
    ],
  },
  [SURVEYS]: {
    rooms: [
      MESSAGES,
      MODEL,
      MATH,
      QUESTION,
      CONTRACT,
      BYTES,
      CLOUD,
      CAD,
      ODOMETRY,
      CELLS,
      WALL,
      EPOCHS,
      SURVEY,
      TEXTS,
      REPORT,
      SIMULATE,
      FILES,
      PROJECT,
      DEVICE,
      SCHEDULE,
      IMPORT,
      SESSION,
      PRINT,
    ],
    packages: ['node:crypto', 'node:fs', 'node:fs/promises', 'node:os', 'node:path'],
  },
  [JOBS]: { rooms: [MODEL, CONTRACT, FILES, RPC, SESSION, REGISTER, SURVEYS], packages: [] },
  [ENGINE]: {
    rooms: [
      MESSAGES,
      MODEL,
      MATH,
      CONTRACT,
      CAD,
      TABLES,
      ODOMETRY,
      SURVEY,
      FILES,
      PROJECT,
      DEVICE,
      SCHEDULE,
      IMPORT,
      SESSION,
      PREVIEW,
      REGISTER,
      PRINT,
      SURVEYS,
      JOBS,
    ],
    packages: [...NODE, 'node:worker_threads', 'zod'],
  },
  [HOSTS]: { rooms: [MESSAGES, MODEL, CONTRACT, FILES, DEVICE, ENGINE], packages: [...NODE, 'zod'] },
  'src-main/hosts/app': {
    rooms: [MESSAGES, MODEL, CONTRACT, FILES, ENGINE, HOSTS],
    packages: [...NODE, 'electron'],
  },
  'src-main/hosts/preload': { rooms: [CONTRACT, HOSTS], packages: ['electron'] },
  [SERVE]: {
    rooms: [MESSAGES, MODEL, CONTRACT, FILES, ENGINE, HOSTS],
    packages: [...NODE, 'node:http', 'node:net', 'node:stream', 'node:worker_threads', 'ws'],
  },
  'src-main/hosts/cli': {
    rooms: [
      MESSAGES,
      MODEL,
      MATH,
      QUESTION,
      CONTRACT,
      GRID,
      CAPTURE,
      CAD,
      TABLES,
      CHAMBER,
      DESIGN,
      VOLUME,
      EPOCHS,
      SURVEY,
      TEXTS,
      REPORT,
      GPU,
      PROBLEM,
      GLOBAL,
      REGISTRATION,
      SIMULATE,
      FILES,
      PROJECT,
      DEVICE,
      IMPORT,
      SESSION,
      PREVIEW,
      REGISTER,
      PRINT,
      SURVEYS,
      SERVE,
      'bench',
    ],
    packages: [...NODE, 'node:child_process', 'node:module', 'better-sqlite3', 'commander', 'zod'],
  },

  // The window. Of the survey its worker runs the stage that measures, and nothing else.
  [CONNECT]: { rooms: [MESSAGES, MODEL, CONTRACT], packages: [] },
  [LOCALES]: { rooms: [MESSAGES], packages: ['vue-i18n'] },
  [VIEWER]: {
    rooms: [MODEL, MATH, CONTRACT, AXIS, SECTIONS, DESIGN, FIGURES],
    packages: [...VUE, '@babylonjs/core/*'],
  },
  [UI]: { rooms: [MESSAGES, MODEL, QUESTION, LOCALES], packages: [...VUE, 'reka-ui'] },
  [WORKERS]: {
    rooms: [MODEL, QUESTION, CONTRACT, AXIS, WALL, SECTIONS, VOLUME, `${SURVEY}/measure.ts`],
    packages: [],
  },
  [STORES]: {
    rooms: [
      MESSAGES,
      MODEL,
      MATH,
      QUESTION,
      CONTRACT,
      AXIS,
      WALL,
      SECTIONS,
      DESIGN,
      VOLUME,
      CONNECT,
      LOCALES,
      VIEWER,
      UI,
      WORKERS,
    ],
    packages: ['pinia', 'vue'],
  },
  [feature('alignment')]: {
    rooms: [MODEL, QUESTION, CONTRACT, FIGURES, LOCALES, VIEWER, UI, STORES],
    packages: VUE,
  },
  [feature('control')]: {
    rooms: [MODEL, CONTRACT, VIEWER, UI, STORES, feature('placement')],
    packages: VUE,
  },
  [feature('epochs')]: {
    rooms: [
      MESSAGES,
      MODEL,
      CONTRACT,
      VOLUME,
      TEXTS,
      FIGURES,
      VIEWER,
      UI,
      STORES,
      feature('flat'),
      feature('placement'),
    ],
    packages: VUE,
  },
  [feature('flat')]: {
    rooms: [MODEL, QUESTION, TEXTS, FIGURES, LOCALES, UI, WORKERS, STORES],
    packages: VUE,
  },
  [feature('lab')]: { rooms: [MODEL, MATH, QUESTION, TEXTS, FIGURES, VIEWER, UI, STORES], packages: VUE },
  [feature('map')]: {
    rooms: [MODEL, CONTRACT, RASTER, FIGURES, VIEWER, UI, STORES, AXIS, SECTIONS, feature('control')],
    packages: [...VUE, 'mediabunny'],
  },
  [feature('project')]: { rooms: [MESSAGES, MODEL, CONTRACT, TEXTS, VIEWER, UI, STORES], packages: VUE },
  [feature('placement')]: {
    rooms: [MESSAGES, MODEL, MATH, CONTRACT, AXIS, TEXTS, VIEWER, UI, STORES],
    packages: VUE,
  },
  [feature('reports')]: { rooms: [MODEL, TEXTS, LOCALES, UI, STORES, feature('epochs')], packages: VUE },
  [feature('sections')]: {
    rooms: [
      MESSAGES,
      MODEL,
      MATH,
      QUESTION,
      CONTRACT,
      CAD,
      AXIS,
      DESIGN,
      VOLUME,
      TEXTS,
      FIGURES,
      DRAWING,
      LOCALES,
      UI,
      WORKERS,
      STORES,
      feature('placement'),
    ],
    packages: VUE,
  },
  'src-renderer/shell': {
    rooms: [
      CONTRACT,
      LOCALES,
      UI,
      STORES,
      feature('alignment'),
      feature('control'),
      feature('epochs'),
      feature('flat'),
      feature('lab'),
      feature('map'),
      feature('project'),
      feature('reports'),
      feature('sections'),
    ],
    packages: [...VUE, '@leeoniya/ufuzzy', 'marked', 'reka-ui'],
  },
  'src-renderer/bench': { rooms: [MATH, CONTRACT, LEVELS, VIEWER], packages: [] },
  'src-renderer': { rooms: [CONNECT, LOCALES, UI, STORES, 'src-renderer/shell'], packages: ['pinia', 'vue'] },
};

/** Sub-folders that hold no code of a room's own making, so that a door into them is none. */
export const OPEN_FOLDERS: readonly string[] = ['src-renderer/ui/styles'];

/** The only files that may build an address of a module from parts: what they build, `ownModule` calls name. */
export const BUILDS_ADDRESSES: readonly string[] = [
  'src-main/files/own-module.ts',
  'src-main/device/shader-source.ts',
  // The module of the user's own distance, which is no part of the program.
  'src-main/jobs/register/distance-worker.ts',
];

/** Trees that reach no global of a host; src-core/platform.d.ts declares the few that every host has. */
export const HOST_FREE: readonly string[] = ['src-core', 'src-lab', 'src-simulate'];

/** The only declarations of types alone: what they declare, every file may use without an import. */
export const DECLARATIONS: readonly string[] = [
  'src-core/platform.d.ts',
  'src-core/webassembly.d.ts',
  // Types of a package that brings none.
  'src-main/jobs/print/pdf/pdfmake.d.ts',
];

/** The only ways round the walls, by file: what test/boundaries/detours.ts calls them. */
export const DETOURS: Readonly<Record<string, readonly string[]>> = {
  // Where the program stands, from which its own files are found.
  'src-main/files/own-module.ts': ['import.meta.url'],
  'src-main/files/code-version.ts': ['import.meta.url'],
  // A kernel of a folder that `ownModule`'s file names.
  'src-main/device/shader-source.ts': ['new URL with a base'],
  // Whether Electron is installed is found without loading it.
  'src-main/hosts/cli/doctor/electron-finding.ts': ['import.meta.url'],
  'src-main/hosts/cli/doctor/electron-runtime.ts': ['import.meta.url', 'createRequire'],
  // The WebAssembly of a package that the matrix grants.
  'src-main/jobs/print/page/drawings.ts': ['import.meta.resolve'],
  // Carriers that start what `ownModule` named at their callers.
  'src-main/hosts/serve/engine-thread.ts': ['new Worker'],
  'src-main/rpc/thread.ts': ['new Worker'],
  // Arrays of the kind that was given.
  'src-main/device/shared-arrays.ts': ['constructor'],
  // Pages and pictures of the guide, from docs.
  'src-renderer/shell/guide.ts': ['import.meta.glob'],
  // The types of what the preload and the benches hang on the window.
  'src-renderer/host/connect.ts': ['declare global'],
  'src-renderer/bench/page.ts': ['declare global'],
};

/** Floors inside a room: to tests, benches and the build they are its inside. */
export const FLOORS: readonly string[] = [VOXELS, OBJECTS, WATER, RECESS, FACE];

/**
 * Rooms whose inside tests, benches and the build may use, by the folder or file that may. Besides these, a test in
 * `test/ROOM` may use the inside of the room of that name, in whichever tree; all other insides are closed to it.
 */
export const INSIDE: readonly {
  readonly of: string;
  readonly to: readonly string[];
  readonly why: string;
}[] = [
  {
    of: 'src-simulate',
    to: ['test', 'bench'],
    why: 'Drives are composed of its parts for one test each; nothing that surveys imports them.',
  },
  {
    of: `${CAD}/dxf`,
    to: ['test/fuzz', 'test/hosts/cli', 'test/e2e/exchange.long.test.ts'],
    why: 'Readers of what the program wrote, and of damaged files, below the choice of a format.',
  },
  {
    of: `${CAD}/landxml`,
    to: ['test/fuzz', 'test/e2e/exchange.long.test.ts'],
    why: 'As of DXF.',
  },
  {
    of: `${CAPTURE}/spinning`,
    to: ['test/fuzz/readers.ts'],
    why: 'Damaged calibration files, below the choice of a format.',
  },
  {
    of: `${CAPTURE}/ouster`,
    to: ['test/odometry/frame/beam-geometry.test.ts'],
    why: 'Fits a sensor to a scan, as the oracle of its geometry.',
  },
  { of: `${MATH}/simd`, to: ['build/kernels.ts'], why: 'Compiles them.' },
  {
    of: `${ODOMETRY}/along`,
    to: ['bench/support/stage-times.ts'],
    why: 'Times the steps of a scan one by one.',
  },
  {
    of: `${SURVEY}/measure`,
    to: ['test/renderer/flat/wall-questions.test.ts'],
    why: 'The answer of the worker is compared with the stage that it calls.',
  },
  {
    of: `${SURVEY}/publish`,
    to: ['test/question/planted-field.test.ts', 'test/question/recess-depth.test.ts'],
    why: 'The parameters that a report lists.',
  },
  {
    of: `${REPORT}/parts`,
    to: ['test/question/planted-field.test.ts'],
    why: 'Where the report lists them.',
  },
  {
    of: `${SURVEY}/outputs`,
    to: ['test/io/export/tables.test.ts'],
    why: 'Tables as they are published.',
  },
  {
    of: `${ENGINE}/handlers`,
    to: ['test/gpu/alignment-engines.long.test.ts', 'bench/support/engine-turns.ts'],
    why: 'Requests answered without a process between.',
  },
  {
    of: 'src-main/hosts/cli',
    to: ['build', 'test/e2e/harness/electron-window.ts', 'test/gpu/scan-run.test.ts'],
    why: 'Where Electron stands, and a run on a card that the test opened.',
  },
  {
    of: `${PROJECT}/codecs`,
    to: ['test/io', 'test/model'],
    why: 'What is read of a capture comes back from a project bit by bit.',
  },
  {
    of: `${PROJECT}/migrations`,
    to: ['test/torture/scenes.ts'],
    why: 'Each is cut off by a power failure.',
  },
  {
    of: LOCALES,
    to: ['test/e2e/harness/open-project.ts', 'test/tunnel/uncertainty-components.test.ts'],
    why: 'Words by which a panel is found, and that each component of the ± has a name.',
  },
];
