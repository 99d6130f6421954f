import { SocavonError } from '../src-core/model/errors.ts';
import { excavatedLength, type SimulateOptions } from './options.ts';
import { PERSON } from './things/obstacles.ts';

/** @throws SocavonError usage, naming the option that cannot be and what it may be */
export function checkOptions(options: SimulateOptions): void {
  const { length, start, standoff, outAndBack, section } = options;
  within('length of the drive', length, start + standoff + 4, 2000, 'm');
  if (options.faceAt !== undefined) {
    within('chainage of the face', options.faceAt, start + standoff + 4, length, 'm');
    if (options.face === 'open')
      throw new SocavonError('usage', 'An open end has no face that could stand at a chainage.');
  }
  checkWallChanges(options);
  within('speed', options.speed, 0.1, 5, 'm/s');
  within('range noise', options.rangeNoise, 0, 0.5, 'm');
  within('range bias', options.rangeBias ?? 0, -0.2, 0.2, 'm');
  within('dropout share', options.dropout, 0, 0.9, '');
  within('width of the section', section.width, 2.5, 12, 'm');
  within('sensor height', options.sensorHeight, 0.3, section.height - 0.5, 'm');
  within('lateral offset', options.lateralOffset, -section.width / 2 + 1, section.width / 2 - 1, 'm');
  within('start', start, 0.5, length, 'm');
  within('time standing still', Math.min(options.stillStart, options.stillEnd), 0, 60, 's');
  for (const seed of [options.seed, options.surveySeed ?? 0])
    if (!Number.isInteger(seed) || seed < 0)
      throw new SocavonError('usage', `The seed ${seed} must be a whole number of 0 or more.`);
  for (const [name, value] of [
    ['portal', options.portal],
    ['heading', [options.headingDeg]],
  ] as const) {
    if (!value.every(Number.isFinite))
      throw new SocavonError('usage', `The ${name} of the drive must be finite numbers.`);
  }
  const places = [...options.vehicles, ...options.persons].map((place) => place.chainage);
  for (const chainage of places) within('chainage of a vehicle or person', chainage, 0, length, 'm');
  if (outAndBack && standoff < 2) within('standoff', standoff, 2, length, 'm');
  checkTargets(options);
  checkManoeuvres(options);
  if (options.walker) {
    const aside = section.width / 2 - PERSON.radius;
    within('distance of the person walking ahead', options.walker.ahead, 1.5, 30, 'm');
    within('offset of the person walking ahead', options.walker.left, -aside, aside, 'm');
  }
  if (options.albedo?.kind === 'periodic')
    within('period of the rings', options.albedo.period, 0.1, 100, 'm');
}

function checkWallChanges({ wallChanges = [], length, section }: SimulateOptions): void {
  for (const change of wallChanges) {
    within('chainage of a change of the wall', change.chainage, 0, length, 'm');
    within('length of a change of the wall', change.length, 0.2, 2 * length, 'm');
    within('width of a change of the wall', change.width, 0.2, 100, 'm');
    within('move of the wall', change.outward, -section.width / 8, section.width / 4, 'm');
  }
}

function checkTargets({ targets = [], length }: SimulateOptions): void {
  for (const { chainage, angleDeg, size } of targets) {
    within('size of a target', size, 0.05, 1, 'm');
    within('chainage of a target', chainage, size, length - size, 'm');
    within('angle of a target', angleDeg, -360, 360, 'degrees');
  }
}

function checkManoeuvres(options: SimulateOptions): void {
  const { manoeuvres = [], start, standoff } = options;
  let before = start;
  for (const manoeuvre of manoeuvres) {
    const { kind, chainage } = manoeuvre;
    within(`chainage of a manoeuvre (${kind})`, chainage, before, excavatedLength(options) - standoff, 'm');
    if (kind === 'stand') within('time standing still', manoeuvre.seconds, 0, 600, 's');
    if (kind === 'turn') within('turn on the spot', manoeuvre.degrees, -720, 720, 'degrees');
    if (kind === 'reverse') within('way in reverse', manoeuvre.distance, 0.1, chainage - start, 'm');
    before = chainage;
  }
}

function within(what: string, value: number, least: number, most: number, unit: string): void {
  if (value >= least && value <= most) return;
  const space = unit === '' ? '' : ` ${unit}`;
  throw new SocavonError(
    'usage',
    `The ${what} is ${value}${space}; the simulator takes ${least} to ${most}${space}.`,
  );
}
