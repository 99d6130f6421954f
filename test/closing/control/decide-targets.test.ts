import { describe, expect, it } from 'vitest';
import { applyTargetDecisions } from '../../../src-core/closing/control/decide-targets.ts';
import type { TargetSearch } from '../../../src-core/closing/control/target-finder.ts';
import type { PassVerdict } from '../../../src-core/closing/control/targets/pass-verdict.ts';
import { applyToPoint, exp, invert } from '../../../src-core/math/se3.ts';
import type { ControlObservation, TargetDecision } from '../../../src-core/model/control.ts';
import type { ScanPose } from '../../../src-core/model/pose.ts';

const SIZE = 0.3;
const COVARIANCE = Float64Array.of(1e-6, 0, 0, 0, 1e-6, 0, 0, 0, 1e-6);

/** The sensor goes along x, a metre a scan, and turns a little. */
const poseAt = (scan: number) => exp([0, 0, 0.02 * scan, scan, 0, 0]);
const POSES = Array.from(
  { length: 40 },
  (_, scanIndex) => ({ scanIndex, T_map_sensor: poseAt(scanIndex) }) as ScanPose,
);

function candidate(scan: number, place: readonly [number, number, number], isTarget: boolean): PassVerdict {
  return {
    verdict: isTarget ? 'target' : 'not-flat',
    remark: { message: 'What was seen.' },
    target: isTarget ? { scanIndex: scan, centre: place, covariance: COVARIANCE, normal: [0, -1, 0] } : null,
    scanIndex: scan,
    place,
    firstScan: scan - 2,
    lastScan: scan + 2,
    scans: 5,
    returns: 40,
    range: 2,
  };
}

const PLATE = candidate(10, [10, 2, 0], true);
const VEST = candidate(11, [12, -2, 0], false);
/** The plate again, on the way back. */
const AGAIN = candidate(30, [10.02, 2.01, 0], true);

const seenFrom = (scan: number, place: readonly [number, number, number]) =>
  applyToPoint(invert(poseAt(scan)), ...place);
const observation = ({ scanIndex, place }: PassVerdict): ControlObservation => ({
  ...{ scanIndex, name: null, pSensor: seenFrom(scanIndex, place), covariance: COVARIANCE, sigma: 0.001 },
  ...{ source: 'target', firstScan: scanIndex - 2, lastScan: scanIndex + 2, scans: 5, returns: 40 },
});

const SEARCH: TargetSearch = {
  candidates: [PLATE, VEST, AGAIN],
  observations: [observation(PLATE), observation(AGAIN)],
  candidateOf: [0, 2],
};

const decide = (...decisions: TargetDecision[]) => applyTargetDecisions(SEARCH, POSES, decisions, SIZE);
const on = (
  scan: number,
  place: readonly [number, number, number],
  verdict: TargetDecision['verdict'],
  name: string | null = null,
): TargetDecision => ({ scan, pSensor: seenFrom(scan, place), verdict, name });

describe('decisions on what shone', () => {
  it('leave what nobody decided as the rules have it', () => {
    expect(decide().map(({ observation: used }) => used !== null)).toEqual([true, false, true]);
  });

  it('give a name to that pass alone, and leave the other to its distances', () => {
    const [plate, , again] = decide(on(10, PLATE.place, 'accept', 'T7'));
    expect(plate.observation).toMatchObject({ name: 'T7', sigma: 0.001, source: 'target' });
    expect(again.observation!.name).toBeNull();
    expect(again.decision).toBeNull();
  });

  it('leave out what is refused', () => {
    const [plate, , again] = decide(on(30, AGAIN.place, 'refuse'));
    expect(plate.observation).not.toBeNull();
    expect(again.observation).toBeNull();
    expect(again.decision?.verdict).toBe('refuse');
  });

  it('take what the rules refuse, known no better than its size allows', () => {
    const [, vest] = decide(on(11, VEST.place, 'accept'));
    expect(vest.observation).toMatchObject({ scanIndex: 11, name: null, source: 'hand', sigma: SIZE / 4 });
    // With the scans and returns that showed it.
    const { firstScan, lastScan, scans, returns } = VEST;
    expect(vest.observation).toMatchObject({ firstScan, lastScan, scans, returns });
    const place = applyToPoint(poseAt(11), ...vest.observation!.pSensor);
    VEST.place.forEach((value, k) => {
      expect(place[k]).toBeCloseTo(value, 9);
    });
  });

  it('hold where the thing is found again from the scan beside, a little aside', () => {
    const [plate] = decide(on(12, [10.1, 2.05, 0.02], 'refuse'));
    expect(plate.observation).toBeNull();
  });

  it.each([
    ['far from anything', on(10, [10, 2.6, 0], 'refuse')],
    ['of a scan that did not see it', on(18, PLATE.place, 'refuse')],
    ['of a scan without a pose', on(99, PLATE.place, 'refuse')],
  ])('do nothing to others: %s', (_, decision) => {
    expect(decide(decision).every((one) => one.decision === null)).toBe(true);
  });
});
