import { message } from '../../../../src-core/messages/message.ts';
import { SocavonError } from '../../../../src-core/model/errors.ts';
import type { AlbedoOptions } from '../../../../src-simulate/albedo.ts';
import type { Manoeuvre } from '../../../../src-simulate/drive-schedule.ts';
import type { SimulateOptions } from '../../../../src-simulate/options.ts';
import { type PresetName, presetOptions, ROCKS, type RockName } from '../../../../src-simulate/presets.ts';
import { targetGroups } from '../../../../src-simulate/targets.ts';
import type { WallChange } from '../../../../src-simulate/wall-change.ts';
import type { WriteCaptureOptions } from '../../../../src-simulate/write-capture.ts';
import type { AtChainage, ChainageRange } from '../option-parsers.ts';
import { type EffectCommandOptions, withEffects } from './effect-options.ts';

export interface SimulateCommandOptions extends EffectCommandOptions {
  readonly preset: string;
  /** Absent: that of the preset. */
  readonly rock?: string;
  readonly length: number;
  readonly speed: number;
  readonly seed: number;
  readonly layout: string;
  readonly sensor: string;
  readonly out: string;
  readonly donuts: boolean;
  readonly frames: WriteCaptureOptions['frames'];
  readonly chainage?: ChainageRange;
  /** Spacing of target groups, m; true: the default. */
  readonly targets?: number | true;
  readonly targetSize: number;
  readonly stand?: readonly AtChainage[];
  readonly reverse?: readonly AtChainage[];
  readonly turn?: readonly AtChainage[];
  readonly lift?: readonly AtChainage[];
  readonly startMoving: boolean;
  /** Distance ahead of the robot, m; true: the default. */
  readonly walker?: number | true;
  /** Chainage of the face, m. */
  readonly face?: number;
  readonly surveySeed?: number;
  /** Chainage of the face at the earlier survey, m. */
  readonly since?: number;
  /** Wall patches that converged, and stretches that were scaled, since the earlier survey, mm. */
  readonly closed?: readonly AtChainage[];
  readonly scaled?: readonly AtChainage[];
  readonly albedo: string;
  readonly albedoPeriod?: number;
  readonly json?: boolean;
}

/**
 * Defaults: spacing of target groups, distance of the walker ahead of the robot, period of the albedo rings, m; time
 * that a lifted sensor is held, s.
 */
const DEFAULTS = { every: 30, ahead: 4, period: 1.5, held: 2 };
/** Chainage of the first target after the start, m: the sensor must pass it. */
const FIRST_TARGET = 2;

/**
 * Simulation options from those of `socavon simulate`.
 *
 * @throws SocavonError usage, if they contradict each other
 */
export function driveOptions(options: SimulateCommandOptions): SimulateOptions {
  const { length, speed, seed, targets, walker } = options;
  // Commander has checked the choices.
  const preset = {
    ...presetOptions(options.preset as PresetName, length),
    ...(options.rock === undefined ? {} : ROCKS[options.rock as RockName]),
  };
  const survey = options.surveySeed === undefined ? {} : { surveySeed: options.surveySeed };
  const base = withEffects({ ...preset, speed, seed, ...survey }, options);
  const manoeuvres = manoeuvresOf(options, base.manoeuvres);
  const changes = wallChangesOf(options);
  return {
    ...base,
    ...(targets === undefined ? {} : { targets: targetsOf(base, options) }),
    ...(manoeuvres.length === 0 ? {} : { manoeuvres }),
    ...(options.startMoving ? { startInMotion: true } : {}),
    ...(walker === undefined
      ? {}
      : { walker: { ahead: walker === true ? DEFAULTS.ahead : walker, left: 0.3, vest: true } }),
    ...(options.face === undefined ? {} : { faceAt: options.face }),
    ...(changes.length === 0 ? {} : { wallChanges: changes }),
    ...(options.albedo === 'rock' && options.albedoPeriod === undefined ? {} : { albedo: albedoOf(options) }),
  };
}

/**
 * Options of the earlier survey of the same working (`--since`); null if not set.
 *
 * @param later options of the later survey
 */
export function earlierOptions(
  later: SimulateOptions,
  { since }: SimulateCommandOptions,
): SimulateOptions | null {
  if (since === undefined) return null;
  const { wallChanges: _, ...unchanged } = later;
  return { ...unchanged, faceAt: since };
}

/** Size of a wall patch along the drive and along the perimeter, m. */
const PATCH = { length: 4, width: 2 };

function wallChangesOf({ closed = [], scaled = [] }: SimulateCommandOptions): WallChange[] {
  return [
    ...closed.map(({ chainage, value }) => ({ ...PATCH, chainage, angleDeg: 0, outward: -value / 1000 })),
    ...scaled.map(({ chainage, value }) => ({ ...PATCH, chainage, angleDeg: null, outward: value / 1000 })),
  ];
}

function targetsOf(base: SimulateOptions, { targets, targetSize, face }: SimulateCommandOptions) {
  const every = targets === true || targets === undefined ? DEFAULTS.every : targets;
  const from = base.start + FIRST_TARGET;
  const placed = targetGroups(from, (face ?? base.length) - base.standoff, every, targetSize, base.seed);
  if (placed.length === 0)
    throw new SocavonError(
      'usage',
      message('simulate-targets-room', { length: base.length, least: from + base.standoff + 7 }),
    );
  return placed;
}

function manoeuvresOf(
  { stand = [], reverse = [], turn = [], lift = [] }: SimulateCommandOptions,
  ofPreset: readonly Manoeuvre[] = [],
): Manoeuvre[] {
  const all: Manoeuvre[] = [
    ...ofPreset,
    ...stand.map(({ chainage, value }) => ({ kind: 'stand' as const, chainage, seconds: value })),
    ...reverse.map(({ chainage, value }) => ({ kind: 'reverse' as const, chainage, distance: value })),
    ...turn.map(({ chainage, value }) => ({ kind: 'turn' as const, chainage, degrees: value })),
    ...lift.map(({ chainage, value }) => ({
      kind: 'lift' as const,
      chainage,
      height: value,
      seconds: DEFAULTS.held,
    })),
  ];
  return all.sort((a, b) => a.chainage - b.chainage);
}

function albedoOf({ albedo, albedoPeriod }: SimulateCommandOptions): AlbedoOptions {
  if (albedo === 'periodic') return { kind: 'periodic', period: albedoPeriod ?? DEFAULTS.period };
  if (albedoPeriod !== undefined)
    throw new SocavonError('usage', message('simulate-albedo-period', { albedo }));
  return { kind: 'plain' };
}
