/** A project as the list of those that were opened lately names it. */
export interface OpenedProject {
  readonly path: string;
  readonly name: string;
}

const OPENING = ['project.open', 'project.create', 'project.openSample'];

/**
 * What the reply to a request says of the open project.
 *
 * @returns null: it was closed; undefined: nothing
 */
export function openedProject(request: string, reply: unknown): OpenedProject | null | undefined {
  if (request === 'project.close') return null;
  if (!OPENING.includes(request)) return undefined;
  const { path, name } = reply as OpenedProject;
  return { path, name };
}
