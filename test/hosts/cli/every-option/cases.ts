import type { Command, Option } from 'commander';
import { METHOD_IDS, type MethodId } from '../../../../src-core/model/registration-ids.ts';
import { LENGTH_UNITS } from '../../../../src-core/question/field.ts';
import { LAB_FIELDS } from '../../../../src-core/question/lab-fields.ts';
import { MEASURE_FIELDS } from '../../../../src-core/question/measure-fields.ts';
import { takenBy } from '../../../../src-main/hosts/cli/option-parsers.ts';
import { CLOUD_UNITS, DRAWN_AXIS, type World } from './world.ts';

/** Where a case finds its files: its own folder is new, and has a copy of a project. */
export interface Places {
  readonly world: World;
  /** A path in the folder of the case. */
  readonly own: (name: string) => string;
  /** The copy of the project. */
  readonly project: string;
}

/** A call of the command line. */
export interface Case {
  readonly command: string;
  /** Project of the world that is copied for it. */
  readonly project?: 'survey' | 'aligned' | 'epochs' | 'two';
  readonly args: (places: Places) => readonly string[];
  /** Calls before it, whose outcome counts too. */
  readonly before?: (places: Places) => readonly (readonly string[])[];
  /** Exit status; left out: 0. */
  readonly status?: number;
  /** Codes of refusals with which the call ends on a machine without what it asks for. */
  readonly unless?: readonly string[];
  /** True: a process of its own, which is ended by a signal once it has printed a line. */
  readonly untilSignal?: boolean;
  /** True: a command that prints no JSON. */
  readonly isPlain?: boolean;
}

const PLANES = ['easting-northing', 'easting-elevation', 'northing-elevation'];
/** Options of a measurement, in sets that go together; `{}` stands for the world. */
type Sets = (world: World) => readonly (readonly string[])[];

/** The axis in every way that it can be given. */
const AXES: Sets = ({ at }) => [
  ['--axis', at('axis.xml'), '--axis-line', 'eje', '--axis-elevation', '0.7', '--axis-unit', 'm'],
  ...LENGTH_UNITS.filter((unit) => unit !== 'm').map((unit) => [
    ...['--axis', at(`axis-${unit}.str`), '--axis-line', '1', '--axis-unit', unit],
  ]),
  ['--axis-of', 'trajectory', '--chainage-start', '1000', '--chainage-reversed'],
  ['--axis-of', 'map'],
];
/** The design in every plane and unit. */
const DESIGNS: Sets = ({ at }) => [
  ...LENGTH_UNITS.map((unit, i) => [
    ...['--design', at(`section-${PLANES[i % 3]}-${unit}.str`), '--design-line', '1', '--design-unit', unit],
    ...['--design-plane', PLANES[i % 3], '--design-axis-at', DRAWN_AXIS.join(',')],
    ...['--design-view', i % 2 === 0 ? 'up-chainage' : 'down-chainage', '--tolerance', '0.15:0.05'],
    ...['--shotcrete', i % 2 === 0 ? '0.05' : '0.05:outward', '--pay-line', '0.1', '--min-clearance', '0.3'],
  ]),
  ['--design', at('design.json'), '--shotcrete', '0.05:inward'],
  [],
];
const SECTIONS: Sets = ({ at }) => [
  ['--interval', '0.5', '--recess-depth', '0.5', '--water-depth', '0.1', '--range-bias', '0.003'],
  ['--stations', at('stations.csv'), '--keep-objects', '--corrections', at('corrections.csv')],
  ['--stations', '8,0+10,12.5', '--chainage', '7:15'],
];
const EXTRAS: Sets = ({ at }) => [
  [...['--rounds', '8,11,14', '--density', '2.7', '--swell', '0.4'], ...['--grade-base', '5', '--unrolled']],
  [
    ...[
      '--rounds',
      at('rounds.csv'),
      '--grade-design',
      '0:27:5',
      '--grade-start',
      '0.1',
      '--grade-base',
      '4',
    ],
    ...[
      '--vehicle',
      '2.2x2.4x6',
      '--vehicle-place',
      'middle',
      '--ground-clearance',
      '0.3',
      '--wheelbase',
      '3',
    ],
  ],
  [
    ...['--round-length', '8:3.2', '--grade-design', at('grade.csv'), '--grade-base', '3'],
    ...['--vehicle', '2x2x5'],
    ...['--vehicle-place', 'best'],
  ],
  ['--vehicle', '2x2x5', '--vehicle-place', '0.2'],
];

/** Flags whose values are in the sets above; each other choice takes its words in turn. */
const IN_SETS = new Set(['--axis-unit', '--axis-of', '--design-unit', '--design-plane', '--design-view']);
/** Options of a measurement: one table makes them for all commands. */
export const MEASURING = new Set(MEASURE_FIELDS.flatMap(({ flag }) => (flag ? [flag.split(' ')[0]] : [])));

/** Commands that measure; the first take all options of a measurement, and share the words of these. */
export const MEASURING_COMMANDS = ['run', 'volume', 'profiles', 'report', 'unroll', 'compare'];
const SHARERS = 4;

/**
 * Arguments with which a command is called so often that it takes each of its options of a measurement, and that all
 * commands together take each word of these: one table makes the options of all of them (`MEASURE_FIELDS`).
 *
 * Chainages of the sets are those of an axis from 0, so the one that begins at 1000 has none of them.
 */
function measuringArguments(command: Command, world: World): string[][] {
  const own = command.options.filter(({ long }) => MEASURING.has(long!));
  const has = new Set(own.map(({ long }) => long!));
  const turn = MEASURING_COMMANDS.indexOf(command.name()) % SHARERS;
  const sets = [AXES, DESIGNS, SECTIONS, EXTRAS].map((all) => shareOf(all(world), turn, has));
  const choices = own.filter(({ long, argChoices }) => argChoices !== undefined && !IN_SETS.has(long!));
  const words = (i: number): string[] => choices.flatMap((option) => wordOf(option, i + turn));
  const [axes, designs, sections, extras] = sets;
  const isShifted = (axis: readonly string[]): boolean => axis.includes('--chainage-start');
  const others = axes.filter((axis) => !isShifted(axis));
  const count = Math.max(...[others, designs, sections, extras].map((all) => all.length));
  const calls = Array.from({ length: count }, (_, i) =>
    [others, designs, sections, extras].flatMap((all) => all[i % all.length] ?? []).concat(words(i)),
  );
  const shifted = axes
    .filter(isShifted)
    .map((axis, i) => [...axis, ...(designs.at(-1 - i) ?? []), ...words(i)]);
  return [...calls, ...shifted];
}

/** What a command takes of sets of arguments: those whose turn it is, and as many others as its options need. */
function shareOf(all: readonly (readonly string[])[], turn: number, has: ReadonlySet<string>): string[][] {
  const own = all.map((args) => only(args, has));
  const seen = new Set<string>();
  const inOrder = [...own.keys()].sort((a, b) => Number(b % SHARERS === turn) - Number(a % SHARERS === turn));
  return inOrder.flatMap((i) => {
    const options = own[i].filter((arg) => arg.startsWith('--'));
    if (i % SHARERS !== turn && options.every((option) => seen.has(option))) return [];
    for (const option of options) seen.add(option);
    return [own[i]];
  });
}

function wordOf({ long, argChoices }: Option, i: number): string[] {
  return [long!, argChoices![i % argChoices!.length]];
}

/** Arguments of the options that a command has; each has one value or none. */
function only(args: readonly string[], has: ReadonlySet<string>): string[] {
  return args.flatMap((arg, i) => {
    if (arg.startsWith('--')) return has.has(arg) ? [arg] : [];
    return has.has(args[i - 1]) ? [arg] : [];
  });
}

/** All words of an option at once. */
function allOf(command: Command, long: string): string {
  const option = command.options.find((one) => one.long === long)!;
  return takenBy(option).words!.join(',');
}

/** The i-th word of an option, in turn. */
function inTurn(command: Command, long: string, i: number): string[] {
  const { words } = takenBy(command.options.find((one) => one.long === long)!);
  return [long, words![i % words!.length]];
}

/** Calls of a command that, together, take every option and every word of it. */
export const CASES: Readonly<Record<string, (command: Command, world: World) => readonly Case[]>> = {
  simulate: (command, world) => simulateCases(command, world),
  run: (command, world) => runCases(command, world),
  demo: () => [
    {
      command: 'demo',
      args: ({ own }) => ['--out', own('demo'), '--length', '28', '--speed', '5', '--seed', '3'],
    },
  ],
  calibrate: (command) => calibrateCases(command),
  join: () => [
    { command: 'join', project: 'two', args: ({ project }) => [project, '--session', '2', '--to', '1'] },
    {
      command: 'join',
      project: 'two',
      args: ({ project }) => [project, '--session', '2', '--to', '1', '--start', '9.2,0.3,0.2,4', '--both'],
    },
    {
      command: 'join',
      project: 'two',
      args: ({ project }) => [project, '--session', '2', '--to', '1', '--near', '9'],
    },
  ],
  profiles: (command, world) => [
    ...measuringArguments(command, world).map((args, i) => ({
      command: 'profiles',
      project: 'survey' as const,
      args: ({ project, own }: Places) => [
        ...[project, '--session', '1', '--out', own('out'), '--format', allOf(command, '--format')],
        ...[...inTurn(command, '--language', i), ...args],
      ],
    })),
    {
      command: 'profiles',
      project: 'epochs',
      args: ({ project, own, world: { poses } }) => [
        ...[project, '--session', '1', '--out', own('out'), '--origin-pose', poses.earlier],
        ...['--format', 'str'],
      ],
    },
  ],
  volume: (command, world) => [
    ...measuringArguments(command, world).map((args) => ({
      command: 'volume',
      project: 'survey' as const,
      args: ({ project, own }: Places) => [project, '--session', '1', '--out', own('out'), ...args],
    })),
    {
      command: 'volume',
      project: 'epochs',
      args: ({ project, world: { poses } }) => [project, '--session', '2', '--origin-pose', poses.later],
    },
  ],
  chamber: (command) => [
    ...LENGTH_UNITS.map((unit) => ({
      command: 'chamber',
      project: 'survey' as const,
      args: ({ project, own, world: { at } }: Places) => [
        ...[project, '--session', '1', '--out', own('out'), '--inside', '10,0,0.5', '--cell', '0.5'],
        ...(unit === 'm'
          ? ['--against', at('solids.xml'), '--against-part', 'tajo']
          : ['--against', at(`solid-${unit}.obj`)]),
        ...['--against-unit', unit, '--against-place', '0.01'],
        ...['--meshes', unit === 'm' ? allOf(command, '--meshes') : 'ply'],
      ],
    })),
    {
      command: 'chamber',
      project: 'epochs',
      args: ({ project, world: { poses } }) => [
        ...[project, '--session', '1', '--origin-pose', poses.earlier, '--cell', '0.3'],
      ],
    },
  ],
  compare: (command, world) => [
    ...measuringArguments(command, world).map((args) => ({
      command: 'compare',
      project: 'survey' as const,
      args: ({ project }: Places) => [project, '--from', '1', '--to', '2', ...args],
    })),
    {
      command: 'compare',
      project: 'epochs',
      args: ({ project, world: { at, poses } }) => [
        ...[project, '--from', '1', '--to', '2', '--from-pose', poses.earlier, '--to-pose', poses.later],
        ...['--axis', at('epochs-axis.csv'), '--start', '12'],
      ],
    },
  ],
  unroll: (command, world) => [
    ...measuringArguments(command, world).map((args) => ({
      command: 'unroll',
      project: 'survey' as const,
      args: ({ project, own }: Places) => [
        project, '--session', '1', '--out', own('out'), '--earlier', '2', ...args,
      ], // biome-ignore format: one command line
    })),
    {
      command: 'unroll',
      project: 'epochs',
      args: againstEarlier,
    },
  ],
  report: (command, world) => [
    ...measuringArguments(command, world).map((args, i) => ({
      command: 'report',
      project: 'survey' as const,
      args: ({ project, own, world: { at } }: Places) => [
        ...[project, '--session', '1', '--out', own('out'), ...inTurn(command, '--format', i)],
        ...[...inTurn(command, '--language', i), ...inTurn(command, '--paper', i)],
        ...(i === 0 ? ['--no-logo'] : ['--logo', at(['rgb.png', 'baseline.jpg', 'logo.svg'][i % 3])]),
        ...(i === 1 ? ['--earlier', '2'] : []),
        ...args,
      ],
    })),
    {
      command: 'report',
      project: 'epochs',
      args: (places) => [
        ...againstEarlier(places),
        ...['--format', allOf(command, '--format')],
        ...['--date', '2026-11-28', '--mine', 'Santa Rosa', '--company', 'Minera', '--working', 'Galería 5'],
        ...['--level', '3850', '--surveyor', 'R. Quispe', '--licence', 'CIP 1', '--grid', 'PSAD56'],
        ...['--instrument', 'OS1-16', '--notes', 'sin novedad'],
      ],
    },
  ],
  verify: () => [
    {
      command: 'verify',
      project: 'survey',
      before: ({ project, own, world: { at } }) => [
        ['report', project, '--session', '1', '--out', own('out'), '--format', 'html'],
        ['key', 'new', own('key'), '--surveyor', 'Ana', '--passphrase-file', at('passphrase')],
        ['sign', own('out/report.html'), '--key', own('key'), '--passphrase-file', at('passphrase')],
      ],
      args: ({ project, own }) => [
        ...[project, own('out/report.html'), '--signature', own('out/report.html.sig')],
        ...['--key', own('key.pub')],
      ],
    },
  ],
  key: () => [
    {
      command: 'key',
      args: ({ own, world: { at } }) => [
        ...['new', own('key'), '--surveyor', 'Ana Núñez', '--passphrase-file', at('passphrase')],
      ],
    },
  ],
  sign: () => [
    {
      command: 'sign',
      before: ({ own, world: { at } }) => [
        ['key', 'new', own('key'), '--surveyor', 'Ana', '--passphrase-file', at('passphrase')],
      ],
      args: ({ own, project, world: { at } }) => [
        ...[project, '--key', own('key'), '--passphrase-file', at('passphrase')],
      ],
      project: 'two',
    },
  ],
  register: (command) => registerCases(command),
  grid: () => [
    {
      command: 'grid',
      args: ({ own, world: { at } }) => [
        ...[at('utm.csv'), '--from', 'EPSG:32718', '--to', at('mina.json'), '--out', own('points.csv')],
        ...['--geoid', at('geoid.gtx')],
      ],
    },
    {
      command: 'grid',
      args: ({ own, world: { at } }) => [
        ...[at('utm.csv'), '--from', 'EPSG:32718', '--fit', at('mine.csv'), '--free-scale'],
        ...['--name', 'Mina', '--out', own('mina.json')],
      ],
    },
  ],
  info: () => [
    {
      command: 'info',
      project: 'survey',
      args: ({ project, world: { at, capture } }) => [
        ...[
          project,
          capture,
          at('map.ply'),
          at('sensor.json'),
          at('alone'),
          at('gallery'),
          at('picked/drive.xyz'),
          at('solids.xml'),
          ...['trajectory.tum', 'axis-m.str', 'design.json', 'mina.json', 'calibration.json'].map(at),
        ],
      ],
    },
    { command: 'info', args: () => ['--formats'] },
    { command: 'info', args: ({ world: { at } }) => [at('drive.las'), '--ignore-box'] },
  ],
  check: () => [
    { command: 'check', project: 'survey', args: ({ project }) => [project] },
    { command: 'check', project: 'survey', args: ({ project }) => [project, '--repair'] },
  ],
  recover: () => [
    { command: 'recover', project: 'survey', args: ({ project, own }) => [project, own('saved.socavon')] },
  ],
  tune: () => [
    {
      command: 'tune',
      args: () => ['--points', '64', '--rounds', '1', '--software'],
      unless: ['engine-unavailable'],
    },
  ],
  serve: () => [
    { command: 'serve', args: ({ own }) => [own('.'), '--port', '0'], untilSignal: true },
    { command: 'serve', args: ({ own }) => [own('.'), '--open'], untilSignal: true },
  ],
  bench: () => [{ command: 'bench', args: () => [], isPlain: true }],
  doctor: () => [{ command: 'doctor', args: () => [] }],
  notices: () => [{ command: 'notices', args: () => [], unless: ['file-missing'] }],
};

/** What is said of a cloud. */
const CLOUD_SETS = [
  ['--frame', 'local', '--scanner', 'terrestrial'],
  ['--scanner', 'mobile', '--length-accuracy', '0.01'],
  ['--point-accuracy', '0.004'],
];

function runCases(command: Command, world: World): Case[] {
  const survey = ({ project, own, world: { capture } }: Places): string[] => [
    ...[capture, '--project', project, '--out', own('out')],
  ];
  const all = (long: string): string[] => [long, allOf(command, long)];
  const others: readonly (readonly string[])[] = [
    all('--scans'),
    all('--meshes'),
    [...all('--tables'), ...all('--trajectory-formats'), '--grid', world.at('mina.json')],
    [...all('--map-formats'), ...all('--map-attributes')],
    ['--control', world.control, '--check', 'T2', '--target-shape', 'square', '--target-size', '0.3'],
    ['--control', world.control, '--target-shape', 'disc', '--known-length', '30:60:3:0.5', '--level'],
    ['--control', world.control, '--picked', world.at('picked.csv'), '--no-loops', '--keep-moved'],
    ['--origin-pose', '4 0.15 0.2 0 0 0 1', '--no-control', '--loops', '--no-level', '--no-keep-moved'],
    ['--calibration', 'off', '--engine', 'cpu', '--logo', world.at('rgb.png')],
    ['--calibration', world.at('calibration.json'), '--engine', 'auto', '--no-logo'],
    ['--calibration', 'auto', '--metadata', world.at('../controlled-drive/metadata.json')],
  ];
  const packs = measuringArguments(command, world);
  const measuring = Array.from({ length: Math.max(packs.length, others.length) }, (_, i): Case => {
    const more = others[i % others.length];
    const turn = (long: string): string[] => (more.includes(long) ? [] : inTurn(command, long, i));
    return {
      command: 'run',
      project: 'aligned',
      args: (places) => [
        ...[...survey(places), ...turn('--report'), ...turn('--language'), ...turn('--paper')],
        ...[...turn('--map-formats'), '--map-voxel', '0.3', ...more, ...packs[i % packs.length]],
      ],
    };
  });
  const coarse = ['--report', 'html', '--map-voxel', '0.3'];
  const fresh = (args: string[], rest: Partial<Case> = {}): Case => ({
    command: 'run',
    args: ({ own, world: { at } }) => [
      ...[at('alone/capture.pcap'), '--project', own('new.socavon'), '--out', own('out'), ...args, ...coarse],
    ],
    ...rest,
  });
  const sensors = takenBy(command.options.find(({ long }) => long === '--sensor')!).words!;
  const cloud = (file: string, ...args: string[]): Case => ({
    command: 'run',
    args: ({ own, world: { at } }) => [
      ...[at(file), '--project', own('new.socavon'), '--out', own('out'), ...args, ...coarse],
    ],
  });
  return [
    ...measuring,
    ...['2', 'none'].map(
      (reference): Case => ({
        command: 'run',
        project: 'survey',
        args: (it) => [...survey(it), '--reference', reference, ...coarse],
      }),
    ),
    ...sensors.map((sensor) =>
      sensor === 'os1-16'
        ? fresh(['--sensor', sensor, '--sensor-address', ':7502'])
        : fresh(['--sensor', sensor], { status: 1 }),
    ),
    fresh(['--sensor', 'os1-16', '--engine', 'gpu'], { unless: ['engine-unavailable'] }),
    cloud('map.ply', '--cloud-unit', 'm', '--frame', 'grid', '--trajectory', world.at('trajectory.tum')),
    ...CLOUD_UNITS.map((unit, i) => {
      const turn = (step: number): string => CLOUD_UNITS[(i + step) % CLOUD_UNITS.length];
      return cloud(
        ...[`drive-${unit}.xyz`, '--cloud-unit', unit, '--height-unit', turn(1)],
        ...['--trajectory', world.at(`drive-${turn(2)}.tum`), '--trajectory-unit', turn(2)],
        ...CLOUD_SETS[i % CLOUD_SETS.length],
      );
    }),
    cloud('drive.las', '--ignore-box', '--cloud-unit', 'm'),
  ];
}

function calibrateCases(command: Command): Case[] {
  const sensors = takenBy(command.options.find(({ long }) => long === '--sensor')!).words!;
  return [
    ...sensors.map(
      (sensor): Case => ({
        command: 'calibrate',
        args: ({ own, world: { at } }) => [
          ...[at('alone/capture.pcap'), '--sensor', sensor, '--project', own('new.socavon')],
          ...['--sensor-address', ':7502', '--out', own('calibration.json')],
        ],
        ...(sensor !== 'os1-16' && { status: 1 }),
      }),
    ),
    {
      command: 'calibrate',
      args: ({ own, world: { at } }) => [
        ...[
          at('gallery/capture.pcap'),
          '--metadata',
          at('gallery/metadata.json'),
          '--out',
          own('calibration.json'),
        ],
        ...['--distance', '4.5', '--distance-sigma', '0.002'],
      ],
    },
    ...['disc', 'square'].map(
      (shape): Case => ({
        command: 'calibrate',
        args: ({ own, world: { at } }) => [
          ...[at('gallery/capture.pcap'), '--control', at('gallery/control.csv'), '--target-shape', shape],
          ...['--target-size', '0.3', '--out', own('calibration.json')],
        ],
      }),
    ),
    {
      command: 'calibrate',
      project: 'survey',
      args: ({ project, own }) => [project, '--session', '1', '--out', own('calibration.json')],
    },
  ];
}

/** Values of numbers of the registration that have no default. */
const LAB_NUMBERS: Readonly<Record<string, string>> = {
  '--downsample': '0',
  '--max-distance': '0.5',
  '--rms-tolerance': '1e-7',
  '--rms-threshold': '1e-6',
  '--cell-level': '8',
  '--em-first': '0.1',
  '--em-last': '1e-4',
  '--em-outlier': '0.2',
  '--em-tolerance': '1e-5',
  '--soft-first': '0.1',
  '--soft-factor': '0.8',
  '--soft-temperatures': '10',
  '--soft-steps': '2',
  '--soft-alpha': '0.01',
  '--soft-outlier': '0.1',
  '--soft-outlier-unit': '0.1',
  '--soft-tolerance': '1e-4',
  '--workers': '2',
  '--kernel-scale': '0.1',
  '--voxel': '1',
};

/** The later session of two beside the earlier one, both placed on one axis. */
function againstEarlier({ project, own, world: { at, poses } }: Places): string[] {
  return [
    ...[project, '--session', '2', '--out', own('out'), '--earlier', '1', '--axis', at('epochs-axis.csv')],
    ...['--earlier-pose', poses.earlier, '--origin-pose', poses.later],
  ];
}

function registerCases(command: Command): Case[] {
  const searches = takenBy(command.options.find(({ long }) => long === '--search')!).words!;
  const pair = ({ world: { at } }: Places): string[] => [at('source.ply'), at('target.ply')];
  const of = (method: MethodId, i: number): string[] =>
    LAB_FIELDS.filter(({ methods }) => methods.includes(method)).flatMap((field) => {
      const [flag] = field.flag.split(' ');
      if (field.kind === 'switch') return [flag];
      if (field.kind === 'choice') return [flag, field.choices[i % field.choices.length].value];
      return [flag, field.default === null ? LAB_NUMBERS[flag] : String(field.default)];
    });
  const rounds = (method: MethodId): number =>
    Math.max(
      ...LAB_FIELDS.filter(({ methods }) => methods.includes(method)).map((field) =>
        field.kind === 'choice' ? field.choices.length : 1,
      ),
    );
  return [
    ...METHOD_IDS.flatMap((method) =>
      Array.from(
        { length: rounds(method) },
        (_, i): Case => ({
          command: 'register',
          args: (places) => [
            ...[...pair(places), '--method', method, '--engine', i === 0 ? 'auto' : 'cpu'],
            ...(method === 'newton-custom' ? ['--distance', 'docs/examples/my-distance.mjs'] : []),
            ...of(method, i),
          ],
        }),
      ),
    ),
    ...searches.map(
      (search): Case => ({ command: 'register', args: (it) => [...pair(it), '--search', search] }),
    ),
    { command: 'register', args: (it) => [...pair(it), '--engine', 'gpu'], unless: ['engine-unavailable'] },
    {
      command: 'register',
      args: ({ world: { at } }) => [at('drive.las'), at('drive.las'), '--downsample', '0.2', '--ignore-box'],
    },
    {
      command: 'register',
      args: (it) => [...pair(it), '--init', it.world.at('start.txt'), '--weights', 'confidence'],
    },
    { command: 'register', args: ({ world: { at } }) => [at('far.ply'), at('there.ply'), '--global'] },
  ];
}

function simulateCases(command: Command, _world: World): Case[] {
  const words = (long: string): readonly string[] =>
    takenBy(command.options.find((one) => one.long === long)!).words!;
  const simulate = (...args: string[]): Case => ({
    command: 'simulate',
    args: ({ own }) => ['--out', own('drive'), '--length', '16', '--speed', '5', ...args],
  });
  const rosettes = words('--frames').map((frames, i) => [
    '--sensor',
    i === 0 ? 'mid-40' : 'mid-360',
    '--frames',
    frames,
  ]);
  const sensors = words('--sensor').flatMap((sensor) =>
    sensor.startsWith('mid-') ? [] : [['--sensor', sensor]],
  );
  const makes = [...rosettes, ...sensors];
  // What is dear to cast, such as a working mine or a long loop, by the sensors of few points.
  const DEAR = ['mine', 'loop', 'mesh', 'handled'];
  const preset = words('--preset').toSorted((a, b) => Number(DEAR.includes(b)) - Number(DEAR.includes(a)));
  const presets = makes.map((make, i) =>
    simulate(
      ...['--preset', preset[i % preset.length], '--seed', String(i), ...inTurn(command, '--layout', i)],
      ...make,
      // Most scans of so short a drive are of standing still; the calls below have some.
      '--start-moving',
    ),
  );
  return [
    ...presets,
    simulate(
      ...['--donuts', '--layout', 'thesis64', '--chainage', '5:7', '--targets', '10', '--target-size', '0.2'],
      ...['--length', '22', '--start-moving', '--walker', '3'],
      ...['--lift', '5:0.3', '--stand', '6:0.5', '--reverse', '8:1', '--turn', '9:20'],
    ),
    simulate('--targets', '--walker', '--albedo', 'plain', '--length', '22'),
    simulate(
      '--face',
      '18',
      '--since',
      '16',
      '--length',
      '20',
      '--survey-seed',
      '9',
      '--closed',
      '6:20',
      '--scaled',
      '8:30',
    ),
    simulate('--preset', 'curved', '--rock', 'smooth'),
    simulate('--preset', 'smooth', '--rock', 'rough'),
    simulate('--albedo', 'periodic', '--albedo-period', '2'),
    simulate('--albedo', 'rock', '--instrument', '5', '--imu-errors'),
    simulate(
      ...['--water', '5:8', '--water-level', '0.05', '--water-depth', '0.2', '--water-mirror', '0.5'],
      ...['--mesh', '6:9', '--bolts', '5:12', '--dust', '10:14', '--dust-rate', '0.02', '--muck', '11:0.3'],
      ...['--vehicle', '13:1.2', '--cable', '4:15', '--duct', '4:15'],
    ),
    simulate(
      ...[
        '--instrument',
        '--range-bias',
        '3',
        '--incidence-bias',
        '4',
        '--secant-bias',
        '2',
        '--signal-bias',
        '1',
        '--warm-up',
        '10',
      ],
      ...['--beam-offsets', '2', '--beam-angles', '0.01', '--spot', '0.2', '--blooming', '0.3'],
    ),
    simulate(
      ...['--length', '24', '--jolt', '6:5', '--cover', '7:0.3', '--hole', '9:0.3', '--restart', '11:0.5'],
      ...['--lost-packets', '0.02'],
    ),
  ];
}
