import { message } from '../src-core/messages/message.ts';
import { SocavonError } from '../src-core/model/errors.ts';
import { checkEffects, within } from './check-effects.ts';
import { excavatedLength, type SimulateOptions } from './options.ts';
import { leastLength, SIMULATOR_RANGES } from './ranges.ts';
import { PERSON } from './things/obstacles.ts';

const { albedoPeriod, lift, reverse, speed, stand, targetSize, turn, walker } = SIMULATOR_RANGES;

/**
 * Validates the options of a simulation.
 *
 * @throws SocavonError usage, naming the invalid option and its valid values
 */
export function checkSimulateOptions(options: SimulateOptions): void {
  const { length, start, standoff, outAndBack, section } = options;
  within(
    message('simulate-of-length-of-the-drive'),
    length,
    leastLength(options),
    SIMULATOR_RANGES.length.max,
    'm',
  );
  if (options.faceAt !== undefined) {
    within(message('simulate-of-chainage-of-the-face'), options.faceAt, leastLength(options), length, 'm');
    if (options.face === 'open') throw new SocavonError('usage', message('simulate-face-open'));
  }
  checkWallChanges(options);
  within(message('simulate-of-speed'), options.speed, speed.min, speed.max, 'm/s');
  within(message('simulate-of-range-noise'), options.rangeNoise, 0, 0.5, 'm');
  within(message('simulate-of-range-bias'), options.rangeBias ?? 0, -0.2, 0.2, 'm');
  within(message('simulate-of-dropout-share'), options.dropout, 0, 0.9, '');
  within(message('simulate-of-width-of-the-section'), section.width, 2.5, 12, 'm');
  within(message('simulate-of-sensor-height'), options.sensorHeight, 0.3, section.height - 0.5, 'm');
  within(
    message('simulate-of-lateral-offset'),
    options.lateralOffset,
    -section.width / 2 + 1,
    section.width / 2 - 1,
    'm',
  );
  within(message('simulate-of-start'), start, 0.5, length, 'm');
  within(
    message('simulate-of-time-standing-still'),
    Math.min(options.stillStart, options.stillEnd),
    0,
    60,
    's',
  );
  for (const seed of [options.seed, options.surveySeed ?? 0])
    if (!Number.isInteger(seed) || seed < 0)
      throw new SocavonError('usage', message('simulate-seed', { seed }));
  for (const [name, value] of [
    ['portal', options.portal],
    ['heading', [options.headingDeg]],
  ] as const) {
    if (!value.every(Number.isFinite))
      throw new SocavonError('usage', message('simulate-finite', { name: message(`simulate-of-${name}`) }));
  }
  const places = [...options.vehicles, ...options.persons].map((place) => place.chainage);
  for (const chainage of places)
    within(message('simulate-of-chainage-of-a-vehicle-or-person'), chainage, 0, length, 'm');
  for (const { left } of options.vehicles)
    within(message('simulate-of-offset-of-a-vehicle'), left, -section.width / 2, section.width / 2, 'm');
  if (outAndBack && standoff < 2) within(message('simulate-of-standoff'), standoff, 2, length, 'm');
  checkTargets(options);
  checkManoeuvres(options);
  checkEffects(options);
  if (options.walker) {
    const aside = section.width / 2 - PERSON.radius;
    within(
      message('simulate-of-distance-of-the-person-walking-ahead'),
      options.walker.ahead,
      walker.min,
      walker.max,
      'm',
    );
    within(
      message('simulate-of-offset-of-the-person-walking-ahead'),
      options.walker.left,
      -aside,
      aside,
      'm',
    );
  }
  if (options.albedo?.kind === 'periodic')
    within(
      message('simulate-of-period-of-the-rings'),
      options.albedo.period,
      albedoPeriod.min,
      albedoPeriod.max,
      'm',
    );
}

function checkWallChanges({ wallChanges = [], length, section }: SimulateOptions): void {
  for (const change of wallChanges) {
    within(message('simulate-of-chainage-of-a-change-of-the-wall'), change.chainage, 0, length, 'm');
    within(message('simulate-of-length-of-a-change-of-the-wall'), change.length, 0.2, 2 * length, 'm');
    within(message('simulate-of-width-of-a-change-of-the-wall'), change.width, 0.2, 100, 'm');
    within(
      message('simulate-of-move-of-the-wall'),
      change.outward,
      -section.width / 8,
      section.width / 4,
      'm',
    );
  }
}

function checkTargets({ targets = [], length }: SimulateOptions): void {
  for (const { chainage, angleDeg, size } of targets) {
    within(message('simulate-of-size-of-a-target'), size, targetSize.min, targetSize.max, 'm');
    within(message('simulate-of-chainage-of-a-target'), chainage, size, length - size, 'm');
    within(message('simulate-of-angle-of-a-target'), angleDeg, -360, 360, 'degrees');
  }
}

function checkManoeuvres(options: SimulateOptions): void {
  const { manoeuvres = [], start, standoff } = options;
  let before = start;
  for (const manoeuvre of manoeuvres) {
    const { kind, chainage } = manoeuvre;
    within(
      message('simulate-of-manoeuvre', { kind }),
      chainage,
      before,
      excavatedLength(options) - standoff,
      'm',
    );
    if (kind === 'stand')
      within(message('simulate-of-time-standing-still'), manoeuvre.seconds, stand.min, stand.max, 's');
    if (kind === 'lift') {
      within(message('simulate-of-time-standing-still'), manoeuvre.seconds, stand.min, stand.max, 's');
      within(message('simulate-of-lift-of-the-sensor'), manoeuvre.height, lift.min, lift.max, 'm');
    }
    if (kind === 'turn')
      within(message('simulate-of-turn-on-the-spot'), manoeuvre.degrees, turn.min, turn.max, 'degrees');
    if (kind === 'reverse')
      within(message('simulate-of-way-in-reverse'), manoeuvre.distance, reverse.min, chainage - start, 'm');
    before = chainage;
  }
}
