import { BUILDS_ADDRESSES, HOST_FREE, HOUSE, OPEN_FOLDERS } from './house.ts';
import { type Import, importsOf, reachesGlobals } from './imports.ts';

const ROOMS = Object.keys(HOUSE).sort((a, b) => b.length - a.length);

/** The files that start the window; every folder under it is a room of its own. */
const WINDOW = 'src-renderer';

/** The room in which a file of the house stands; null: in none. */
export function roomOf(path: string): string | null {
  return ROOMS.find((room) => path.startsWith(`${room}/`) && (room !== WINDOW || isAtRoot(path))) ?? null;
}

/**
 * What is wrong with the imports of one source, a sentence each.
 *
 * @param from its path from the repository root
 */
export function faultsOf(from: string, text: string): string[] {
  const room = roomOf(from);
  if (room === null) return [`${from} stands in no room: give it one in test/boundaries/house.ts`];
  const faults = importsOf(from, text).flatMap((found) => faultOf(found, room) ?? []);
  if (HOST_FREE.some((tree) => from.startsWith(`${tree}/`)) && reachesGlobals(text))
    faults.push(`${from} reaches for the globals of its host`);
  return faults;
}

function faultOf({ from, to, line }: Import, room: string): string | null {
  const at = `${from}:${line}`;
  if (to === null)
    return BUILDS_ADDRESSES.includes(from) ? null : `${at} puts a module's name together at run time`;
  if (!isOwn(to)) {
    if (allowsPackage(room, to)) return null;
    return `${at} imports ${to}, which ${room} may not use`;
  }
  // A folder beside the house that a room may start programs of, or an asset such as the kernels.
  if (!to.startsWith('src-'))
    return allowsFolder(room, from, to) ? null : `${at} reaches ${to} outside the house`;
  const other = roomOf(to);
  if (other === null) return `${at} imports ${to}, which stands in no room`;
  if (other === room) return null;
  const { rooms } = HOUSE[room];
  if (!rooms.includes(other) && !rooms.includes(to))
    return `${at} imports ${to}: ${room} may not import ${other}`;
  if (isPrivate(to, other)) return `${at} imports ${to}, which is private to ${other}`;
  return null;
}

function isAtRoot(path: string): boolean {
  return !path.slice(WINDOW.length + 1).includes('/');
}

function isOwn(to: string): boolean {
  return (
    to.startsWith('src-') ||
    to.startsWith('..') ||
    /^(test|bench|build|shaders|out|resources)\//.test(to) ||
    to === 'package.json'
  );
}

function allowsPackage(room: string, name: string): boolean {
  return HOUSE[room].packages.some((allowed) =>
    allowed.endsWith('/*') ? name.startsWith(allowed.slice(0, -1)) : name === allowed,
  );
}

function allowsFolder(room: string, from: string, to: string): boolean {
  if (to === 'package.json') return room === 'src-main/files' || room === 'src-main/project';
  if (BUILDS_ADDRESSES.includes(from)) return to.startsWith('shaders/') || to.startsWith('out/');
  return HOUSE[room].rooms.some((folder) => to.startsWith(`${folder}/`));
}

function isPrivate(path: string, room: string): boolean {
  return (
    path.slice(room.length + 1).includes('/') && !OPEN_FOLDERS.some((open) => path.startsWith(`${open}/`))
  );
}
