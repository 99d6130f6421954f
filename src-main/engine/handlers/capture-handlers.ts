import type { projectRequests } from '../../../src-core/contract/project-requests.ts';
import type { Args, Handlers } from '../../../src-core/contract/requests.ts';
import { filesToImport } from '../../files/files-to-import.ts';
import type { SensorChoice } from '../../files/resolve-sensor.ts';
import { captureScanAt } from '../../jobs/preview/capture-scan.ts';
import { previewCapture, previewSensors } from '../../jobs/preview/preview-capture.ts';
import type { CloudChoice } from '../../project/import-clouds.ts';
import { type ImportChoice, importFiles } from '../../project/import-files.ts';
import type { EngineSession } from '../engine-session.ts';
import { projectInfo } from '../project-info.ts';

/** What was chosen of a cloud, without what was not. */
function cloudChoiceOf(
  { grants }: EngineSession,
  {
    unit,
    heightUnit,
    scanner,
    trajectory,
    trajectoryUnit,
    ignoreBox,
  }: NonNullable<Args<'capture.import'>['cloud']>,
): CloudChoice {
  return {
    ...(unit && { unit }),
    ...(heightUnit && { heightUnit }),
    ...(scanner && { scanner }),
    ...(typeof trajectory === 'string' && { trajectory: grants.toRead(trajectory) }),
    ...(trajectoryUnit && { trajectoryUnit }),
    ...(ignoreBox && { ignoreBox }),
  };
}

type Names = Extract<keyof typeof projectRequests, `capture.${string}`>;

export function captureHandlers(session: EngineSession): Handlers<Names> {
  const choiceOf = (metadata: string | null, sensor: string | null): SensorChoice => ({
    ...(metadata !== null && { metadata: session.grants.toRead(metadata) }),
    ...(sensor !== null && { sensor }),
  });
  const importChoiceOf = (
    metadata: string | null,
    sensor: string | null,
    cloud: Args<'capture.import'>['cloud'],
  ): ImportChoice => ({
    ...choiceOf(metadata, sensor),
    ...(cloud && { cloud: cloudChoiceOf(session, cloud) }),
  });
  return {
    'capture.files': async ({ path }) => ({ paths: await filesToImport(session.grants.toRead(path)) }),
    'capture.preview': async ({ path, metadata, sensor, cloud }, context) => {
      const file = session.grants.toRead(path);
      const choice = importChoiceOf(metadata, sensor, cloud);
      const preview = await previewCapture(file, choice, context);
      // Offered to the user by this program, beside a file of their choice.
      for (const offer of preview.metadataOffers) session.grants.add({ path: offer.path, scope: 'file' });
      return preview;
    },
    'capture.scan': async ({ path, at, metadata, sensor }, context) =>
      captureScanAt(session.grants.toRead(path), at, choiceOf(metadata, sensor), context),
    'capture.sensors': async ({ paths }, context) => {
      const files = new Map(paths.map((path) => [session.grants.toRead(path), path]));
      const sensors = await previewSensors([...files.keys()], context);
      return sensors.map(({ sensor, paths: own }) => ({
        sensor,
        paths: own.map((path) => files.get(path) ?? path),
      }));
    },
    'capture.import': async ({ paths, metadata, sensor, cloud }, context) => {
      const { project } = session;
      const files = paths.map((path) => session.grants.toRead(path));
      const choice = importChoiceOf(metadata, sensor, cloud);
      const { session: imported, alreadyThere } = await session.hold('work-import', () =>
        importFiles(project, files, choice, context),
      );
      session.changed();
      return { sessionId: imported.id, alreadyThere, project: projectInfo(project) };
    },
  };
}
