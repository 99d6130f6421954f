import { stat } from 'node:fs/promises';
import { captureSeconds } from '../../../../src-core/model/capture-seconds.ts';
import { inOneGo, type StageContext } from '../../../../src-core/model/context.ts';
import { controlPointCount, rmsOfResiduals } from '../../../../src-core/report/control-summary.ts';
import { bytesText } from '../../../files/bytes-text.ts';
import { pointsOf } from '../../../jobs/session/refine-question.ts';
import { engineText } from '../../../project/alignment-runs.ts';
import { Project } from '../../../project/project.ts';
import type { Session } from '../../../project/sessions.ts';
import type { CommandResult } from '../with-command.ts';
import { say, sayRemark } from '../words.ts';
import { type Entry, plain, sheet } from './sheet.ts';

const LOG_LINES = 5;

/** Describes a project file. What it says comes in one go, in which a file that is made so can keep SQLite without end. */
export function describeProject(path: string, { cancel }: StageContext): Promise<CommandResult> {
  return inOneGo(cancel, () => describe(path));
}

async function describe(path: string): Promise<CommandResult> {
  const project = Project.open(path, { readonly: true });
  try {
    const sessions = project.sessions.all().map((session) => sessionData(project, session));
    const products = project.products.kinds();
    const log = project.log.latest(LOG_LINES).reverse();
    const { identity } = project;
    return {
      data: { kind: 'project', path, identity, sessions: sessions.map(plain), products, log },
      text: [
        sheet(say('info-project', { path }), [
          ['name', identity.name],
          ['made', say('info-made', { date: identity.createdAt, version: identity.createdBy })],
          ['size', bytesText((await stat(path)).size)],
          ['sessions', sessions.length],
          ...products.map(
            ({ kind, count, latestAt }): Entry => [kind, say('info-product', { count, date: latestAt })],
          ),
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
    warnings: [...health.warnings, ...sensor.assumptions].map(sayRemark),
    runs: project.runs.of(id).map((run) => ({
      ...run,
      engine: engineText(run.engine),
      poses: project.poses.count(run.id),
      refinement: refinementData(project, run.id),
    })),
    control: controlData(project, id),
  };
}

/** Control points and decisions stored for a session. */
function controlData(project: Project, sessionId: number) {
  const { refineInputs } = project;
  const file = refineInputs.file(sessionId);
  const points = pointsOf(project, sessionId);
  return {
    file: file && { name: file.name, sha256: file.sha256 },
    control: points.filter(({ role }) => role === 'control').map(({ name }) => name),
    check: points.filter(({ role }) => role === 'check').map(({ name }) => name),
    targetsDecided: refineInputs.targets(sessionId).length,
    loopsDecided: refineInputs.loops(sessionId).length,
  };
}

/** Current refinement of an alignment; null: none. */
function refinementData(project: Project, runId: number) {
  const stored = project.refinements.get(runId);
  if (stored === null) return null;
  const { graph } = stored.value;
  return {
    createdAt: stored.createdAt,
    refined: stored.refined,
    frame: stored.frame,
    controlPoints: controlPointCount(graph),
    controlRms: rmsOfResiduals(graph, 'control'),
    checkRms: rmsOfResiduals(graph, 'check'),
    loopsClosed: graph.loops.filter(({ accepted }) => accepted).length,
    loopsLookedAt: graph.loops.length,
  };
}

function controlEntries({
  file,
  control,
  check,
  targetsDecided,
  loopsDecided,
}: SessionData['control']): Entry[] {
  const decided = targetsDecided + loopsDecided;
  return [
    ...(file === null
      ? []
      : [
          [
            'control points',
            say('info-control', {
              file: file.name,
              control: control.length,
              check: check.length,
              hash: file.sha256.slice(0, 12),
            }),
          ] as Entry,
        ]),
    ...(decided === 0
      ? []
      : [
          ['decided by hand', say('info-decided', { targets: targetsDecided, loops: loopsDecided })] as Entry,
        ]),
  ];
}

function refinementEntry({ id, refinement }: SessionData['runs'][number]): Entry[] {
  if (refinement === null || !refinement.refined) return [];
  const { frame, controlPoints, checkRms, loopsClosed, createdAt } = refinement;
  const place = frame === 'mine-grid' ? say('info-grid', { count: controlPoints }) : say('info-local');
  const figures = { frame: place, loops: loopsClosed, date: createdAt };
  return [
    [
      say('label-refinement', { id }),
      checkRms === null
        ? say('info-refined', figures)
        : say('info-refined-checked', { ...figures, check: (1000 * checkRms).toFixed(1) }),
    ],
  ];
}

function sessionText(session: SessionData): string {
  const { sensor, seconds } = session;
  const duration = seconds === null ? '' : `, ${seconds.toFixed(1)} s`;
  return sheet(
    say('info-session', { id: session.id, date: session.importedAt }),
    [
      ...captureEntries(session.captures),
      [
        'sensor',
        [sensor.productLine || say('fact-unnamed'), sensor.serial, sensor.profile].filter(Boolean).join(', '),
      ],
      ['metadata', session.metadata ?? say('info-nominal')],
      ['scans', `${session.scans}${duration}, ${bytesText(session.storedBytes)}`],
      ...controlEntries(session.control),
      ...session.runs.flatMap((run): Entry[] => [
        [
          say('label-alignment', { id: run.id }),
          say('info-run', {
            engine: run.engine,
            state: run.state,
            poses: run.poses,
            scans: session.scans,
            date: run.createdAt,
          }),
        ],
        ...refinementEntry(run),
      ]),
    ],
    session.warnings,
  );
}

/** Captures listed singly; a session of raw donut files has one per scan, so more than these are summarised. */
const CAPTURES_LISTED = 8;

function captureEntries(captures: SessionData['captures']): Entry[] {
  if (captures.length > CAPTURES_LISTED) {
    const bytes = captures.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    const [first, last] = [captures[0].name, captures[captures.length - 1].name];
    return [
      ['captures', say('info-captures', { count: captures.length, first, last, size: bytesText(bytes) })],
    ];
  }
  return captures.map(({ name, sizeBytes, sha256 }) => [
    'capture',
    `${name}, ${bytesText(sizeBytes)}, sha256 ${sha256.slice(0, 12)}…`,
  ]);
}
