import type { FILE_KINDS } from '../../../src-core/contract/host-requests.ts';
import {
  AXIS_EXTENSIONS,
  DESIGN_EXTENSIONS,
  SOLID_EXTENSIONS,
} from '../../../src-core/model/file-endings.ts';
import { looksLikeProject } from '../../files/project-header.ts';

export type FileKind = (typeof FILE_KINDS)[number];

/** File extensions by kind, for file dialogs; the content decides when reading. The first is used for new files. */
export const EXTENSIONS: Readonly<Record<FileKind, readonly string[]>> = {
  project: ['socavon'],
  // Clouds of other scanners are imported where captures are.
  capture: [
    'pcap',
    'pcapng',
    'osf',
    'lvx2',
    'mcap',
    'bag',
    'db3',
    'bin',
    'donut',
    'raw',
    'gz',
    'las',
    'laz',
    'e57',
    'ply',
    'pcd',
    'pts',
    'ptx',
    'xyz',
  ],
  // Of an Ouster, and the correction file of a Hesai.
  metadata: ['json', 'csv'],
  cloud: ['ply', 'las', 'laz', 'e57', 'pcd', 'pts', 'ptx', 'xyz', 'txt', 'csv', 'asc', 'bin'],
  axis: AXIS_EXTENSIONS,
  design: DESIGN_EXTENSIONS,
  solid: SOLID_EXTENSIONS,
  control: ['csv', 'txt'],
  grid: ['json'],
  picture: ['png'],
  logo: ['png', 'jpg', 'jpeg', 'svg'],
  key: ['key'],
  video: ['webm'],
  transform: ['txt', 'json'],
  trajectory: ['tum', 'txt', 'csv'],
  distance: ['mjs', 'js', 'ts'],
  table: ['csv'],
  svg: ['svg'],
  dxf: ['dxf'],
};

/** True if a file is of a kind: by its name, or a project by its content, which may have been saved without its ending. */
export function isOfKind(path: string, kind: FileKind): boolean {
  return hasKind(path, kind) || (kind === 'project' && !isNamedOtherwise(path) && looksLikeProject(path));
}

/** True if the name says that a file is of another kind than a project, or a copy from before a migration. */
function isNamedOtherwise(name: string): boolean {
  const others = Object.keys(EXTENSIONS).filter((kind) => kind !== 'project') as FileKind[];
  return /\.(?:backup|part)$/i.test(name) || others.some((kind) => hasKind(name, kind));
}

export function hasKind(name: string, kind: FileKind): boolean {
  return EXTENSIONS[kind].some((extension) => name.toLowerCase().endsWith(`.${extension}`));
}

/** True for a report on paper, which a host opens for the window. */
export function isReport(path: string): boolean {
  return path.toLowerCase().endsWith('.pdf');
}

/** True for a report to be worked on, which the program of the system opens; a browser has none for it. */
export function isWordReport(path: string): boolean {
  return path.toLowerCase().endsWith('.docx');
}

/** True for a report as a page: the only files that a host has the window print. */
export function isReportPage(path: string): boolean {
  return path.toLowerCase().endsWith('.html');
}
