import { copyFileSync, cpSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { Connection } from '../../../src-main/project/connection.ts';
import { Project } from '../../../src-main/project/project.ts';
import { keepSums } from '../../../src-main/project/row-sums.ts';
import { DRIVE_SEED, type SurveyedDrive, surveyedDrive } from '../../fixtures/surveyed-drive.ts';
import { temporaryFolder } from '../../project/fixtures.ts';
import { lastJson } from './run-cli.ts';
import { runHere } from './run-here.ts';

let surveyed: SurveyedDrive;
beforeAll(async () => {
  surveyed = await surveyedDrive();
}, 1_800_000);

/** A copy of the surveyed project and of its results. */
function copied() {
  const folder = temporaryFolder();
  const at = (name: string): string => join(folder, name);
  copyFileSync(surveyed.project, at('drive.socavon'));
  cpSync(surveyed.out, at('out'), { recursive: true });
  const tamper = (sql: string): void => {
    const connection = new Connection(at('drive.socavon'), { readonly: false, busyTimeoutMs: 1000 });
    keepSums(connection);
    connection.exec(sql);
    connection.close();
  };
  return { at, project: at('drive.socavon'), report: at('out/report.pdf'), tamper };
}

describe(`socavon verify, key and sign (simulated drive, seed ${DRIVE_SEED})`, () => {
  it('finds the project and every file that run wrote valid, and prints the head in the report', async () => {
    const { project, at } = copied();
    const names = (lastJson(surveyed.ending).files as string[]).map((name) => at(`out/${name}`));
    const ending = await runHere('verify', project, ...names, '--json');
    expect(ending.status).toBe(0);
    const said = lastJson(ending);
    expect(said).toMatchObject({ valid: true, broken: null, changed: [] });
    expect((said.files as { status: string }[]).map(({ status }) => status)).toEqual(
      names.map(() => 'valid'),
    );
    const opened = Project.open(project, { readonly: true });
    const rows = opened.audit.rows();
    opened.close();
    const html = readFileSync(at('out/report.html'), 'utf8');
    const printed = rows.filter(({ hash }) => html.includes(hash));
    expect(printed.map(({ entry }) => JSON.parse(entry).action)).toEqual(['calibration']);
    expect(html).toContain(`entrada ${printed[0].sequence} de su registro`);
    // The numbers themselves have no time, and no head.
    expect(readFileSync(at('out/volume.json'), 'utf8')).not.toContain(printed[0].hash);
  });

  it('tells a report that was changed by a byte, a renamed one, an unknown one and an older one', async () => {
    const { project, report, at } = copied();
    const bytes = readFileSync(report);
    for (const i of [0, bytes.length >> 1, bytes.length - 1]) {
      writeFileSync(report, bytes.with(i, bytes[i] ^ 1));
      const changed = await runHere('verify', project, report);
      expect(changed).toMatchObject({
        status: 1,
        stdout: expect.stringMatching(/report\.pdf was changed: the file/),
      });
    }
    writeFileSync(at('otro.pdf'), bytes);
    expect(await runHere('verify', project, at('otro.pdf'))).toMatchObject({ status: 0 });
    const unknown = await runHere('verify', project, surveyed.capture);
    expect(unknown).toMatchObject({
      status: 1,
      stdout: expect.stringMatching(/is unknown: the project wrote neither/),
    });
    const changed = Project.open(project);
    changed.work.set('question', 1, { interval: 0.25 });
    changed.close();
    writeFileSync(report, bytes);
    const older = await runHere('verify', project, report);
    expect(older).toMatchObject({ status: 0, stdout: expect.stringContaining('shows an earlier state') });
  });

  it('tells where the chain is broken and what of the project was changed', async () => {
    const { project, tamper } = copied();
    tamper(`UPDATE captures SET name = 'otra.pcap'`);
    const other = await runHere('verify', project);
    expect(other).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('the list of captures, session 1: not as the audit trail says'),
    });
    tamper(
      `DROP TRIGGER audit_is_not_changed; UPDATE audit SET entry = replace(entry, '"import"', '"notes"')`,
    );
    const broken = await runHere('verify', project);
    expect(broken).toMatchObject({
      status: 1,
      stdout: expect.stringMatching(/is broken at entry 2: its text or/),
    });
  });

  it('writes the same report of the same state, whatever was written between', async () => {
    const { project, at } = copied();
    const written = async (name: string): Promise<string> => {
      await runHere('report', project, '--out', at(name), '--format', 'html');
      return readFileSync(at(`${name}/report.html`), 'utf8').replace(/[\d-]{10} [\d:]{5} UTC/g, 'TIME');
    };
    expect(await written('second')).toBe(await written('first'));
  });

  it('makes a key, signs a report and verifies it; one byte or another key is told', async () => {
    const { project, report, at } = copied();
    writeFileSync(at('passphrase'), 'frase ñandú\n');
    const secret = ['--passphrase-file', at('passphrase')];
    for (const name of ['ana', 'eva'])
      expect(await runHere('key', 'new', at(name), '--surveyor', `${name} Núñez`, ...secret)).toMatchObject({
        status: 0,
      });
    expect(await runHere('sign', report, '--key', at('ana'), ...secret)).toMatchObject({ status: 0 });
    const verify = (...more: string[]) => runHere('verify', project, report, ...more);
    expect(await verify('--key', at('eva.pub'), at('ana.pub'))).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/report\.pdf is valid: signed by ana Núñez/),
    });
    for (const more of [[], ['--key', at('eva.pub')]])
      expect(await verify(...more)).toMatchObject({
        status: 1,
        stdout: expect.stringContaining('is by an unknown key: it names ana Núñez'),
      });
    // The signature of another report, swapped in.
    const html = at('out/report.html');
    expect(await runHere('sign', html, '--key', at('ana'), ...secret)).toMatchObject({ status: 0 });
    expect(await verify('--signature', `${html}.sig`, '--key', at('ana.pub'))).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('the signature is that of report.html'),
    });
    renameSync(`${html}.sig`, at('out/elsewhere'));
    expect(await runHere('verify', project, html, report, '--signature', at('out/elsewhere'))).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('--signature goes with one report'),
    });
    writeFileSync(at('passphrase'), 'otra\n');
    expect(await runHere('sign', report, '--key', at('ana'), ...secret)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('The passphrase does not open'),
    });
    expect(await runHere('key', 'new', at('ana'), '--surveyor', 'x', ...secret)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('a key is not replaced'),
    });
  });

  it('asks for no passphrase where nobody can answer', async () => {
    const { at } = copied();
    expect(process.env.SOCAVON_PASSPHRASE).toBeUndefined();
    expect(await runHere('key', 'new', at('ana'), '--surveyor', 'Ana')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('No passphrase'),
    });
  });
});
