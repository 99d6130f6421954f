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
  'table-cells': 'sus celdas o vértices no son los que se escribieron',
  'table-not-finite':
    'Un valor de las tablas no es un número, y no se pueden exportar; mida de nuevo el levantamiento, e infórmelo si vuelve a pasar.',
} as const;

export const MESH: Translation<typeof ENGLISH, typeof TEXTS> = TEXTS;
