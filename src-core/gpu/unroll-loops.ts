import { SocavonError } from '../model/errors.ts';

const BLOCK =
  /^[ \t]*\/\/ written out for K below (\w+)\n([\s\S]*?)^[ \t]*\/\/ end of what is written out\n/gm;

/**
 * Repeats each block of a shader's text between the comments `// written out for K below NAME` and
 * `// end of what is written out` as often as `counts` says for NAME, with 0, 1, 2 ... in place of K, in names that end
 * with `_K` too. WGSL promises no unrolling, and a list that is indexed in a loop lies in slow memory; so written, it
 * stays in registers.
 *
 * @throws SocavonError `internal` where `counts` has no such name
 */
export function unrollLoops(text: string, counts: Readonly<Record<string, number>>): string {
  return text.replace(BLOCK, (_, name: string, block: string) => {
    const count = counts[name];
    if (count === undefined)
      throw new SocavonError(
        'internal',
        `A shader is written out for K below ${name}, which is not declared.`,
      );
    return Array.from({ length: count }, (_, k) =>
      block.replace(/_K\b/g, `_${k}`).replace(/\bK\b/g, `${k}u`),
    ).join('');
  });
}
