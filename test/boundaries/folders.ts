import { importsOf } from './imports.ts';

/** Trees whose folders do not import the files beside them either, which import what lies in them. */
const STRICT = ['src-core/tunnel', 'src-lab', 'src-main/jobs'];

/**
 * Folders side by side that import each other, a sentence each with the imports of the fewer: no circle of files, and yet
 * neither can be read without the other.
 *
 * @param sources texts by their path from the root
 */
export function twoWayFolders(sources: ReadonlyMap<string, string>): string[] {
  const ways = new Map<string, string[]>();
  for (const [from, text] of sources)
    for (const { to, how } of importsOf(from, text)) {
      if (how !== 'imports' || to === null || !sources.has(to)) continue;
      const [one, other] = whereTheyPart(from, to);
      if (one === other) continue;
      const way = `${one} ${other}`;
      ways.set(way, [...(ways.get(way) ?? []), `${from} > ${to}`]);
    }
  return [...ways].flatMap(([way, there]) => {
    const [one, other] = way.split(' ');
    const back = ways.get(`${other} ${one}`);
    if (back === undefined || one > other) return [];
    return [`${one} and ${other}: ${(there.length < back.length ? there : back).join(', ')}`];
  });
}

/** The folders below their common one in which two files stand; of a file that stands in it itself, `.`. */
function whereTheyPart(from: string, to: string): [string, string] {
  const [one, other] = [from.split('/').slice(0, -1), to.split('/').slice(0, -1)];
  let shared = 0;
  while (shared < Math.min(one.length, other.length) && one[shared] === other[shared]) shared++;
  const common = one.slice(0, shared).join('/');
  const isStrict = STRICT.some((tree) => common === tree || common.startsWith(`${tree}/`));
  const folder = (parts: readonly string[]): string => `${common}/${parts[shared] ?? '.'}`;
  // The door of a room may be of types that its inside takes.
  if (!isStrict && (one.length === shared || other.length === shared)) return [common, common];
  return [folder(one), folder(other)];
}
