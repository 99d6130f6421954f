import type { CommandResult } from '../with-command.ts';
import { diskFinding } from './disk-finding.ts';
import { displayFinding } from './display-finding.ts';
import { electronFinding } from './electron-finding.ts';
import type { Finding } from './finding.ts';
import { gpuFinding } from './gpu-finding.ts';
import { machineFinding } from './machine-finding.ts';
import { nodeFinding } from './node-finding.ts';
import { sqliteFinding } from './sqlite-finding.ts';

/** Looks at everything; failed where something is missing that nothing works without. */
export async function examine(): Promise<CommandResult> {
  const findings = [
    nodeFinding(),
    await sqliteFinding(),
    await gpuFinding(),
    await electronFinding(),
    displayFinding(),
    await diskFinding(process.cwd()),
    machineFinding(),
  ];
  const failed = findings.some(({ required, state }) => required && state === 'missing');
  return { data: { ok: !failed, findings }, text: findings.map(lines).join('\n'), failed };
}

function lines({ name, state, found, advice }: Finding): string {
  const first = `${state.padEnd(8)} ${name}: ${found}`;
  return advice === undefined ? first : `${first}\n         -> ${advice}`;
}
