import type { projectRequests } from '../../../src-core/contract/project-requests.ts';
import type { SensorChoice } from '../../files/resolve-sensor.ts';
import { previewCapture } from '../../jobs/preview-capture.ts';
import { importFiles } from '../../project/import-files.ts';
import type { Handlers } from '../dispatch.ts';
import type { EngineSession } from '../engine-session.ts';
import { projectInfo } from '../project-info.ts';

type Names = Extract<keyof typeof projectRequests, `capture.${string}`>;

export function captureHandlers(session: EngineSession): Handlers<Names> {
  const choiceOf = (metadata: string | null, sensor: string | null): SensorChoice => ({
    ...(metadata !== null && { metadata: session.grants.toRead(metadata) }),
    ...(sensor !== null && { sensor }),
  });
  return {
    'capture.preview': async ({ path, metadata, sensor }, context) =>
      previewCapture(session.grants.toRead(path), choiceOf(metadata, sensor), context),
    'capture.import': async ({ paths, metadata, sensor }, context) => {
      const { project } = session;
      const files = paths.map((path) => session.grants.toRead(path));
      const choice = choiceOf(metadata, sensor);
      const { session: imported, alreadyThere } = await session.hold('an import', () =>
        importFiles(project, files, choice, context),
      );
      session.changed();
      return { sessionId: imported.id, alreadyThere, project: projectInfo(project) };
    },
  };
}
