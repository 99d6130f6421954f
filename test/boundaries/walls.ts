import { detoursOf } from './detours.ts';
import { BUILDS_ADDRESSES, DETOURS, FLOORS, HOST_FREE, HOUSE, INSIDE, OPEN_FOLDERS } from './house.ts';
import { type Import, importsOf, PRODUCT } from './imports.ts';

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
  const faults = importsOf(from, text).flatMap((actual) => faultOf(actual, room) ?? []);
  const isHostFree = HOST_FREE.some((tree) => from.startsWith(`${tree}/`));
  for (const { what, line } of detoursOf(from, text, isHostFree))
    if (!DETOURS[from]?.includes(what)) faults.push(`${from}:${line} goes round the walls by ${what}`);
  return faults;
}

/**
 * What is wrong with the imports of a test, a bench or a part of the build, a sentence each: it may use every door, and
 * the inside of the rooms that it tests or is granted.
 */
export function faultsAround(from: string, text: string): string[] {
  return importsOf(from, text).flatMap(({ to, how, line }) => {
    if (to === null || how === 'names' || !to.startsWith('src-')) return [];
    const room = roomOf(to);
    if (room === null || isTestOf(from, to) || grantOf(from, to)) return [];
    if (!FLOORS.includes(room) && !isPrivate(to, room)) return [];
    return [`${from}:${line} imports ${to}, which is private to ${room}`];
  });
}

/** The row of the table by which a file around the house may use the inside of a room. */
export function grantOf(from: string, to: string): (typeof INSIDE)[number] | null {
  return INSIDE.find((row) => isIn(to, row.of) && row.to.some((user) => isIn(from, user))) ?? null;
}

/** Whether the folder of a test is named as the room, or a folder of rooms, in which a source stands. */
function isTestOf(from: string, to: string): boolean {
  const [tests, ...folders] = from.split('/').slice(0, -1);
  if (tests !== 'test') return false;
  const [room] = folders;
  if (room === 'renderer' || room === 'simulate') return to.startsWith(`src-${room}/`);
  return folders.some((_, at) =>
    PRODUCT.some((tree) => to.startsWith(`${tree}/${folders.slice(0, at + 1).join('/')}/`)),
  );
}

function isIn(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

function faultOf({ from, to, how, line }: Import, room: string): string | null {
  if (how === 'names' && BUILDS_ADDRESSES.includes(from)) return null;
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
