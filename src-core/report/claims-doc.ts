import { CLAIM_GRADES, CLAIM_IDS, CLAIMS } from './claims.ts';
import { EN } from './texts/en.ts';

const GRADES = {
  E1: 'stated only',
  E2: 'tested on simulated truth of this program',
  E3: 'also on drives of another generator',
  E4: 'on real data',
  E5: 'by another party',
} as const satisfies Record<(typeof CLAIM_GRADES)[number], string>;

/** Text of docs/claims.yaml: each promise of README and report, what stands behind it, and what is not promised. */
export function claimsDoc(): string {
  const grades = CLAIM_GRADES.map((grade) => `  ${grade}: ${GRADES[grade]}`);
  const claims = CLAIM_IDS.flatMap((id) => {
    const claim = CLAIMS[id];
    return [
      `  - id: ${id}`,
      `    promise: ${quoted(EN[`claim.${id}`])}`,
      `    grade: ${claim.grade}`,
      '    by:',
      ...claim.by.map((path) => `      - ${path}`),
      ...('readme' in claim ? [`    readme: ${quoted(claim.readme)}`] : []),
      `    not: ${quoted(EN[`claim.${id}.not`])}`,
    ];
  });
  return [
    '# Made by `npm run docs:claims` from src-core/report/claims.ts; do not edit by hand.',
    'grades:',
    ...grades,
    'claims:',
    ...claims,
    '',
  ].join('\n');
}

/** A scalar of YAML: JSON's strings are among them. */
function quoted(text: string): string {
  return JSON.stringify(text);
}
