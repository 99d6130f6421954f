/** Entry of the list of recent projects. */
export interface OpenedProject {
  readonly path: string;
  readonly name: string;
}

const OPENING = ['project.open', 'project.create', 'project.openSample'];

/**
 * Change of the open project according to a reply.
 *
 * @returns null: it was closed; undefined: no change
 */
export function openedProject(request: string, reply: unknown): OpenedProject | null | undefined {
  if (request === 'project.close') return null;
  if (!OPENING.includes(request)) return undefined;
  const { path, name } = reply as OpenedProject;
  return { path, name };
}
