import type { MenuCommand, Preferences } from '../../../src-core/contract/host-requests.ts';
import { HEADINGS } from '../../../src-core/messages/terms.ts';
import type { FileKind } from './file-kinds.ts';

export interface MenuTexts {
  readonly file: string;
  readonly edit: string;
  readonly view: string;
  readonly help: string;
  readonly recent: string;
  readonly noRecent: string;
  readonly quit: string;
  readonly close: string;
  readonly cut: string;
  readonly copy: string;
  readonly paste: string;
  readonly selectAll: string;
  readonly fullScreen: string;
  readonly commands: Readonly<Record<MenuCommand, string>>;
  readonly kinds: Readonly<Record<FileKind, string>>;
  readonly allFiles: string;
  readonly windowFailed: string;
}

const es: MenuTexts = {
  file: HEADINGS.file.es,
  edit: 'Edición',
  view: 'Ver',
  help: 'Ayuda',
  recent: 'Abrir reciente',
  noRecent: 'Ninguno',
  quit: 'Salir',
  close: 'Cerrar ventana',
  cut: 'Cortar',
  copy: 'Copiar',
  paste: 'Pegar',
  selectAll: 'Seleccionar todo',
  fullScreen: 'Pantalla completa',
  commands: {
    new: HEADINGS.newProject.es,
    open: HEADINGS.openProject.es,
    sample: HEADINGS.openSample.es,
    import: 'Importar captura…',
    undo: HEADINGS.undo.es,
    redo: HEADINGS.redo.es,
    palette: 'Buscar orden…',
    shortcuts: 'Atajos de teclado',
  },
  kinds: {
    project: 'Proyectos de Socavón',
    capture: HEADINGS.captures.es,
    metadata: 'Metadatos del sensor',
    cloud: 'Nubes de puntos',
    axis: 'Ejes',
    design: 'Secciones de diseño',
    solid: 'Sólidos cerrados',
    control: HEADINGS.controlPoints.es,
    grid: 'Cuadrículas',
    picture: 'Imágenes',
    logo: 'Logotipos',
    key: 'Claves de firma',
    video: 'Videos',
    transform: 'Transformaciones',
    trajectory: 'Trayectorias',
    distance: 'Distancias propias',
    table: 'Tablas',
    svg: 'Dibujos SVG',
    dxf: 'Dibujos DXF',
  },
  allFiles: 'Todos los archivos',
  windowFailed:
    'La ventana falló varias veces seguidas. Lo terminado está guardado en el proyecto; inicie el programa de nuevo.',
};

const en: MenuTexts = {
  file: HEADINGS.file.en,
  edit: 'Edit',
  view: 'View',
  help: 'Help',
  recent: 'Open recent',
  noRecent: 'None',
  quit: 'Quit',
  close: 'Close window',
  cut: 'Cut',
  copy: 'Copy',
  paste: 'Paste',
  selectAll: 'Select all',
  fullScreen: 'Full screen',
  commands: {
    new: HEADINGS.newProject.en,
    open: HEADINGS.openProject.en,
    sample: HEADINGS.openSample.en,
    import: 'Import capture…',
    undo: HEADINGS.undo.en,
    redo: HEADINGS.redo.en,
    palette: 'Find a command…',
    shortcuts: 'Keyboard shortcuts',
  },
  kinds: {
    project: 'Socavón projects',
    capture: HEADINGS.captures.en,
    metadata: 'Sensor metadata',
    cloud: 'Point clouds',
    axis: 'Axes',
    design: 'Design sections',
    solid: 'Closed solids',
    control: HEADINGS.controlPoints.en,
    grid: 'Grids',
    picture: 'Pictures',
    logo: 'Logos',
    key: 'Signing keys',
    video: 'Videos',
    transform: 'Transforms',
    trajectory: 'Trajectories',
    distance: "Distances of one's own",
    table: 'Tables',
    svg: 'SVG drawings',
    dxf: 'DXF drawings',
  },
  allFiles: 'All files',
  windowFailed:
    'The window failed several times in a row. What was finished is kept in the project; start the program again.',
};

export const MENU_TEXTS: Readonly<Record<Preferences['language'], MenuTexts>> = { es, en };
