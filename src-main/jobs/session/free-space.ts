import { statSync } from 'node:fs';
import { Project } from '../../project/project.ts';

/**
 * Frees the data of removed sessions and compacts the project file. @returns the sessions removed and the bytes won
 *
 * @throws SocavonError 'project-busy', 'disk-full', 'file-unwritable'
 */
export async function freeSpace({ project: path }: { readonly project: string }): Promise<{
  sessions: number;
  bytes: number;
}> {
  const before = statSync(path).size;
  const project = Project.open(path);
  try {
    const sessions = project.sessions.freeRemoved();
    project.compact();
    return { sessions, bytes: Math.max(0, before - statSync(path).size) };
  } finally {
    project.close();
  }
}
