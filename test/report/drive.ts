import { seededRandom } from '../../src-core/math/random.ts';
import type { Axis } from '../../src-core/model/axis.ts';
import type { BreakParts, SectionBreak } from '../../src-core/model/breaks.ts';
import type { ScanPose, Trajectory } from '../../src-core/model/pose.ts';
import { NO_SURVEY_HEADING } from '../../src-core/model/survey-heading.ts';
import type { Profile } from '../../src-core/model/tunnel.ts';
import type { ReportDesign, ReportInput, ReportRefinement } from '../../src-core/report/report-input.ts';
import { AxisGeometry } from '../../src-core/tunnel/axis/axis-geometry.ts';
import { reliability } from '../../src-core/tunnel/axis/reliability.ts';
import { lengthSigma } from '../../src-core/tunnel/axis/reliability-lengths.ts';

/** A drive whose report is written: a rough baúl of 4.5 x 4.2 m, the axis 1.7 m above the floor. */
export interface DriveOptions {
  readonly length: number;
  /** Radius of the curve in its middle third, m; null = straight. */
  readonly radius: number | null;
  readonly every: number;
  readonly heading: number;
  readonly grade: number;
  readonly seed: number;
  readonly withDesign: boolean;
  /** Limit of payment outside of the design, m; null: none. */
  readonly payLimit: number | null;
  /** Chainages between which the scans hold no length. */
  readonly unobserved: readonly [number, number] | null;
  readonly refinement: ReportRefinement | null;
}

const DRIVE: DriveOptions = {
  length: 60,
  radius: null,
  every: 0.5,
  heading: 0.4,
  grade: 0.125,
  seed: 1,
  withDesign: false,
  payLimit: null,
  unobserved: null,
  refinement: null,
};

const START: [number, number, number] = [512_345.678, 8_612_345.678, 4_321.5];
const ANGLES = 120;

export function reportInput(options: Partial<DriveOptions> = {}): ReportInput {
  const drive = { ...DRIVE, ...options };
  const axis = axisOf(drive);
  const geometry = new AxisGeometry(axis);
  const profiles = profilesOf(drive, geometry);
  const areas = profiles.map((profile) => profile.area);
  const cumulative = new Float64Array(profiles.length);
  for (let i = 1; i < profiles.length; i++)
    cumulative[i] =
      cumulative[i - 1] + ((areas[i - 1] + areas[i]) / 2) * (profiles[i].chainage - profiles[i - 1].chainage);
  const value = cumulative[cumulative.length - 1];
  const trajectory = trajectoryOf(drive, geometry);
  const strip = reliability(trajectory, axis);
  return {
    project: {
      name: 'Mina San Rafael <Nv. 4320>',
      heading: {
        ...NO_SURVEY_HEADING,
        working: 'Rampa 4320 NW, ensanche & cámara',
        surveyor: 'R. Quispe',
      },
      surveyedAt: new Date('2025-03-14T15:09:00Z'),
      reportedAt: new Date('2025-03-14T18:30:00Z'),
    },
    captures: [
      {
        name: 'rampa-4320-01.pcap',
        sha256: 'b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9',
        bytes: 242_113_024,
      },
    ],
    session: { scans: 10 * drive.length, durationSeconds: drive.length },
    sensor: { productLine: 'OS-1-16-A0', serial: '991904000123', firmware: 'v1.13.0', lidarMode: '1024x10' },
    frame: { kind: 'mine-grid' },
    axis,
    profiles,
    cumulativeVolume: cumulative,
    volume: {
      chainageFrom: profiles[0].chainage,
      chainageTo: profiles[profiles.length - 1].chainage,
      length: drive.length,
      sections: 'normal',
      volume: { value, plusMinus: 0.0121 * value, confidence: 0.95 },
      drive: { value, plusMinus: 0.0121 * value, confidence: 0.95 },
      perMetre: { value: value / drive.length, plusMinus: (0.0104 * value) / drive.length, confidence: 0.95 },
      statedFirst: 'total',
      halves: ['angles', 'beams'],
      recesses: [],
      objects: [],
      corrections: [],
      methods: {
        integral: value,
        endArea: value * 1.0004,
        prismoidal: value * 0.9998,
        solid: value * 0.9993,
      },
      uncertainty: [
        { source: 'range-bias', sigma: 0.0048 * value },
        { source: 'range-noise', sigma: 0.0001 * value },
        { source: 'section-interval', sigma: 0.0003 * value },
        { source: 'filled-wall', sigma: 0.0011 * value },
        { source: 'hidden-relief', sigma: 0.0001 * value },
        { source: 'unsurveyed-gap', sigma: 0 },
        { source: 'registration-along', sigma: 0.0035 * value },
        { source: 'registration-radial', sigma: 0.0008 * value },
      ],
      measuredShare: 0.943,
      warnings: drive.unobserved
        ? [
            {
              code: 'measured-share',
              message: 'Only 84.3 % of the wall was measured between 0+010.0 and 0+018.0.',
            },
          ]
        : [],
    },
    trajectory,
    refinement: drive.refinement,
    reliability: strip,
    lengthSigma: lengthSigma(strip, profiles[0].chainage, profiles[profiles.length - 1].chainage),
    design: drive.withDesign ? designOf(profiles, drive.payLimit) : null,
    warnings: drive.unobserved
      ? [
          {
            code: 'length-unobserved',
            message: `The walls do not hold the length between ${drive.unobserved.join(' and ')} m.`,
          },
        ]
      : [],
    computation: {
      softwareVersion: '0.1.0',
      engine: 'cpu',
      adapter: null,
      steps: [
        { stage: 'import', inputHash: null, options: { sensor: 'metadata.json', scans: 10 * drive.length } },
        {
          stage: 'align',
          inputHash: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
          options: {
            voxel: 0.25,
            maxRange: 60,
            keyframeDistance: 1,
            robustKernel: 'geman-mcclure',
            imu: true,
          },
        },
        { stage: 'map', inputHash: null, options: { voxel: 0.02 } },
        {
          stage: 'measure',
          inputHash: null,
          options: { every: drive.every, slab: 0.1, axis: 'given', from: null },
        },
        { stage: 'export', inputHash: null, options: { lasScale: 0.001 } },
      ],
    },
  };
}

function axisOf({ length, radius, heading, grade }: DriveOptions): Axis {
  const steps = Math.round(length);
  const chainage = new Float64Array(steps + 1);
  const xyz = new Float64Array(3 * (steps + 1));
  xyz.set(START);
  let direction = heading;
  const level = 1 / Math.hypot(1, grade);
  for (let i = 1; i <= steps; i++) {
    const s = i / steps;
    if (radius !== null && s > 1 / 3 && s <= 2 / 3) direction += level / radius;
    chainage[i] = i;
    xyz[3 * i] = xyz[3 * i - 3] + level * Math.cos(direction);
    xyz[3 * i + 1] = xyz[3 * i - 2] + level * Math.sin(direction);
    xyz[3 * i + 2] = xyz[3 * i - 1] + level * grade;
  }
  return { chainage, xyz, kind: 'slope', source: 'given' };
}

/** Outline of the design: walls of 2.5 m, an arc through 4.2 m, 4.5 m wide, at even angles about (0, 0.4). */
function designRadius(angle: number): number {
  const [cx, cy] = [0, 0.4];
  const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
  const rise = 4.2 - 2.5;
  const arc = (2.25 * 2.25 + rise * rise) / (2 * rise);
  const arcCentre = 4.2 - 1.7 - arc;
  const hits: number[] = [];
  if (dy < 0) hits.push((-1.7 - cy) / dy);
  if (dx !== 0) hits.push((2.25 - cx) / Math.abs(dx));
  const b = dy * (cy - arcCentre);
  hits.push(-b + Math.sqrt(b * b - (cy - arcCentre) ** 2 + arc * arc));
  return Math.min(...hits);
}

function profilesOf(drive: DriveOptions, geometry: AxisGeometry): Profile[] {
  const random = seededRandom(drive.seed);
  const count = Math.round(drive.length / drive.every) + 1;
  const phase = Array.from({ length: 12 }, () => 2 * Math.PI * random.uniform());
  return Array.from({ length: count }, (_, i) => {
    const chainage = i * drive.every;
    const { origin, left, up } = geometry.frameAt(chainage);
    const hidden = chainage > 10 && chainage < 18;
    const outline = new Float64Array(2 * ANGLES);
    const measured = new Uint8Array(ANGLES);
    for (let a = 0; a < ANGLES; a++) {
      const angle = (2 * Math.PI * a) / ANGLES;
      let rough = 0.06;
      for (let k = 0; k < 12; k++)
        rough += (0.14 / (k + 2)) * Math.sin(((k % 5) + 1) * angle + phase[k] + (k + 1) * 0.31 * chainage);
      const r = designRadius(angle) + rough;
      outline[2 * a] = r * Math.cos(angle);
      outline[2 * a + 1] = 0.4 + r * Math.sin(angle);
      measured[a] = hidden && a > 80 && a < 118 ? 0 : a === 17 ? 0 : 1;
    }
    const { area, centroid } = shoelace(outline);
    return {
      chainage,
      origin: origin as [number, number, number],
      left: left as [number, number, number],
      up: up as [number, number, number],
      outline,
      measured,
      area,
      perimeter: 15,
      measuredShare: measured.reduce((sum, flag) => sum + flag, 0) / ANGLES,
      centroid,
      support: 4000,
    };
  });
}

function shoelace(outline: Float64Array): { area: number; centroid: [number, number] } {
  let [area, x, y] = [0, 0, 0];
  for (let i = 0; i < outline.length; i += 2) {
    const j = (i + 2) % outline.length;
    const cross = outline[i] * outline[j + 1] - outline[j] * outline[i + 1];
    area += cross / 2;
    x += ((outline[i] + outline[j]) * cross) / 6;
    y += ((outline[i + 1] + outline[j + 1]) * cross) / 6;
  }
  return { area, centroid: [x / area, y / area] };
}

function trajectoryOf(drive: DriveOptions, geometry: AxisGeometry): Trajectory {
  const random = seededRandom(drive.seed + 1);
  const scans = Math.round(drive.length * 10);
  const poses: ScanPose[] = Array.from({ length: scans }, (_, i) => {
    const chainage = ((drive.length - 0.2) * i) / scans + 0.1;
    const { origin, left } = geometry.frameAt(chainage);
    const sway = 0.3 * Math.sin(0.7 * chainage);
    const degenerate =
      drive.unobserved !== null && chainage > drive.unobserved[0] && chainage < drive.unobserved[1];
    return {
      scanIndex: i,
      frameId: i,
      stampNs: BigInt(i) * 100_000_000n,
      T_map_sensor: {
        R: Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1),
        t: Float64Array.of(origin[0] + sway * left[0], origin[1] + sway * left[1], origin[2]),
      },
      T_first_last: { R: Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1), t: new Float64Array(3) },
      gyroBias: null,
      isKeyframe: i % 10 === 0,
      quality: {
        eigenvalues: [1, 2, 3, 4, 5, 6],
        weakDirection: geometry.frameAt(chainage).tangent,
        weakSigma: (degenerate ? 0.05 : 0.002) * (1 + 0.2 * random.uniform()),
        weakShare: degenerate ? 0.01 : 0.2,
        weakSupport: 100,
        degenerate,
        heldBy: degenerate ? ('inertial' as const) : ('walls' as const),
        alongSigma: degenerate ? 0.03 * (chainage - (drive.unobserved?.[0] ?? 0)) : 0.002,
        byGyro: degenerate,
        covariance: Array.from({ length: 36 }, (_, k) => (k % 7 === 0 ? (k < 21 ? 4e-8 : 4e-6) : 0)),
        inliers: 3000,
        matched: 4000,
        rms: 0.018 + 0.004 * random.uniform(),
        iterations: 6,
        converged: i !== 5,
      },
    };
  });
  return { poses };
}

function designOf(profiles: readonly Profile[], payLimit: number | null): ReportDesign {
  return {
    name: 'baul-45x42.json',
    section: { shape: 'baul', width: 4.5, height: 4.2, wallHeight: 2.5, axisHeight: 1.7 },
    ...against(profiles, 0),
    pay: payLimit === null ? null : { limit: payLimit, ...against(profiles, payLimit) },
  };
}

/** The design's outline moved outwards, and what lies outside and inside of it. */
function against(profiles: readonly Profile[], outwards: number): Pick<ReportDesign, 'outline' | 'volumes'> {
  const radius = (angle: number): number => designRadius(angle) + outwards;
  const outline = new Float64Array(2 * ANGLES);
  for (let a = 0; a < ANGLES; a++) {
    const angle = (2 * Math.PI * a) / ANGLES;
    outline[2 * a] = radius(angle) * Math.cos(angle);
    outline[2 * a + 1] = 0.4 + radius(angle) * Math.sin(angle);
  }
  const designArea = shoelace(outline).area;
  const sections: SectionBreak[] = profiles.map((profile) => {
    let [over, under] = [0, 0];
    for (let a = 0; a < ANGLES; a++) {
      const angle = (2 * Math.PI * a) / ANGLES;
      const r = Math.hypot(profile.outline[2 * a], profile.outline[2 * a + 1] - 0.4);
      const piece = ((r * r - radius(angle) ** 2) * Math.PI) / ANGLES;
      if (piece > 0) over += piece;
      else under -= piece;
    }
    return { chainage: profile.chainage, design: '', designArea, ...parts(over, under), sectors: [] };
  });
  const length = profiles[profiles.length - 1].chainage - profiles[0].chainage;
  const mean = (pick: (section: SectionBreak) => number): number =>
    (length * sections.reduce((sum, section) => sum + pick(section), 0)) / sections.length;
  return {
    outline,
    volumes: {
      design: designArea * length,
      ...parts(
        mean((section) => section.overbreak),
        mean((section) => section.underbreak),
      ),
      sections,
      sectors: [],
      stretches: [],
      undesigned: [],
    },
  };
}

/** Without tolerance and pay line. */
function parts(overbreak: number, underbreak: number): BreakParts {
  return { overbreak, underbreak, paid: null, unpaid: null, overBeyond: null, underBeyond: null };
}
