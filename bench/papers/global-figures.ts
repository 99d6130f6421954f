/**
 * What `register --global` finds, in a sentence, from the document of `bench global`.
 *
 * @param text bench/results/global.md
 * @throws Error where it does not say
 */
export function globalFigures(text: string): string {
  const [, right, of, refused, wrong] =
    /Where there is an answer, (\d+) of (\d+) are right, (\d+) refused, (\d+) wrong/.exec(text) ?? [];
  if (right === undefined) throw new Error('bench/results/global.md does not say how many pairs are right.');
  const rows = text
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter((cells) => cells[3] === 'a pose');
  const kinds = [...new Set(rows.map(([, data]) => data))].map((kind) => {
    const own = rows.filter(([, data]) => data === kind);
    return `${kind}: ${own.map((cells) => cells[4]).join(' and ')}`;
  });
  const ms = rows.map((cells) => Number(cells[11]));
  return `Of ${of} pairs that have 30 % in common, any rotation between them, ${right} end within 1 degree and 10 cm, ${refused} are refused as not determined and ${wrong} wrong (right ones of each kind, without and with as many strewn points as points of the place: ${kinds.join('; ')}). A start takes ${Math.min(...ms)} to ${Math.max(...ms)} ms of wall-clock time on two cores.`;
}
