import type { MESH as ENGLISH } from '../en/mesh.ts';
import type { Translation } from '../placeholders.ts';

const TEXTS = {
  'help-run-meshes':
    'escribe también la pared medida y el sólido cerrado de la labor como mallas de triángulos: {formats} o algunos de ellos',
  'help-run-tables':
    'escribe también las tablas como libro de Excel (xlsx) y eje, secciones, sobrerotura, control y trayectoria como GeoPackage (gpkg): {formats} o uno de ellos',
  'mesh-column': 'sus valores de {column} no son los que se escribieron',
  'mesh-corner': 'una esquina del triángulo {triangle} está a {metres} m',
  'mesh-count': 'tiene {found} triángulos, se escribieron {written}',
  'mesh-joined': 'el triángulo {triangle} une otros vértices',
  'mesh-not-finite':
    '{name}: la malla de triángulos tiene una coordenada que no es un número; mida la labor de nuevo y avísenos si se repite.',
  'mesh-solid':
    'El sólido encierra {enclosed} m³, el volumen declarado es {stated} ± {plusMinus} m³; entre dos estaciones cualesquiera difieren en {bound} m³ a lo más.',
  'mesh-solid-bridged':
    'El sólido salva {metres} m sin sección cerrada ({stretches}): ahí no hay pared medida; esas caras van marcadas.',
  'mesh-too-far':
    '{name}: la labor llega a {metres} m de su centro, más lejos que los {most} m dentro de los cuales este formato conserva un cuarto de milímetro; escriba OBJ, PLY, DXF o LandXML, o un tramo más corto.',
  'mesh-unreadable': 'no se puede leer: {what}',
  'mesh-vertices': 'tiene {found} vértices, se escribieron {written}',
  'solid-apart':
    '{name} está a {metres} m del levantamiento: mide {size} m y el levantamiento {own} m. ¿Está en otra unidad o en otra cuadrícula?',
  'solid-beside': '{name} necesita {other}, que no está junto a él: ponga los dos archivos en una carpeta.',
  'solid-coarse':
    '{name}: sus coordenadas van en pasos de {centimetres} cm, demasiado gruesos para la forma de una pared: números de precisión simple, o de pocas cifras, en una cuadrícula de mina. Expórtelo en doble precisión, o respecto de un origen local.',
  'solid-corners': '{name} está dañado: una cara tiene {count} vértices; expórtelo de nuevo.',
  'solid-crosses':
    '{name} se cruza a sí mismo y no encierra un volumen: corríjalo en el programa que lo hizo.',
  'solid-crowded':
    '{name} no es un sólido: {count} {count|arista pertenece|aristas pertenecen} a más de dos triángulos, la primera en {x}, {y}, {z}. Exporte un sólido cerrado sin paredes interiores.',
  'solid-cut': '{name} termina en medio de sus triángulos; cópielo o expórtelo de nuevo.',
  'solid-damaged': '{name} está dañado: no se puede leer su {what}; expórtelo de nuevo.',
  'solid-datamine-points': '{name} tiene los puntos de un wireframe; dé la tabla de sus triángulos, {other}.',
  'solid-empty':
    '{name} no tiene triángulos: exporte el sólido como malla de triángulos (en DXF, caras 3D o mallas policara).',
  'solid-large': '{name} tiene {count} triángulos, más de los {most} que se comparan; expórtelo más grueso.',
  'solid-larger': '{name} tiene más de los {most} triángulos que se comparan; expórtelo más grueso.',
  'solid-line': '{name}, línea {line}: no es un vértice ni una cara que se pueda leer: "{content}".',
  'solid-newer':
    '{name} es de la versión {version} de {format}, más nueva que la versión {known} que se lee; expórtelo en esa, o como DXF, OBJ o PLY.',
  'solid-no-number':
    '{name}: el triángulo {triangle} tiene una coordenada que no es un número; expórtelo de nuevo.',
  'solid-no-parts':
    '{name} no tiene superficies con nombre, así que no se puede elegir "{part}"; omita el nombre.',
  'solid-older':
    '{name} es de la versión {version} de {format}, más antigua que la versión {known} que se lee; expórtelo en esa, o como DXF, OBJ o PLY.',
  'solid-open':
    '{name} no está cerrado: {count} {count|arista pertenece|aristas pertenecen} a un solo triángulo, la primera en {x}, {y}, {z}. Cierre el sólido en el programa que lo hizo.',
  'solid-part-none': '{name} no tiene una superficie "{part}"; tiene {parts}.',
  'solid-parts': '{name} tiene {count} superficies: {parts}. Indique por su nombre cuál es el sólido.',
  'solid-point':
    '{name}, línea {line}: el punto {point} no está en {other}; dé los dos archivos que se escribieron juntos.',
  'solid-points-doubtful':
    '{other} tiene varias cadenas, y {name} no dice si los registros entre ellas cuentan como puntos; exporte el sólido como DXF, o sus puntos como una sola cadena.',
  'solid-steps':
    '{name}: sus coordenadas van en pasos de {centimetres} cm, porque son números de precisión simple, o de pocas cifras, en una cuadrícula de mina; el ± no lo cubre',
  'solid-surpac-binary':
    '{name} es un archivo binario de Surpac, que no se lee; guárdelo como texto, o exporte un DXF.',
  'solid-surpac-points':
    '{name} es un archivo de cadenas de Surpac, con puntos y líneas; dé el DTM de sus triángulos.',
  'solid-unit': '{name} está en la unidad "{unit}", que no se conoce; indique cuál es.',
  'solid-unknown':
    '{name} no es un sólido que se pueda leer; dé una malla cerrada de triángulos como {endings}.',
  'solid-unordered':
    '{name} tiene {count} partes cuyas caras apuntan hacia dentro y hacia fuera sin orden (la primera en {x}, {y}, {z}), y no se distinguen los huecos: oriente las caras hacia fuera en el programa que lo hizo.',
  'solid-unread': '{name} usa {what}, que no se lee; expórtelo sin ello.',
  'solid-vertex':
    '{name} está dañado: la cara {face} nombra el vértice {vertex}, que no existe; expórtelo de nuevo.',
  'table-cells': 'sus celdas o vértices no son los que se escribieron',
  'table-not-finite':
    'Un valor de las tablas no es un número, y no se pueden exportar; mida de nuevo el levantamiento, e infórmelo si vuelve a pasar.',
  'solid-parts-cli':
    '{name} tiene {count} superficies: {parts}. Indique cuál es el sólido (--against-part NOMBRE, o --design-line NOMBRE).',
  'solid-unit-cli':
    '{name} está en la unidad "{unit}", que no se conoce; indique cuál es (--against-unit UNIDAD, o --design-unit UNIDAD).',
} as const;

export const MESH: Translation<typeof ENGLISH, typeof TEXTS> = TEXTS;
