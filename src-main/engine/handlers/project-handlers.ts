import type { projectRequests } from '../../../src-core/contract/project-requests.ts';
import type { Handlers } from '../../../src-core/contract/requests.ts';
import { inThread } from '../../jobs/in-thread.ts';
import { newProjectPath, refuseTaken } from '../../project/project-path.ts';
import type { EngineSession } from '../engine-session.ts';
import { projectInfo } from '../project-info.ts';

type Names = Exclude<Extract<keyof typeof projectRequests, `project.${string}`>, 'project.freeSpace'>;

export function projectHandlers(session: EngineSession): Handlers<Names> {
  return {
    'project.create': async ({ path }) => {
      const target = session.grants.toWrite(newProjectPath(path));
      refuseTaken(target);
      return projectInfo(await session.open(target, { create: true }));
    },
    'project.open': async ({ path }) =>
      projectInfo(await session.open(session.grants.toRead(path), { create: false })),
    'project.info': async () => {
      const project = session.projectOrNull;
      return project === null ? null : projectInfo(project);
    },
    'project.close': async () => {
      await session.close();
      return null;
    },
    'project.openSample': async ({ path }, context) => {
      const target = session.grants.toWrite(path);
      await session.hold('work-sample', () => inThread('open-sample', { path: target }, context));
      return projectInfo(await session.open(target, { create: false }));
    },
  };
}
