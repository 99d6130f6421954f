import { drawnBeams, drawnInstrument, type InstrumentOptions } from '../../../../src-simulate/instrument.ts';
import { knock, mineBolts, mineMeshOver } from '../../../../src-simulate/mine-effects.ts';
import type { SimulateOptions } from '../../../../src-simulate/options.ts';
import type { AtChainage, ChainageRange } from '../option-parsers.ts';

/** Options of `socavon simulate` for single effects of a mine, an instrument or rough handling. */
export interface EffectCommandOptions {
  readonly water?: readonly ChainageRange[];
  readonly waterLevel?: number;
  readonly waterDepth?: number;
  readonly waterMirror?: number;
  readonly mesh?: readonly ChainageRange[];
  readonly bolts?: ChainageRange;
  readonly dust?: readonly ChainageRange[];
  readonly dustRate?: number;
  /** Height of a heap, m, at a chainage. */
  readonly muck?: readonly AtChainage[];
  /** Offset of a parked vehicle to the left of the axis, m, at a chainage. */
  readonly vehicle?: readonly AtChainage[];
  readonly cable?: readonly ChainageRange[];
  readonly duct?: readonly ChainageRange[];
  /** Seed of the instrument; true: that of the survey. */
  readonly instrument?: number | true;
  readonly rangeBias?: number;
  readonly incidenceBias?: number;
  readonly secantBias?: number;
  readonly signalBias?: number;
  readonly warmUp?: number;
  readonly beamOffsets?: number;
  readonly beamAngles?: number;
  readonly spot?: number;
  readonly blooming?: number;
  readonly imuErrors?: boolean;
  readonly jolt?: readonly AtChainage[];
  readonly cover?: readonly AtChainage[];
  readonly hole?: readonly AtChainage[];
  readonly restart?: readonly AtChainage[];
  readonly lostPackets?: number;
}

/** Level and basin of a pool, share of mirrored light, returns of dust per metre, time of warming up, s. */
const DEFAULTS = { level: 0.03, depth: 0.25, mirrored: 0.6, rate: 0.015, warmUp: 300 };
/** Width of a heap per metre of height: its side slopes at the angle of repose. */
const HEAP = { width: 6.5, length: 8 };
/** Gap between the middle of a heap and the wall that it lies at, m. */
const HEAP_ASIDE = 0.4;

/** Adds the single effects asked for to those that the preset has. */
export function withEffects(base: SimulateOptions, options: EffectCommandOptions): SimulateOptions {
  return {
    ...base,
    ...inTheDrive(base, options),
    ...instrumentOf(base, options),
    ...(options.imuErrors ? { imuErrors: 'drawn' as const } : {}),
    ...handlingOf(base, options),
  };
}

function inTheDrive(base: SimulateOptions, options: EffectCommandOptions): Partial<SimulateOptions> {
  const { water, mesh, bolts, dust, muck, vehicle, cable, duct, dustRate = DEFAULTS.rate } = options;
  const { waterLevel: level = DEFAULTS.level, waterDepth: depth = DEFAULTS.depth } = options;
  const { waterMirror: mirrored = DEFAULTS.mirrored } = options;
  const half = base.section.width / 2;
  return {
    ...listed('pools', base.pools, water, (range) => {
      return { ...range, right: -half, left: half, level, depth, mirrored };
    }),
    ...listed('mesh', base.mesh, mesh, mineMeshOver),
    ...(bolts === undefined ? {} : { bolts: mineBolts(bolts) }),
    ...listed('dust', base.dust, dust, (range) => {
      return { ...range, rate: dustRate, extinction: dustRate };
    }),
    ...listed('muck', base.muck, muck, ({ chainage, value }) => ({
      chainage,
      left: HEAP_ASIDE - half,
      length: HEAP.length * value,
      width: HEAP.width * value,
      height: value,
    })),
    ...listed('vehicles', base.vehicles, vehicle, ({ chainage, value }) => ({ chainage, left: value })),
    ...listed('cables', base.cables, cable, (range) => {
      return { ...range, left: half - 0.25, up: 0.5, radius: 0.02, sag: 0.06, spacing: 2 };
    }),
    ...listed('furtherDucts', base.furtherDucts, duct, (range) => {
      return { ...range, left: -0.9, up: 1.75, radius: 0.3 };
    }),
  };
}

function instrumentOf(base: SimulateOptions, options: EffectCommandOptions): Partial<SimulateOptions> {
  const { instrument, rangeBias, incidenceBias, secantBias, signalBias, warmUp, spot, blooming } = options;
  const seed = base.surveySeed ?? base.seed;
  const own: InstrumentOptions = {
    ...(rangeBias === undefined ? {} : { rangeBias: rangeBias / 1000 }),
    ...(incidenceBias === undefined ? {} : { incidenceBias: incidenceBias / 1000 }),
    ...(secantBias === undefined ? {} : { secantBias: secantBias / 1000 }),
    ...(signalBias === undefined ? {} : { signalBias: signalBias / 1000 }),
    ...(warmUp === undefined ? {} : { warmUp: { bias: warmUp / 1000, seconds: DEFAULTS.warmUp } }),
    ...drawnBeams(seed, (options.beamOffsets ?? 0) / 1000, options.beamAngles ?? 0),
    ...(spot === undefined ? {} : { spotDeg: spot }),
    ...(blooming === undefined ? {} : { bloomingDeg: blooming }),
  };
  const isDrawn = instrument !== undefined || base.instrument === 'drawn';
  if (!isDrawn && Object.keys(own).length === 0) return {};
  const drawn = isDrawn ? drawnInstrument(typeof instrument === 'number' ? instrument : seed) : {};
  const preset = typeof base.instrument === 'object' ? base.instrument : {};
  return { instrument: { ...preset, ...drawn, ...own } };
}

function handlingOf(base: SimulateOptions, options: EffectCommandOptions): Partial<SimulateOptions> {
  const { jolt, cover, hole, restart, lostPackets } = options;
  const at = ({ chainage, value }: AtChainage) => ({ chainage, seconds: value });
  const holes = [
    ...(hole ?? []).map(at),
    ...(restart ?? []).map((it) => ({ ...at(it), clockRestarts: true })),
  ];
  const covers = (cover ?? []).map(at);
  const recorder = {
    ...base.recorder,
    ...(holes.length > 0 ? { holes: [...(base.recorder?.holes ?? []), ...holes] } : {}),
    ...(covers.length > 0 ? { covers: [...(base.recorder?.covers ?? []), ...covers] } : {}),
    ...(lostPackets === undefined ? {} : { lostPackets }),
  };
  return {
    ...listed('jolts', base.jolts, jolt, ({ chainage, value }) => knock(chainage, value)),
    ...(Object.keys(recorder).length > 0 ? { recorder } : {}),
  };
}

/** A list of the preset with further things, one for each place; nothing where there is no place. */
function listed<Name extends string, Place, Thing>(
  name: Name,
  ofPreset: readonly Thing[] | undefined,
  places: readonly Place[] | undefined,
  thingAt: (place: Place) => Thing,
): Partial<Record<Name, readonly Thing[]>> {
  if (places === undefined) return {};
  const all: readonly Thing[] = [...(ofPreset ?? []), ...places.map(thingAt)];
  return { [name]: all } as Partial<Record<Name, readonly Thing[]>>;
}
