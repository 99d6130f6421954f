import { SocavonError } from '../../../../src-core/model/errors.ts';
import type { AlbedoOptions } from '../../../../src-simulate/albedo.ts';
import type { Manoeuvre } from '../../../../src-simulate/drive-schedule.ts';
import type { SimulateOptions } from '../../../../src-simulate/options.ts';
import { type PresetName, presetOptions } from '../../../../src-simulate/presets.ts';
import { targetGroups } from '../../../../src-simulate/targets.ts';
import type { WallChange } from '../../../../src-simulate/wall-change.ts';
import type { SimulateCommandOptions } from '../simulate.ts';

/** Metres between groups of targets, ahead of the robot, and between rings. */
const DEFAULTS = { every: 30, ahead: 4, period: 1.5 };
/** Chainage of the first target after the start: the sensor must come by it, m. */
const FIRST_TARGET = 2;

/**
 * What the options of `socavon simulate` ask for.
 *
 * @throws SocavonError usage, where they contradict each other
 */
export function driveOptions(options: SimulateCommandOptions): SimulateOptions {
  const { length, speed, seed, targets, walker } = options;
  // Commander has checked the choices.
  const base = { ...presetOptions(options.preset as PresetName, length), speed, seed };
  const manoeuvres = manoeuvresOf(options);
  const changes = wallChangesOf(options);
  return {
    ...base,
    ...(targets === undefined ? {} : { targets: targetsOf(base, options) }),
    ...(manoeuvres.length === 0 ? {} : { manoeuvres }),
    ...(options.startMoving ? { startInMotion: true } : {}),
    ...(walker === undefined
      ? {}
      : { walker: { ahead: walker === true ? DEFAULTS.ahead : walker, left: 0.3, vest: true } }),
    ...(options.surveySeed === undefined ? {} : { surveySeed: options.surveySeed }),
    ...(options.face === undefined ? {} : { faceAt: options.face }),
    ...(changes.length === 0 ? {} : { wallChanges: changes }),
    ...(options.albedo === 'rock' && options.albedoPeriod === undefined ? {} : { albedo: albedoOf(options) }),
  };
}

/**
 * The earlier survey of the same working, that `--since` asks for; null where it does not.
 *
 * @param later what the options ask for
 */
export function earlierOptions(
  later: SimulateOptions,
  { since }: SimulateCommandOptions,
): SimulateOptions | null {
  if (since === undefined) return null;
  const { wallChanges: _, ...unchanged } = later;
  return { ...unchanged, faceAt: since };
}

/** Along the drive and round the section, m. */
const PATCH = { length: 4, width: 2 };

function wallChangesOf({ closed = [], scaled = [] }: SimulateCommandOptions): WallChange[] {
  return [
    ...closed.map(({ chainage, value }) => ({ ...PATCH, chainage, angleDeg: 0, outward: -value / 1000 })),
    ...scaled.map(({ chainage, value }) => ({ ...PATCH, chainage, angleDeg: null, outward: value / 1000 })),
  ];
}

function targetsOf(base: SimulateOptions, { targets, targetSize, face }: SimulateCommandOptions) {
  const every = targets === true || targets === undefined ? DEFAULTS.every : targets;
  if (every < 7)
    throw new SocavonError('usage', `Groups of targets every ${every} m would overlap; give 7 m or more.`);
  const from = base.start + FIRST_TARGET;
  const placed = targetGroups(from, (face ?? base.length) - base.standoff, every, targetSize, base.seed);
  if (placed.length === 0)
    throw new SocavonError(
      'usage',
      `A drive of ${base.length} m has no room for three targets; give --length ${from + base.standoff + 7} or more.`,
    );
  return placed;
}

function manoeuvresOf({ stand = [], reverse = [], turn = [] }: SimulateCommandOptions): Manoeuvre[] {
  const all: Manoeuvre[] = [
    ...stand.map(({ chainage, value }) => ({ kind: 'stand' as const, chainage, seconds: value })),
    ...reverse.map(({ chainage, value }) => ({ kind: 'reverse' as const, chainage, distance: value })),
    ...turn.map(({ chainage, value }) => ({ kind: 'turn' as const, chainage, degrees: value })),
  ];
  return all.sort((a, b) => a.chainage - b.chainage);
}

function albedoOf({ albedo, albedoPeriod }: SimulateCommandOptions): AlbedoOptions {
  if (albedo === 'periodic') return { kind: 'periodic', period: albedoPeriod ?? DEFAULTS.period };
  if (albedoPeriod !== undefined)
    throw new SocavonError('usage', `--albedo-period goes with --albedo periodic, not with ${albedo}.`);
  return { kind: 'plain' };
}
