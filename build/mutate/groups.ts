/** Mutants that are drawn together. */
interface MutantGroup {
  readonly name: string;
  /** Files, relative to the root. */
  readonly files: RegExp;
  readonly count: number;
  /** Least share that tests must notice. */
  readonly share: number;
}

/**
 * What is drawn from, the first group that has a file being its own: what says how sure a number is, in which unit it is
 * told and under which key a result is remembered, then what measures and adjusts.
 */
export const GROUPS: readonly MutantGroup[] = [
  {
    name: 'how sure: components and propagation of the ±',
    files:
      /^src-core\/(tunnel\/uncertainty\/|survey\/(stated-accuracy|reference-ties|measure\/relative-uncertainty)\.ts|(tunnel|graph|survey)\/.*(uncertainty|covariance|sigmas|reliability|residual)[^/]*\.ts)/,
    count: 130,
    share: 0.9,
  },
  {
    name: 'units: tables and result files',
    files:
      /^src-core\/report\/(survey-tables|[a-z]+-json|control-summary|alignment-summary|texts\/format)\.ts/,
    count: 40,
    share: 0.9,
  },
  {
    name: 'keys: what remembered results belong to',
    files:
      /^src-core\/(survey\/(cached-wall|stage-cache|calibrated-store|scan-store|stored-scans)|tunnel\/wall\/cells\/profile-options)\.ts/,
    count: 12,
    share: 0.9,
  },
  { name: 'tunnel', files: /^src-core\/tunnel\//, count: 120, share: 0.8 },
  { name: 'survey', files: /^src-core\/survey\//, count: 40, share: 0.8 },
  { name: 'closing', files: /^src-core\/closing\//, count: 45, share: 0.8 },
  { name: 'graph', files: /^src-core\/graph\//, count: 40, share: 0.8 },
  { name: 'report: tables of the document', files: /^src-core\/report\/parts\//, count: 20, share: 0.8 },
];

/** The group of a file; null: of none. */
export function groupOf(file: string): MutantGroup | null {
  return GROUPS.find(({ files }) => files.test(file)) ?? null;
}
