import type { FILES as ENGLISH } from '../en/files.ts';
import type { Translation } from '../placeholders.ts';

const TEXTS = {
  'address-limit':
    'Este usuario puede reservar {limit} de direcciones, que no alcanzan para otro hilo; quite el límite (ulimit -v unlimited): el programa reserva mucho más de lo que usa.',
  'coordinate-not-finite':
    'Una coordenada por escribir es {value}, que ningún dibujo puede contener; mida la labor de nuevo y avísenos si se repite.',
  'disk-full':
    'El disco está lleno: no se pudo escribir {path}. Libere espacio o elija otro disco; lo que estaba entero se conserva.',
  'file-is-device':
    '{path} es una tubería, un socket o un dispositivo, no un archivo; copie primero su contenido a un archivo.',
  'file-is-folder': '{path} es una carpeta; elija un archivo en ella.',
  'file-place-folder':
    '{path} es una carpeta, y en su lugar no se puede escribir un archivo; cambie el nombre de la carpeta o elija otro lugar.',
  'file-no-program': 'Ningún programa abrió {path} ({why}); ábralo desde su carpeta.',
  'file-no-right': 'Este usuario no puede leer {path}; cambie sus permisos o cópielo.',
  'file-none': 'No existe el archivo {path}; revise el nombre y la carpeta.',
  'file-not-read': 'No se pudo leer {path} ({why}); revise el disco o la conexión con él.',
  'file-not-written':
    'No se puede escribir {path} ({why}); elija una carpeta donde este usuario pueda escribir.',
  'file-size-limit':
    '{path} llegó a {limit}, el mayor archivo que este usuario puede escribir aquí; aumente el límite (ulimit -f) o escriba con otro usuario.',
  'files-open-limit':
    'Este usuario puede tener abiertos {limit} archivos a la vez, que son muy pocos; aumente el límite (ulimit -n) a 256 o más.',
  'files-open-system':
    'El sistema tiene demasiados archivos abiertos; cierre otros programas e inicie este de nuevo.',
  'file-too-large':
    '{path} superó el mayor archivo que este disco o usuario puede tener; escriba en otro disco.',
  'folder-exists': '{path} ya existe; elija otro nombre.',
  'folder-is-file':
    'No se puede escribir {path}: una parte de su ruta es un archivo, no una carpeta; elija otra carpeta.',
  'folder-none': 'No se puede escribir {path}: la carpeta {folder} no existe; créela o elija otra.',
  'notices-none':
    'Las licencias de los paquetes las escribe la compilación; ejecute antes npm run build, o véalas en node_modules.',
  'output-failed': 'No se escribió: {output}. {why}',
  'outputs-failed':
    'No se escribió: {outputs}. {why} El resultado y los demás archivos están; escriba de nuevo lo que falta.',
  'outputs-failed-cli':
    'No se escribió: {outputs}. {why} El resultado y los demás archivos están; repita la orden para lo que falta.',
  'path-not-to-read': 'Usted no eligió {path} para leerlo; elíjalo en el diálogo o suéltelo en la ventana.',
  'path-not-to-write': 'Usted no eligió {path} para escribir en él; elíjalo en el diálogo.',
  'write-over-capture':
    '{path} es una grabación de un sensor ({format}), sobre la que no se escribe; elija otro nombre u otra carpeta.',
  'write-over-cloud':
    '{path} es una nube de puntos, sobre la que solo se escribe otra nube; elija otro nombre u otra carpeta.',
  'write-over-input': '{path} reemplazaría a {input}, que esta orden lee; elija otro nombre u otra carpeta.',
  'write-over-project':
    '{path} es un proyecto, sobre el que no se escribe; elija otro nombre u otra carpeta.',
  'write-over-source':
    '{path} es un archivo del que se hizo el proyecto {project}, sobre el que no se escribe; elija otro nombre u otra carpeta.',
  'path-outside':
    '{path} está fuera de {folder}, la carpeta de este servidor; inícielo con otra carpeta para llegar a él.',
  'raster-empty': 'tiene {columns} x {rows} celdas, así que no hay nada que dibujar',
  'raster-place': 'está en {left}, {top} con celdas de {cell} m, que no es ningún lugar',
  'raster-refused': 'La imagen por escribir {what}.',
  'raster-too-large':
    'de {columns} x {rows} celdas es demasiado grande para un archivo; tome celdas mayores o un tramo más corto',
  'raster-values': 'tiene {columns} x {rows} celdas y {length} valores',
  'limit-points': 'puntos',
  'limit-poses': 'posiciones',
  'limit-rows': 'filas',
  'limit-vertices': 'vértices',
  'reading-length':
    '{path} pesa {megabytes} MB y se leen {most} como máximo: indique el archivo correcto, o divídalo.',
  'reading-limit':
    '{name} tiene {count} {what} o más y se leen {most} como máximo: indique el archivo correcto, o divídalo.',
  'text-none': '{path} no es texto simple; elija otro archivo, o guarde este como texto en UTF-8.',
  'why-beside': 'no se puede abrir, o no se pueden abrir los archivos que el programa escribe a su lado',
  'why-code': 'el sistema dice {code}',
  'why-disk-fault': 'el disco avisa de una falla',
  'why-disk-gone': 'el disco o la unidad de red ya no está conectado',
  'why-in-use': 'otro programa lo está usando',
  'why-links': 'sus enlaces dan vueltas en círculo',
  'why-many-open': 'hay demasiados archivos abiertos en esta computadora',
  'why-name-long': 'su nombre es demasiado largo para este disco',
  'why-no-right': 'este usuario no tiene permiso',
  'why-read-only': 'es de solo lectura',
  'why-structure': 'no se puede leer su estructura',
} as const;

export const FILES: Translation<typeof ENGLISH, typeof TEXTS> = TEXTS;
