import type { Command } from 'commander';
import { compareRows, type Figure, type HistoryRow, readHistory, rowAt } from './support/history.ts';
import { markdownTable } from './support/markdown-table.ts';

/** `npm run bench -- compare NAME [A] [B]`: two runs of a bench beside each other. */
export function registerCompare(program: Command): void {
  program
    .command('compare')
    .description('two kept runs of a bench beside each other, and what is over 3 % slower')
    .argument('<bench>', 'whose history it is, such as run')
    .argument('[a]', 'the earlier: place in the history or start of its commit', '-2')
    .argument('[b]', 'the later', '-1')
    .action(async (name: string, a: string, b: string) => {
      const rows = await readHistory(name);
      const [before, after] = [rowAt(rows, a), rowAt(rows, b)];
      const compared = compareRows(before, after);
      process.stdout.write(
        `${[
          `A: ${rowText(before)}`,
          `B: ${rowText(after)}`,
          ...(before.machine === after.machine
            ? []
            : ['Of different machines: the ratios say nothing of the code.']),
          markdownTable(
            ['figure', 'A', 'B', 'B / A', ''],
            compared.map(({ name: figure, before: one, after: other, ratio, verdict }) => [
              figure,
              figureText(one),
              figureText(other),
              ratio.toFixed(2),
              verdict === 'same' ? '' : verdict,
            ]),
          ),
        ].join('\n\n')}\n`,
      );
    });
}

function rowText({ code, at, machine, load }: HistoryRow): string {
  return `${code}, ${at.slice(0, 16)}, ${machine}, load before ${load}`;
}

function figureText({ median, least, most }: Figure): string {
  return `${numberText(median)} (${numberText(least)} to ${numberText(most)})`;
}

function numberText(value: number): string {
  return value.toPrecision(value >= 100 ? 4 : 3);
}
