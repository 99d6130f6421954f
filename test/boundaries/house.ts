/**
 * The rooms of the house and what each may import: the one place where that is written. A room that is not listed for
 * another cannot be imported by it; neither can a package. The files at the root of a room are its door: what lies in
 * its sub-folders is private to it. docs/architecture.md says what each room does.
 */
export interface Room {
  /** Rooms whose doors it may use. */
  readonly rooms: readonly string[];
  /** npm packages and `node:` modules; a name that ends on `/*` stands for every file of a package. */
  readonly packages: readonly string[];
}

const MODEL = 'src-core/model';
const MATH = 'src-core/math';
const CONTRACT = 'src-core/contract';
const SETTINGS = 'src-core/settings';
const BYTES = 'src-core/io/bytes';
const CAPTURE = 'src-core/io/capture';
const CLOUD = 'src-core/io/cloud';
const CAD = 'src-core/io/cad';
const RASTER = 'src-core/io/raster';
const TABLES = 'src-core/io/tables';
const FRAME = 'src-core/odometry/frame';
const MATCH = 'src-core/odometry/match';
const ODOMETRY = 'src-core/odometry';
const GRAPH = 'src-core/graph';
const LOOPS = 'src-core/closing/loops';
const JOINS = 'src-core/closing/joins';
const CONTROL = 'src-core/closing/control';
const DYNAMIC = 'src-core/closing/dynamic';
const TUNNEL = 'src-core/tunnel';
const PIPELINE = 'src-core/pipeline';
const LEVELS = 'src-core/map-levels';
const TEXTS = 'src-core/report/texts';
const FIGURES = 'src-core/report/figures';
const DRAWING = 'src-core/report/drawing';
const REPORT = 'src-core/report';
const GPU = 'src-core/gpu';
const LAB = 'src-core/lab';
const SIMULATE = 'src-simulate';
const FILES = 'src-main/files';
const PROJECT = 'src-main/project';
const RPC = 'src-main/rpc';
const DEVICE = 'src-main/device';
const JOBS = 'src-main/jobs';
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
/** What every panel stands on. */
const PANEL = [STORES, UI];

export const HOUSE: Readonly<Record<string, Room>> = {
  // The core: no host, no native module, no DOM.
  [MODEL]: { rooms: [], packages: ['zod'] },
  [MATH]: { rooms: [MODEL], packages: [] },
  [CONTRACT]: { rooms: [MODEL], packages: ['zod'] },
  [SETTINGS]: { rooms: [MODEL, CONTRACT], packages: [] },
  [BYTES]: { rooms: [MODEL], packages: ['fflate'] },
  [CAPTURE]: { rooms: [MODEL, MATH, BYTES], packages: ['zod'] },
  [CLOUD]: { rooms: [MODEL, BYTES], packages: [] },
  [TABLES]: { rooms: [MODEL, MATH], packages: [] },
  [CAD]: { rooms: [MODEL, MATH, BYTES, TABLES], packages: ['fast-xml-parser', 'zod'] },
  [RASTER]: { rooms: [MODEL, BYTES, CLOUD], packages: ['fast-png'] },
  [FRAME]: { rooms: [MODEL, MATH], packages: [] },
  [MATCH]: { rooms: [MODEL, MATH, FRAME], packages: [] },
  [GRAPH]: { rooms: [MODEL, MATH], packages: [] },
  [ODOMETRY]: { rooms: [MODEL, MATH, FRAME, MATCH, GRAPH], packages: [] },
  [LOOPS]: { rooms: [MODEL, MATH, FRAME, MATCH, GRAPH], packages: [] },
  [JOINS]: { rooms: [MODEL, MATH, FRAME, GRAPH, LOOPS], packages: [] },
  [CONTROL]: { rooms: [MODEL, MATH, FRAME], packages: [] },
  [DYNAMIC]: { rooms: [MODEL], packages: [] },
  [TUNNEL]: { rooms: [MODEL, MATH, GRAPH], packages: [] },
  [LEVELS]: { rooms: [MODEL], packages: [] },
  [TEXTS]: { rooms: [MODEL], packages: [] },
  [FIGURES]: { rooms: [MODEL, TUNNEL, TEXTS], packages: [] },
  [DRAWING]: { rooms: [MODEL, BYTES, CAD, CLOUD, TUNNEL, TEXTS, FIGURES], packages: [] },
  [REPORT]: { rooms: [MODEL, MATH, TUNNEL, TEXTS, FIGURES], packages: [] },
  [PIPELINE]: {
    rooms: [
      ...[MODEL, MATH, CONTRACT, SETTINGS, BYTES, CLOUD, RASTER, TABLES, FRAME, MATCH, ODOMETRY, GRAPH],
      ...[LOOPS, JOINS, CONTROL, DYNAMIC, TUNNEL, REPORT, TEXTS, FIGURES, DRAWING],
    ],
    packages: [],
  },
  [GPU]: { rooms: [MODEL, MATH, FRAME, MATCH, ODOMETRY], packages: ['webgpu-utils'] },
  // The methods of the papers: nothing on the path of a survey imports them.
  [LAB]: { rooms: [MODEL, MATH, MATCH, GPU], packages: ['webgpu-utils'] },

  [SIMULATE]: { rooms: [MODEL, MATH, BYTES, CAPTURE, TABLES], packages: [] },

  // The Node side.
  [FILES]: {
    rooms: [MODEL, CONTRACT, BYTES, CAPTURE, CLOUD, LEVELS],
    packages: [...NODE, 'zod'],
  },
  [PROJECT]: {
    rooms: [MODEL, CONTRACT, CAPTURE, ODOMETRY, PIPELINE, FILES],
    packages: [...NODE, 'node:worker_threads', 'node:zlib', 'better-sqlite3', 'zod'],
  },
  [RPC]: { rooms: [MODEL, CONTRACT], packages: ['node:child_process', 'node:worker_threads'] },
  [DEVICE]: {
    rooms: [MODEL, MATH, CONTRACT, FRAME, ODOMETRY, GPU, LAB, SIMULATE, RPC, FILES],
    packages: [...NODE, 'node:child_process', 'node:worker_threads', 'webgpu', 'zod'],
  },
  [JOBS]: {
    rooms: [
      ...[
        MODEL,
        MATH,
        CONTRACT,
        BYTES,
        CAPTURE,
        CLOUD,
        CAD,
        TABLES,
        FRAME,
        ODOMETRY,
        JOINS,
        CONTROL,
        DYNAMIC,
      ],
      ...[TUNNEL, PIPELINE, LEVELS, REPORT, TEXTS, FIGURES, DRAWING, GPU, LAB, SIMULATE],
      ...[RPC, FILES, PROJECT, DEVICE],
    ],
    packages: [...NODE, 'node:worker_threads', 'pdfmake', 'pdfmake/*', 'zod'],
  },
  [ENGINE]: {
    rooms: [MODEL, MATH, CONTRACT, CAD, TABLES, ODOMETRY, PIPELINE, FILES, PROJECT, DEVICE, JOBS],
    packages: [...NODE, 'node:worker_threads', 'zod'],
  },
  [HOSTS]: { rooms: [MODEL, CONTRACT, FILES, DEVICE, ENGINE], packages: [...NODE, 'zod'] },
  'src-main/hosts/app': { rooms: [MODEL, CONTRACT, FILES, ENGINE, HOSTS], packages: [...NODE, 'electron'] },
  'src-main/hosts/preload': { rooms: [CONTRACT, HOSTS], packages: ['electron'] },
  [SERVE]: {
    rooms: [MODEL, CONTRACT, FILES, ENGINE, HOSTS],
    packages: [...NODE, 'node:http', 'node:net', 'node:stream', 'node:worker_threads', 'ws'],
  },
  'src-main/hosts/cli': {
    rooms: [
      ...[MODEL, MATH, CONTRACT, CAD, CAPTURE, TABLES, TUNNEL, PIPELINE, REPORT, TEXTS, GPU, LAB, SIMULATE],
      ...[FILES, PROJECT, DEVICE, JOBS, SERVE, 'bench'],
    ],
    packages: [...NODE, 'node:child_process', 'node:module', 'better-sqlite3', 'commander', 'zod'],
  },

  // The window.
  [CONNECT]: { rooms: [MODEL, CONTRACT], packages: [] },
  [LOCALES]: { rooms: [MODEL], packages: ['vue-i18n'] },
  [VIEWER]: { rooms: [MODEL, MATH, CONTRACT, TUNNEL], packages: [...VUE, '@babylonjs/core/*'] },
  [UI]: { rooms: [MODEL, LOCALES], packages: [...VUE, 'reka-ui'] },
  [WORKERS]: { rooms: [MODEL, CONTRACT, TUNNEL], packages: [] },
  [STORES]: {
    rooms: [MODEL, MATH, CONTRACT, TUNNEL, CONNECT, LOCALES, UI, VIEWER, WORKERS],
    packages: ['pinia', 'vue'],
  },
  [feature('alignment')]: {
    rooms: [...PANEL, MODEL, CONTRACT, SETTINGS, FIGURES, LOCALES, VIEWER],
    packages: VUE,
  },
  [feature('control')]: { rooms: [...PANEL, MODEL, CONTRACT, VIEWER], packages: VUE },
  [feature('epochs')]: {
    rooms: [...PANEL, MODEL, CONTRACT, TUNNEL, TEXTS, FIGURES, VIEWER, feature('flat')],
    packages: VUE,
  },
  [feature('flat')]: { rooms: [...PANEL, MODEL, TEXTS, FIGURES, LOCALES, WORKERS], packages: VUE },
  [feature('lab')]: { rooms: [...PANEL, MODEL, TEXTS, FIGURES, VIEWER], packages: VUE },
  [feature('map')]: {
    rooms: [...PANEL, CONTRACT, TUNNEL, VIEWER, feature('control')],
    packages: VUE,
  },
  [feature('project')]: { rooms: [...PANEL, MODEL, CONTRACT, VIEWER], packages: VUE },
  [feature('reports')]: { rooms: [...PANEL, CONTRACT, TEXTS, LOCALES, feature('epochs')], packages: VUE },
  [feature('sections')]: {
    rooms: [...PANEL, MODEL, MATH, CONTRACT, TUNNEL, TEXTS, FIGURES, WORKERS],
    packages: VUE,
  },
  'src-renderer/shell': {
    rooms: [
      ...[CONTRACT, STORES, UI],
      ...['alignment', 'control', 'epochs', 'flat', 'lab', 'map', 'project', 'reports', 'sections'].map(
        feature,
      ),
    ],
    packages: [...VUE, 'reka-ui'],
  },
  'src-renderer/bench': { rooms: [MATH, CONTRACT, VIEWER], packages: [] },
  'src-renderer': { rooms: [CONNECT, LOCALES, STORES, UI, 'src-renderer/shell'], packages: ['pinia', 'vue'] },
};

/** Sub-folders that hold no code of a room's own making, so that a door into them is none. */
export const OPEN_FOLDERS: readonly string[] = ['src-renderer/ui/styles'];

/** The only files that may build an address of a module from parts: what they build, `ownModule` calls name. */
export const BUILDS_ADDRESSES: readonly string[] = [
  'src-main/files/own-module.ts',
  'src-main/device/shader-source.ts',
];

/** Globals of a host that the core may reach through `globalThis`: none; src-core/platform.d.ts declares what it has. */
export const HOST_FREE: readonly string[] = ['src-core', 'src-simulate'];
