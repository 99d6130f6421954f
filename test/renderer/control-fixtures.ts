import type {
  ControlFound,
  FoundTarget,
  LoopFound,
  Refinement,
} from '../../src-core/contract/refine-requests.ts';

/** A target that the rules take, without a name. */
export function target(scan: number, changes: Partial<FoundTarget> = {}): FoundTarget {
  return {
    scan,
    pSensor: [1, 2, 0.5],
    place: [scan, 2, 0.5],
    verdict: 'target',
    remark: { message: 'A target of 0.3 m.' },
    decision: null,
    isUsed: true,
    sigma: 0.004,
    firstScan: scan - 3,
    lastScan: scan + 4,
    scans: 8,
    returns: 120,
    range: 2.3,
    name: null,
    unnamed: null,
    ...changes,
  };
}

export function controlFound(changes: Partial<ControlFound> = {}): ControlFound {
  return { targets: [], T_grid_map: null, residuals: [], remarks: [], levels: 1, ...changes };
}

/** A place that the rules accept. */
export function loop(fromScan: number, toScan: number, changes: Partial<LoopFound> = {}): LoopFound {
  return {
    fromScan,
    toScan,
    pathBetween: (toScan - fromScan) / 5,
    distance: 0.3,
    distanceSigma: 0.1,
    accepted: true,
    refusal: 'none',
    decidedBy: 'rules',
    byRules: 'none',
    figures: {
      overlap: 0.9,
      inlierShare: 0.999,
      rms: 0.006,
      weakShare: 0.1,
      asymmetry: 0.002,
      asymmetryAngle: 0.0004,
      rival: 0.6,
    },
    chi2: 4.2,
    ...changes,
  };
}

export const IDENTITY = { R: [1, 0, 0, 0, 1, 0, 0, 0, 1], t: [0, 0, 0] };

/** Of three anchors one metre apart along x, in the frame of the first scan. */
export function refinement(changes: Partial<Refinement> = {}): Refinement {
  const anchors = [0, 10, 20];
  return {
    refined: true,
    frame: 'local',
    T_grid_map: null,
    residuals: [],
    controlRms: null,
    checkRms: null,
    leftOut: [],
    unseen: [],
    loops: [],
    chi2: 3,
    degreesOfFreedom: 6,
    anchors: {
      scanIndex: Uint32Array.from(anchors),
      T_map_sensor: Float64Array.from(anchors.flatMap((scan) => [...IDENTITY.R, scan / 10, 0, 0])),
      sigma: new Float64Array(9),
    },
    corrections: { scanIndex: new Uint32Array(0), moved: new Float64Array(0), largest: 0 },
    createdAt: '2026-03-01T12:00:00.000Z',
    ...changes,
  };
}

export function point(name: string, role: 'control' | 'check' = 'control') {
  return { name, easting: 345_000, northing: 8_612_000, elevation: 4300, sigma: 0.005, role };
}
