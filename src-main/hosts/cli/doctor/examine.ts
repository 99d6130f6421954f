import { probeAdapter } from '../../../device/probe-adapter.ts';
import type { CommandResult } from '../with-command.ts';
import { say } from '../words.ts';
import { diskFinding } from './disk-finding.ts';
import { displayFinding } from './display-finding.ts';
import { electronFinding } from './electron-finding.ts';
import { enginesFinding } from './engines-finding.ts';
import type { Finding } from './finding.ts';
import { gpuFindingOf } from './gpu-finding.ts';
import { machineFinding } from './machine-finding.ts';
import { nodeFinding } from './node-finding.ts';
import { sqliteFinding } from './sqlite-finding.ts';

/** Runs all checks; failed if a required component is missing. */
export async function examine(): Promise<CommandResult> {
  const probe = await probeAdapter();
  const findings = [
    nodeFinding(),
    await sqliteFinding(),
    gpuFindingOf(probe),
    await enginesFinding(probe),
    await electronFinding(),
    displayFinding(),
    await diskFinding(process.cwd()),
    machineFinding(),
  ];
  const failed = findings.some(({ required, state }) => required && state === 'missing');
  return { data: { ok: !failed, findings }, text: findings.map(lines).join('\n'), failed };
}

function lines({ name, state, found, advice }: Finding): string {
  const first = `${say(`doctor-${state}`).padEnd(8)} ${name}: ${found}`;
  return advice === undefined ? first : `${first}\n         -> ${advice}`;
}
