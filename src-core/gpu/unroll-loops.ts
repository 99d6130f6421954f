import { SocavonError } from '../model/errors.ts';

const BLOCK =
  /^[ \t]*\/\/ written out for K below (\w+)\n([\s\S]*?)^[ \t]*\/\/ end of what is written out\n/gm;

/**
 * Unrolls the marked blocks of a shader's text: a block between the comments `// written out for K below NAME` and
 * `// end of what is written out` is repeated `counts[NAME]` times, with 0, 1, 2 ... in place of K, also in names
 * that end with `_K`. WGSL does not guarantee unrolling, and an array indexed in a loop is placed in slow memory;
 * unrolled, it stays in registers.
 *
 * @throws SocavonError `internal` if `counts` lacks the name
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
