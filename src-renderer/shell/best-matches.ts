import UFuzzy from '@leeoniya/ufuzzy';

/** One wrong, missing, additional or swapped letter in a word. */
const fuzzy = new UFuzzy({ intraMode: 1 });

/**
 * Entries whose text matches what was typed, best first: words in any order, without accents and case, each with at
 * most one wrong letter. All of them, as they are, if nothing was typed.
 */
export function bestMatches<Entry>(
  entries: readonly Entry[],
  textOf: (entry: Entry) => string,
  typed: string,
): Entry[] {
  const needle = UFuzzy.latinize(typed).trim();
  if (needle === '') return [...entries];
  const texts = UFuzzy.latinize(entries.map(textOf));
  const [haystackIdxs, info, order] = fuzzy.search(texts, needle, 1);
  if (haystackIdxs === null) return [];
  const indices = info !== null && order !== null ? order.map((place) => info.idx[place]) : haystackIdxs;
  return indices.map((index) => entries[index]);
}
