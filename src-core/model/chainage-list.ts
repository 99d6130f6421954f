import { message } from '../messages/message.ts';
import { SocavonError } from './errors.ts';
import { requireCount } from './reading-limits.ts';

/** Maximum length of an invalid entry in a message, characters. */
const SHOWN = 30;

/**
 * Parses a list of chainages: numbers separated by commas, semicolons, blanks or line breaks, such as
 * `10, 20.5, 0+250`; or a CSV with a header, of which the first column is read. `1+250.5` is kilometre 1 and 250.5 m. Comments
 * begin with `#`.
 *
 * @param name of the file or option, shown in messages
 * @returns m, ascending, without duplicates
 * @throws SocavonError chainage-range: empty, or an entry that is no chainage
 */
export function parseChainages(text: string, name: string): number[] {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .map((line, i) => ({ line: i + 1, content: line.replace(/#.*/, '').trim() }))
    .filter(({ content }) => content !== '');
  const table = lines.length > 0 && /^["a-z_]/i.test(lines[0].content);
  const chainages = new Set<number>();
  for (const { line, content } of table ? lines.slice(1) : lines) {
    const entries = content.split(/[,;\s]+/).filter((entry) => entry !== '');
    for (const entry of table ? entries.slice(0, 1) : entries) {
      const chainage = chainageOf(entry);
      if (chainage === null)
        throw new SocavonError(
          'chainage-range',
          message('chainage-none', { name, line, content: entry.slice(0, SHOWN) }),
        );
      chainages.add(chainage);
    }
  }
  if (chainages.size === 0) throw new SocavonError('chainage-range', message('chainages-empty', { name }));
  requireCount('tableRows', chainages.size, name);
  return [...chainages].sort((a, b) => a - b);
}

function chainageOf(entry: string): number | null {
  const parts = /^(?:(\d+)\+)?([+-]?\d+(?:\.\d*)?|[+-]?\.\d+)$/.exec(entry);
  if (parts === null) return null;
  const metres = Number(parts[2]);
  if (parts[1] === undefined) return metres;
  return metres >= 0 && metres < 1000 ? 1000 * Number(parts[1]) + metres : null;
}
