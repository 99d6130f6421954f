import { readFileSync, writeFileSync } from 'node:fs';

/**
 * Records what the files of tests cost, for their order: `SOCAVON_TEST_CPU=costs.jsonl npm test`, then
 * `node build/test-durations.ts costs.jsonl`. Files that did not run keep what was recorded.
 */
const RECORD = new URL('../test/support/durations.json', import.meta.url);

const costs = readFileSync(process.argv[2], 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as { file: string; seconds: number });
const recorded: Record<string, number> = JSON.parse(readFileSync(RECORD, 'utf8'));
for (const { file, seconds } of costs) recorded[file] = Math.round(seconds);
const stored = Object.entries(recorded)
  .filter(([, seconds]) => seconds > 1)
  .sort(([a], [b]) => a.localeCompare(b));
writeFileSync(RECORD, `${JSON.stringify(Object.fromEntries(stored), null, 2)}\n`);
