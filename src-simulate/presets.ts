import { message } from '../src-core/messages/message.ts';
import { SocavonError } from '../src-core/model/errors.ts';
import { mineBolts, mineDust, mineEffects, mineMesh, minePools, roughHandling } from './mine-effects.ts';
import { SIMULATE_DEFAULTS, type SimulateOptions } from './options.ts';
import { ROUGH_ROCK, SMOOTH_ROCK } from './rock/roughness.ts';

export type PresetName =
  | 'rough'
  | 'smooth'
  | 'curved'
  | 'loop'
  | 'niche'
  | 'crew'
  | 'mine'
  | 'wet'
  | 'mesh'
  | 'dusty'
  | 'handled';

/** Description of each preset, for help texts. */
export const PRESETS: Record<PresetName, string> = {
  rough: 'blast-rough drive at 1:20 with one gentle curve',
  smooth: 'smooth straight drive without an end in sight: degenerate along its axis',
  curved: 'blast-rough ramp with curves of 25 and 40 m radius and grades up to 1:8',
  loop: 'blast-rough drive, in and back out',
  niche: 'blast-rough drive with two niches and a cross-cut stub',
  crew: 'blast-rough drive with a ventilation duct, a parked vehicle and a person standing',
  mine: 'blast-rough drive of a working mine: water, mesh, bolts, dust, things and people, seen by a real instrument',
  wet: 'blast-rough drive with two pools of standing water',
  mesh: 'blast-rough drive with patches of wire mesh and bolt plates, seen by a beam of 0.2 degrees',
  dusty: 'blast-rough drive with two stretches of dust',
  handled:
    'blast-rough drive with jolts, stops, a half turn, a lift by hand, a covered sensor and lost packets',
};

/** Rock of a drive with its end: a smooth one goes on out of sight. */
export const ROCKS = {
  rough: { roughness: ROUGH_ROCK, face: 'rough' },
  smooth: { roughness: SMOOTH_ROCK, face: 'open' },
} as const satisfies Record<string, Partial<SimulateOptions>>;
export type RockName = keyof typeof ROCKS;

/**
 * Returns the options of a preset.
 *
 * @param length of the drive from portal to face, m
 * @throws SocavonError usage if the name is not a preset
 */
export function presetOptions(preset: PresetName, length: number): SimulateOptions {
  const own = ownOptions(preset, length);
  return { ...SIMULATE_DEFAULTS, length, ...own };
}

function ownOptions(preset: PresetName, length: number): Partial<SimulateOptions> {
  const straight = (share: number, grade: number) => ({ length: share * length, radius: null, grade });
  const gentle: Partial<SimulateOptions> = {
    alignment: [
      straight(0.4, 0.05),
      { length: 0.35 * length, radius: 40, grade: 0.05 },
      straight(0.25, 0.05),
    ],
  };
  switch (preset) {
    case 'rough':
      return gentle;
    case 'mine':
      return { ...gentle, ...mineEffects(length) };
    case 'wet':
      return { ...gentle, pools: minePools(length) };
    case 'mesh':
      return {
        ...gentle,
        mesh: mineMesh(length),
        bolts: mineBolts({ from: 0.3 * length, to: 0.85 * length }),
        instrument: { spotDeg: 0.2 },
      };
    case 'dusty':
      return { ...gentle, dust: mineDust(length) };
    case 'handled':
      return { ...gentle, ...roughHandling(SIMULATE_DEFAULTS, length) };
    case 'smooth':
      return { alignment: [straight(1, 0.02)], ...ROCKS.smooth };
    case 'curved':
      return {
        alignment: [
          straight(0.2, 0.05),
          { length: 0.35 * length, radius: 25, grade: 0.125 },
          straight(0.15, 0.125),
          { length: 0.3 * length, radius: -40, grade: 0.02 },
        ],
      };
    case 'loop':
      return {
        alignment: [straight(0.5, 0.05), { length: 0.5 * length, radius: -40, grade: 0.05 }],
        outAndBack: true,
      };
    case 'niche':
      return {
        alignment: [straight(1, 0.05)],
        recesses: [
          { kind: 'niche', side: 'right', chainage: 0.3 * length, width: 2, height: 2.2, depth: 1.2 },
          { kind: 'cross-cut', side: 'left', chainage: 0.45 * length, width: 3, height: 3, depth: 4 },
          { kind: 'niche', side: 'left', chainage: 0.7 * length, width: 2, height: 2.2, depth: 1.2 },
        ],
      };
    case 'crew':
      return {
        alignment: [straight(1, 0.05)],
        lateralOffset: -0.5,
        duct: { from: 2, to: 0.85 * length, left: 0.9, up: 1.75, radius: 0.3 },
        vehicles: [{ chainage: 0.5 * length, left: 1.35 }],
        persons: [{ chainage: 0.35 * length, left: 1.5 }],
      };
    default:
      throw new SocavonError(
        'usage',
        message('simulate-preset', { preset, presets: Object.keys(PRESETS).join(', ') }),
      );
  }
}
