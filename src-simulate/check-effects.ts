import { type Message, message } from '../src-core/messages/message.ts';
import { SocavonError } from '../src-core/model/errors.ts';
import type { SimulateOptions } from './options.ts';
import { BEAMS } from './os1-16.ts';
import { SIMULATOR_RANGES } from './ranges.ts';

const { bias: BIAS, blooming, dustRate, gap, lostPackets, muck: HEAP, spot } = SIMULATOR_RANGES;
const { waterDepth, waterLevel, waterMirror } = SIMULATOR_RANGES;

/**
 * Validates the effects of a simulation: what stands, hangs and floats in the drive, instruments and handling.
 *
 * @throws SocavonError usage, naming the invalid option and its valid values
 */
export function checkEffects(options: SimulateOptions): void {
  checkPlaces(options);
  checkWater(options);
  checkBeforeRock(options);
  checkThings(options);
  checkInstruments(options);
  checkHandling(options);
}

/** @throws SocavonError usage if a value is out of bounds, or no number */
export function within(what: Message, value: number, least: number, most: number, unit: string): void {
  if (value >= least && value <= most) return;
  const space = unit === '' ? '' : ` ${unit}`;
  throw new SocavonError('usage', message('simulate-range', { what, value, space, least, most }));
}

/** Everything with a chainage lies in the drive, and ends after it begins. */
function checkPlaces(options: SimulateOptions): void {
  const { length, pools = [], mesh = [], bolts, dust = [], muck = [], cables = [] } = options;
  const { furtherDucts = [], jolts = [], recorder = {} } = options;
  const stretches = [
    ...pools.map((it) => [message('simulate-pool'), it] as const),
    ...mesh.map((it) => [message('simulate-mesh'), it] as const),
    ...(bolts === undefined ? [] : [[message('simulate-bolts'), bolts] as const]),
    ...dust.map((it) => [message('simulate-dust'), it] as const),
    ...cables.map((it) => [message('simulate-cable'), it] as const),
    ...furtherDucts.map((it) => [message('simulate-duct'), it] as const),
  ];
  for (const [thing, { from, to }] of stretches) {
    within(message('simulate-of-chainage-of-a-thing', { thing }), from, 0, length, 'm');
    within(message('simulate-of-end-of-a-thing', { thing }), to, from + 0.1, length, 'm');
  }
  const places = [
    ...muck.map((it) => [message('simulate-heap'), it] as const),
    ...jolts.map((it) => [message('simulate-jolt'), it] as const),
    ...(recorder.holes ?? []).map((it) => [message('simulate-hole'), it] as const),
    ...(recorder.covers ?? []).map((it) => [message('simulate-cover'), it] as const),
  ];
  for (const [thing, { chainage }] of places)
    within(message('simulate-of-chainage-of-a-thing', { thing }), chainage, 0, length, 'm');
}

function checkWater({ pools = [] }: SimulateOptions): void {
  for (const { level, depth, mirrored } of pools) {
    within(message('simulate-of-level-of-the-water'), level, waterLevel.min, waterLevel.max, 'm');
    within(message('simulate-of-depth-of-the-basin'), depth, waterDepth.min, waterDepth.max, 'm');
    within(message('simulate-of-share-that-water-mirrors'), mirrored, waterMirror.min, waterMirror.max, '');
  }
}

function checkBeforeRock({ mesh = [], bolts, dust = [] }: SimulateOptions): void {
  const off = message('simulate-of-distance-off-the-rock');
  for (const { least, most, share } of mesh) {
    within(off, least, 0.01, 0.5, 'm');
    within(off, most, least, 0.5, 'm');
    within(message('simulate-of-share-of-wires'), share, 0, 0.9, '');
  }
  if (bolts) {
    within(off, bolts.least, 0, 0.3, 'm');
    within(off, bolts.most, bolts.least, 0.3, 'm');
    within(message('simulate-of-spacing-of-bolts'), bolts.spacing, 0.4, 10, 'm');
    within(message('simulate-of-side-of-a-plate'), bolts.plate, 0.02, 0.4, 'm');
  }
  for (const { rate, extinction } of dust) {
    within(message('simulate-of-rate-of-the-dust'), rate, dustRate.min, dustRate.max, '1/m');
    within(message('simulate-of-extinction-of-the-dust'), extinction, dustRate.min, dustRate.max, '1/m');
  }
}

function checkThings({ muck = [], cables = [], furtherDucts = [], section }: SimulateOptions): void {
  for (const { height, length, width } of muck) {
    within(message('simulate-of-height-of-a-heap'), height, HEAP.min, section.height / 2, 'm');
    within(message('simulate-of-width-of-a-heap'), Math.min(length, width), 0.2, 20, 'm');
  }
  for (const { radius } of [...cables, ...furtherDucts])
    within(message('simulate-of-radius-of-a-pipe'), radius, 0.005, section.width / 4, 'm');
}

function checkInstruments({ instrument, imuErrors }: SimulateOptions): void {
  if (instrument !== undefined && instrument !== 'drawn') {
    const { rangeBias, incidenceBias, secantBias, signalBias, warmUp, beamOffsets } = instrument;
    const { beamElevations, beamAzimuths, spotDeg, bloomingDeg } = instrument;
    const biases = [rangeBias, incidenceBias, secantBias, signalBias, warmUp?.bias, ...(beamOffsets ?? [])];
    for (const bias of biases)
      within(message('simulate-of-bias-of-the-instrument'), bias ?? 0, BIAS.min / 1000, BIAS.max / 1000, 'm');
    for (const angle of [...(beamElevations ?? []), ...(beamAzimuths ?? [])])
      within(message('simulate-of-angle-of-a-beam'), angle, -2, 2, 'degrees');
    for (const perBeam of [beamOffsets, beamElevations, beamAzimuths])
      if (perBeam !== undefined) within(message('simulate-of-beams'), perBeam.length, BEAMS, BEAMS, '');
    within(message('simulate-of-spot-of-the-beam'), spotDeg ?? 0, spot.min, spot.max, 'degrees');
    within(message('simulate-of-blooming'), bloomingDeg ?? 0, blooming.min, blooming.max, 'degrees');
  }
  if (imuErrors !== undefined && imuErrors !== 'drawn')
    within(message('simulate-of-time-offset-of-the-imu'), imuErrors.timeOffset ?? 0, -0.02, 0.02, 's');
}

function checkHandling({ jolts = [], recorder = {} }: SimulateOptions): void {
  for (const { rollDeg, pitchDeg, yawDeg, seconds } of jolts) {
    for (const angle of [rollDeg, pitchDeg, yawDeg])
      within(message('simulate-of-angle-of-a-jolt'), angle, -20, 20, 'degrees');
    within(message('simulate-of-duration-of-a-jolt'), seconds, 0.1, 5, 's');
  }
  for (const { seconds } of [...(recorder.holes ?? []), ...(recorder.covers ?? [])])
    within(message('simulate-of-duration-of-a-hole'), seconds, gap.min, gap.max, 's');
  within(
    message('simulate-of-share-of-lost-packets'),
    recorder.lostPackets ?? 0,
    lostPackets.min,
    lostPackets.max,
    '',
  );
}
