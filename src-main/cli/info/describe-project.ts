import { stat } from 'node:fs/promises';
import { captureSeconds } from '../../../src-core/model/capture-seconds.ts';
import { bytesText } from '../../files/bytes-text.ts';
import { Project } from '../../project/project.ts';
import type { Session } from '../../project/sessions.ts';
import type { CommandResult } from '../with-command.ts';
import { type Entry, plain, sheet } from './sheet.ts';

const LOG_LINES = 5;

/** A project file. */
export async function describeProject(path: string): Promise<CommandResult> {
  const project = Project.open(path, { readonly: true });
  try {
    const sessions = project.sessions.all().map((session) => sessionData(project, session));
    const products = project.products.kinds();
    const log = project.log.latest(LOG_LINES).reverse();
    const { identity } = project;
    return {
      data: { kind: 'project', path, identity, sessions: sessions.map(plain), products, log },
      text: [
        sheet(`${path}: project`, [
          ['name', identity.name],
          ['made', `${identity.createdAt} by Socavón ${identity.createdBy}`],
          ['size', bytesText((await stat(path)).size)],
          ['sessions', sessions.length],
          ...products.map(({ kind, count, latestAt }): Entry => [kind, `${count}, the last of ${latestAt}`]),
          ...log.map(({ at, level, message }): Entry => ['log', `${at} ${level}: ${message}`]),
        ]),
        ...sessions.map(sessionText),
      ].join('\n'),
    };
  } finally {
    project.close();
  }
}

type SessionData = ReturnType<typeof sessionData>;

function sessionData(project: Project, { id, importedAt, metadata, sensor, health, scanCount }: Session) {
  return {
    id,
    importedAt,
    captures: project.captures.of(id),
    metadata: metadata?.name ?? null,
    sensor: { productLine: sensor.productLine, serial: sensor.serial, profile: sensor.profile },
    scans: scanCount,
    storedBytes: project.scans.storedBytes(id),
    seconds: captureSeconds(health),
    warnings: [...health.warnings, ...sensor.assumptions].map(({ message }) => message),
    runs: project.runs.of(id).map((run) => ({ ...run, poses: project.poses.count(run.id) })),
  };
}

function sessionText(session: SessionData): string {
  const { sensor, seconds } = session;
  const duration = seconds === null ? '' : `, ${seconds.toFixed(1)} s`;
  return sheet(
    `session ${session.id}, imported ${session.importedAt}`,
    [
      ...captureEntries(session.captures),
      ['sensor', [sensor.productLine || 'unnamed', sensor.serial, sensor.profile].filter(Boolean).join(', ')],
      ['metadata', session.metadata ?? 'none: the nominal sensor'],
      ['scans', `${session.scans}${duration}, ${bytesText(session.storedBytes)}`],
      ...session.runs.map(
        (run): Entry => [
          `alignment ${run.id}`,
          `${run.engine}, ${run.state}, ${run.poses} of ${session.scans} scans, ${run.createdAt}`,
        ],
      ),
    ],
    session.warnings,
  );
}

/** A session of raw donut files has one for each scan; more than these are told together. */
const CAPTURES_LISTED = 8;

function captureEntries(captures: SessionData['captures']): Entry[] {
  if (captures.length > CAPTURES_LISTED) {
    const bytes = captures.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    const [first, last] = [captures[0].name, captures[captures.length - 1].name];
    return [['captures', `${captures.length}, ${first} to ${last}, ${bytesText(bytes)}`]];
  }
  return captures.map(({ name, sizeBytes, sha256 }) => [
    'capture',
    `${name}, ${bytesText(sizeBytes)}, sha256 ${sha256.slice(0, 12)}…`,
  ]);
}
