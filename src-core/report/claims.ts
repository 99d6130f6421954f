import type { ReportInput } from './report-input.ts';

/** How a promise is known: by its word alone, on simulated truth of our own, of another generator, on real data, by others. */
export const CLAIM_GRADES = ['E1', 'E2', 'E3', 'E4', 'E5'] as const;
type ClaimGrade = (typeof CLAIM_GRADES)[number];

/**
 * A promise of the program. Its sentence, and what it does not promise, are `claim.ID` and `claim.ID.not` of the texts of a
 * report.
 */
interface ClaimRow {
  /** The best that stands behind it. */
  readonly grade: ClaimGrade;
  /** Tests, results of benches and decisions of the repository that show it. */
  readonly by: readonly string[];
  /** Words of the README that promise it; absent: the report alone does. */
  readonly readme?: string;
  /** Whether it is about the numbers of a report. */
  readonly applies: (input: ReportInput) => boolean;
}

const always = (): boolean => true;
const ofScans = ({ cloud }: ReportInput): boolean => cloud === undefined;
const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

/** The promises of README and report, and what stands behind each; docs/claims.yaml lists them. */
export const CLAIMS = {
  volume: {
    grade: 'E2',
    by: [
      'bench/results/volume.md',
      'bench/results/mine.md',
      'bench/results/drift.md',
      'test/tunnel/volume.test.ts',
    ],
    readme: 'a volume with its ±',
    applies: ofScans,
  },
  'cloud-volume': {
    grade: 'E2',
    by: ['bench/results/forms.md', 'bench/results/cloud.md', 'docs/decisions/0028-clouds-of-others.md'],
    readme: 'takes the cloud that another scanner or program made',
    applies: ({ cloud }) => cloud !== undefined,
  },
  length: {
    grade: 'E3',
    by: ['bench/results/drift.md', 'bench/results/mine.md', 'bench/results/strip.md'],
    readme: 'aligns the scans one by one into a map',
    applies: ofScans,
  },
  'unobserved-length': {
    grade: 'E2',
    by: ['bench/results/strip.md', 'bench/results/gaps.md', 'test/tunnel/unobserved-stretches.test.ts'],
    readme: 'keep silent about a length that the scans did not observe',
    applies: ofScans,
  },
  instrument: {
    grade: 'E2',
    by: ['bench/results/calibration.md', 'docs/decisions/0021-calibration.md'],
    applies: ({ calibration }) => isGiven(calibration),
  },
  control: {
    grade: 'E2',
    by: ['bench/results/control.md'],
    readme: 'ties the map to the mine grid by surveyed targets',
    applies: ({ refinement }) => refinement !== null && refinement.points.length > 0,
  },
  loops: {
    grade: 'E2',
    by: ['bench/results/loop.md'],
    readme: 'closes loops where a place was passed twice',
    applies: ({ refinement }) => refinement !== null && refinement.loops.length > 0,
  },
  objects: {
    grade: 'E2',
    by: ['bench/results/mine.md', 'bench/results/effects.md'],
    readme: 'removes what moved (people, vehicles, dust)',
    applies: ofScans,
  },
  design: {
    grade: 'E2',
    by: ['bench/results/volume.md', 'test/tunnel/breaks-uncertainty.test.ts'],
    readme: 'compares with a design (over- and underbreak)',
    applies: ({ design }) => design !== null,
  },
  epochs: {
    grade: 'E2',
    by: ['bench/results/epochs.md', 'test/tunnel/compare-epochs.test.ts'],
    readme: 'an earlier survey (period volume, face advance, convergence)',
    applies: ({ comparison, convergence }) => isGiven(comparison) || isGiven(convergence),
  },
  floor: {
    grade: 'E2',
    by: ['test/tunnel/grade.test.ts', 'test/tunnel/clearance.test.ts'],
    applies: ({ grade, clearance }) => isGiven(grade) || isGiven(clearance),
  },
  recordings: {
    grade: 'E4',
    by: ['bench/results/real.md', 'test/io/real-spinning', 'docs/recordings.md'],
    readme: 'imports the capture',
    applies: ofScans,
  },
  'same-result': {
    grade: 'E2',
    by: ['test/bench/same-bytes.long.test.ts', 'bench/results/torture.md', 'bench/results/forms.md'],
    readme: 'A run that was stopped resumes at the scan where it stopped',
    applies: always,
  },
  damage: {
    grade: 'E2',
    by: ['bench/results/fuzz.md'],
    applies: always,
  },
  trail: {
    grade: 'E2',
    by: ['test/project/audit-chain.test.ts', 'test/hosts/cli/verify.test.ts', 'docs/audit.md'],
    readme: 'Every result names the inputs, options and version that produced it',
    applies: always,
  },
} as const satisfies Record<string, ClaimRow>;

type ClaimId = keyof typeof CLAIMS;
export const CLAIM_IDS = Object.keys(CLAIMS) as ClaimId[];

/** The promises that are about the numbers of a report, in the order of the table. */
export function claimsOf(input: ReportInput): ClaimId[] {
  return CLAIM_IDS.filter((id) => CLAIMS[id].applies(input));
}
