import type { MethodId } from '../../src-core/model/registration-ids.ts';
import { markdownTable } from '../support/markdown-table.ts';

/** Of each method the papers' name for it, and what of them it is; the last ones are of papers beside them. */
const SOURCES: Readonly<Record<MethodId, readonly [name: string, equations: string]>> = {
  'icp-point': ['point-to-point; CCICP, GCICP', 'thesis 2.6-2.12; Zabatani 4.1; Umeyama 1991'],
  'icp-plane': ['point-to-plane', 'thesis 2.13, 2.14, normals 3.3.3'],
  'icp-approx': ['GCAICP', 'Zabatani 4.1'],
  'newton-point': ['GRICPPT', 'Zabatani eq. 2-4, 10-19, alg. 1, 2'],
  'newton-plane': ['GRICPPL', 'Zabatani eq. 2, 5, 10-19, alg. 1, 2'],
  'newton-second-order': ['second-order approximation', 'Zabatani eq. 2, 6-8, 10-19, alg. 1, 2'],
  'newton-custom': ['user-defined distance function', 'Zabatani eq. 2, 9-19, alg. 1, 2'],
  softassign: ['softassign', 'Tamaki alg. 2, eq. 3-6, 16-20'],
  'em-icp': ['EM-ICP', 'Tamaki alg. 3, eq. 8-11, 16, 17, 28'],
  picp: ['pICP', 'Langis eq. 3-6, sections 3.2-3.4'],
  gicp: ['GICP', 'Segal, Haehnel and Thrun 2009, eq. 2, III.B'],
  vgicp: ['VGICP', 'Koide et al. 2021, eq. 8, 9'],
  ndt: ['NDT', 'Magnusson 2009, eq. 6.2-6.13, alg. 2'],
  'icp-intensity': ['colored ICP, one channel', 'Park, Zhou and Koltun 2017, E_C and E_G'],
};

/** Source of a method from the repository root. */
function sourceOf(id: string): string {
  if (id === 'picp') return 'src-lab/picp/picp.ts';
  return `src-lab/${id === 'softassign' || id === 'em-icp' ? 'soft' : 'methods'}/${id}.ts`;
}

/** Which method of `socavon register` is which of the papers'. */
export function equationsTable(): string {
  const rows = Object.entries(SOURCES).map(([id, [name, equations]]) => [
    `\`${id}\``,
    name,
    equations,
    `[${id}.ts](../${sourceOf(id)})`,
  ]);
  return markdownTable(['method', "papers' name", 'equations', 'reference'], rows);
}
