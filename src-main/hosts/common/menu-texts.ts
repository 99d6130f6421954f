import type { MenuCommand, Preferences } from '../../../src-core/contract/host-requests.ts';
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
  file: 'Archivo',
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
    new: 'Proyecto nuevo…',
    open: 'Abrir proyecto…',
    sample: 'Abrir ejemplo',
    import: 'Importar captura…',
    undo: 'Deshacer',
    redo: 'Rehacer',
    palette: 'Buscar orden…',
    shortcuts: 'Atajos de teclado',
  },
  kinds: {
    project: 'Proyectos de Socavón',
    capture: 'Capturas',
    metadata: 'Metadatos del sensor',
    cloud: 'Nubes de puntos',
    axis: 'Ejes',
    design: 'Secciones de diseño',
    solid: 'Sólidos cerrados',
    control: 'Puntos de control',
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
  file: 'File',
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
    new: 'New project…',
    open: 'Open project…',
    sample: 'Open sample',
    import: 'Import capture…',
    undo: 'Undo',
    redo: 'Redo',
    palette: 'Find a command…',
    shortcuts: 'Keyboard shortcuts',
  },
  kinds: {
    project: 'Socavón projects',
    capture: 'Captures',
    metadata: 'Sensor metadata',
    cloud: 'Point clouds',
    axis: 'Axes',
    design: 'Design sections',
    solid: 'Closed solids',
    control: 'Control points',
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
