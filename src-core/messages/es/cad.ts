import type { CAD as ENGLISH } from '../en/cad.ts';
import type { Translation } from '../placeholders.ts';
import { TERMS } from '../terms.ts';

const TEXTS = {
  'axis-chainage-descends':
    'línea {line}: la progresiva {chainage} viene después de {before}; las progresivas deben ser crecientes',
  'axis-chainage-repeated': 'línea {line}: la progresiva {chainage} se repite; cada vértice necesita la suya',
  'axis-chainage-unit-plan':
    'línea {line}: la progresiva crece {grown} m donde la línea mide {metres} m en planta; verifique que progresiva y coordenadas estén en metros y sean de la misma línea',
  'axis-chainage-unit-slope':
    'línea {line}: la progresiva crece {grown} m donde la línea mide {metres} m; verifique que progresiva y coordenadas estén en metros y sean de la misma línea',
  'axis-csv-horizontal': '{name}: la progresiva sigue la planta de la línea (longitud horizontal).',
  'axis-csv-level':
    '{name}: el eje es horizontal, así que su progresiva es a la vez longitud inclinada y horizontal.',
  'axis-csv-none': 'no tiene ningún vértice; un eje necesita al menos dos',
  'axis-csv-one': 'tiene un solo vértice; un eje necesita al menos dos',
  'axis-csv-slope': '{name}: la progresiva sigue la línea en el espacio (longitud inclinada).',
  'axis-ending': 'Eje {name}: su extensión no es ninguna de {endings}; guárdelo como una de ellas.',
  'axis-line-none': 'El eje {name} no tiene ninguna línea llamada "{line}"; tiene {lines}.',
  'axis-line-short': 'la línea {line} tiene {count} de los cuatro números progresiva,x,y,z: "{content}"',
  'axis-lines-alike':
    'El eje {name} tiene {count} líneas llamadas "{line}" (líneas {at} del archivo); deje allí solo el eje.',
  'axis-lines-several': 'El eje {name} tiene {count} líneas ({lines}); diga por su nombre cuál es el eje.',
  'axis-far': 'línea {line}: {column} "{content}" queda más lejos que cualquier lugar de la Tierra',
  'axis-no-number': 'línea {line}: {column} "{content}" no es un número',
  'axis-only-closed': 'Eje {name}: no tiene ninguna línea abierta, solo contornos cerrados.',
  'axis-refused': 'Eje {name}: {what}.',
  'axis-start': 'El inicio {start} no es una progresiva; dé un número en metros.',
  'axis-too-short': 'mide solo {metres} m; un eje necesita al menos {least} m (revise su unidad)',
  'axis-vertex-no-number': 'el vértice {vertex} no es un número',
  'axis-vertex-repeated': 'línea {line}: el vértice está en el mismo lugar que el anterior',
  'axis-vertex-twice': 'el vértice {vertex} repite el anterior; cada uno necesita su propio lugar',
  'axis-vertical':
    'El eje sube a plomo entre sus vértices {from} y {to}, así que allí no tiene progresiva horizontal; cuéntela a lo largo de la pendiente.',
  'control-column-unknown':
    'la columna "{column}" no se conoce; use name, easting, northing, elevation, sigma, role',
  'control-csv-empty': 'no tiene ningún punto; escriba un name,easting,northing,elevation por línea',
  'control-csv-line': 'línea {line}: {what}',
  'control-csv-refused': 'Puntos de control {name}: {what}.',
  'control-decimal-comma': '{column} "{content}" tiene coma decimal; escríbalo con punto',
  'control-fields-few': 'hay {count} de los {least} campos {columns}: "{content}"',
  'control-fields-many':
    'hay {count} campos donde un punto tiene cuatro: "{content}"; escriba los decimales con punto, no con coma',
  'control-header-twice': 'el encabezado nombra {column} dos veces',
  'control-header-without': 'el encabezado no nombra {column}',
  'control-no-name': 'el punto no tiene nombre',
  'control-far': '{column} "{content}" queda más lejos que cualquier lugar de la Tierra',
  'control-no-number': '{column} "{content}" no es un número',
  'control-point-twice': 'el punto {name} ya está en la línea {line}; cada punto necesita su propio nombre',
  'control-points-together':
    '{name} está donde {other} de la línea {line}; dos nombres para un mismo punto no se pueden distinguir',
  'control-role': 'el rol "{role}" de {name} debe ser control o check',
  'control-sigma': 'la desviación estándar de {name}, {sigma} m, debe ser mayor que 0 y a lo más 10 m',
  'control-swapped':
    'el este {easting} y el norte {northing} de {name} parecen intercambiados (en el Perú un norte tiene 7 cifras y un este 6); ponga primero el este, o nombre las columnas en un encabezado',
  'drawing-as-stated': 'leído en {unit}, como se indicó.',
  'drawing-converted': 'convertido de {unit} a metros.',
  'drawing-cut':
    'El dibujo {name} termina en la línea {line} sin su marca de fin (EOF), así que le falta una parte; guárdelo o cópielo de nuevo.',
  'drawing-in-metres': 'en metros.',
  'drawing-line': 'Dibujo {name}: línea {line}: {what}.',
  'drawing-no-unit': 'no declara unidad, así que se leyó en metros.',
  'drawing-note': '{name}: {what}',
  'drawing-refused': 'Dibujo {name}: {what}.',
  'drawing-refused-file': 'El dibujo {name} {what}.',
  'drawing-size-in': '{size} en {unit}',
  'drawing-skipped': 'quedó fuera: {skipped}.',
  'drawing-skipped-blocks':
    'se omitió: {skipped}. El archivo no contiene los bloques de esos INSERT: una las referencias externas antes de guardarlo.',
  'drawing-unit-doubtful': 'declara {unit}; mediría {sizes:or}',
  'drawing-unit-none': 'no declara unidad y mide {size} si está en metros',
  'drawing-unit-refused':
    'El dibujo {name} {what}; diga en qué unidad está: metros (m), milímetros (mm), centímetros (cm), pies (ft) o pies topográficos de EE. UU. (us-ft).',
  'drawing-unit-stated': 'mide {size} si está en {unit}, como se indicó',
  'dxf-face-vertex':
    'línea {line}: una cara nombra el vértice {vertex} de los {count} de su malla; el archivo está dañado',
  'dxf-group-code':
    'línea {line}: "{code}" está donde debería haber un código de grupo; no es DXF, o está dañado',
  'dxf-group-missing': 'línea {line}: a {type} le falta su grupo {code}',
  'dxf-is-dwg': 'es un DWG, no un DXF; guárdelo como DXF',
  'dxf-layers-empty': 'no tiene líneas en {wanted}; sus capas con líneas son {there}',
  'dxf-no-line': 'no tiene ninguna línea, polilínea, arco, círculo, elipse ni spline',
  'dxf-no-line-only':
    'no tiene ninguna línea, polilínea, arco, círculo, elipse ni spline, solo {skipped}; convierta en polilíneas lo que importe, y una las referencias externas, antes de guardarlo',
  'dxf-no-number': 'línea {line}: "{content}" no es un número (grupo {code})',
  'dxf-no-text': 'no es texto ni un DXF binario, así que no es un DXF',
  'dxf-arc-fine':
    'Plano {name}: línea {line}: el arco o la curva de esta línea toma más de {most} cuerdas; sus cifras están mal.',
  'dxf-binary-code': 'byte {byte}: {code} está donde debería haber un código de grupo; está dañado',
  'dxf-binary-cut':
    'El plano {name} termina en el byte {byte} sin su marca de fin (EOF), así que falta una parte; guárdelo o cópielo de nuevo.',
  'dxf-block-cycle': 'línea {line}: el bloque "{block}" está dentro de sí mismo; está dañado',
  'dxf-blocks-deep':
    'línea {line}: hay bloques anidados a más de {most} niveles; descompóngalos antes de guardarlo',
  'dxf-blocks-many':
    'línea {line}: los INSERT hasta aquí colocan más de {most} puntos; descomponga los bloques que importen, o guarde solo sus capas',
  'dxf-far':
    'Plano {name}: línea {line}: un vértice de esta línea queda más lejos que cualquier lugar de la Tierra.',
  'dxf-insert-scale': 'línea {line}: el INSERT tiene una escala de 0',
  'dxf-spline-degree':
    'línea {line}: un SPLINE de grado {degree} no se lee; se leen los grados de 1 a {most}',
  'dxf-spline-fitted':
    '{count} {count|spline está dibujada|splines están dibujadas} solo por puntos de ajuste (líneas {at} del archivo); por ellos se trazó una cúbica suave, que puede diferir de lo que el programa CAD dibuja entre ellos.',
  'dxf-spline-knots':
    'línea {line}: el SPLINE tiene {points} puntos de control y {knots} nudos, que no forman una curva de grado {degree}',
  'dxf-spline-weights':
    'línea {line}: los pesos del SPLINE deben ser positivos, uno por cada punto de control',
  'dxf-vertex-incomplete': 'Dibujo {name}: línea {line}: a un vértice de esta línea le falta una coordenada.',
  'landxml-alignment': 'Dibujo {name}: el Alignment "{alignment}"',
  'landxml-attribute-missing': 'este {element} no tiene {attribute}',
  'landxml-attribute-no-number': '{attribute} "{content}" de {element} no es un número',
  'landxml-child-missing': 'este {element} no tiene {child}',
  'landxml-curve-end':
    '{element} termina a {metres} m de donde dice su End; radio, longitud, rot y coordenadas no concuerdan',
  'landxml-curve-returns':
    '{element} termina donde empieza y no declara longitud ni delta, así que puede ser nada o un círculo completo; expórtelo con su longitud, o quítelo',
  'landxml-curve-turns': 'esta espiral da {turns} vueltas; su longitud o un radio están mal',
  'landxml-curves-overlap': 'esta curva vertical se superpone a la vecina',
  'landxml-element-unknown': '{element} no se conoce aquí; sí Line, Curve, Spiral e IrregularLine',
  'landxml-delta-differs':
    '{element} declara un delta de {stated} donde sus coordenadas dan {degrees} grados; corríjalo o exporte de nuevo el alineamiento',
  'landxml-element-differs':
    '{element} declara {attribute} de {stated} m donde sus coordenadas dan {metres} m; corríjalo o exporte de nuevo el alineamiento',
  'landxml-equation-back':
    'esta ecuación de progresivas empieza en {back} (staBack) donde la progresiva anterior es {before}; corríjala o exporte de nuevo el alineamiento',
  'landxml-equation-at': 'desde {internal} el archivo dice {ahead} ({shift})',
  'landxml-equation-at-falling': 'desde {internal} el archivo dice {ahead}, en descenso',
  'landxml-equation-outside':
    'esta ecuación de progresivas está en {internal} (staInternal), fuera del alineamiento, que va de {from} a {to}',
  'landxml-equation-profile':
    'el perfil termina en {end}, como cuentan las ecuaciones de progresivas, pero un LandXML lleva su perfil en progresivas continuas, que terminan en {to}; expórtelo con progresivas continuas',
  'landxml-equations':
    'el Alignment "{alignment}" tiene {count} {count|ecuación|ecuaciones} de progresivas: las progresivas aquí, dadas y mostradas, siguen sin salto (staInternal): {where}.',
  'landxml-equations-unused':
    'las ecuaciones de progresivas del Alignment "{alignment}" no se usan, porque su progresiva se cuenta como se indicó.',
  'landxml-far': '"{content}" en {element} queda más lejos que cualquier lugar de la Tierra',
  'landxml-flat': '{title} no tiene perfil; todo él está a {metres} m, como se indicó.',
  'landxml-gap': '{element} empieza a {metres} m de donde termina el elemento anterior',
  'landxml-heights-end':
    '{title} va de {from} a {to}; sus cotas terminan en {first} y {last}, y el eje también.',
  'landxml-holds': 'El plano {name} no tiene ningún Alignment, solo {holds}; exporte el alineamiento mismo.',
  'landxml-length-differs':
    'el Alignment "{alignment}" declara una longitud de {stated} m y sus elementos miden {metres} m; valen los elementos.',
  'landxml-no-alignment':
    'El dibujo {name} no tiene Alignment; exporte el alineamiento mismo, no solo su superficie o sus puntos.',
  'landxml-no-cgpoint': 'no existe el CgPoint "{reference}"',
  'landxml-no-coordgeom': 'no tiene CoordGeom',
  'landxml-no-coordinates': '"{content}" no es norte y este',
  'landxml-no-element': 'no tiene ningún elemento',
  'landxml-long': '{title} mide {kilometres} km, como ninguna labor; revise sus coordenadas y su unidad.',
  'landxml-negative': '{attribute} "{content}" de {element} es negativo',
  'landxml-no-profile':
    '{title} no tiene perfil, así que no tiene cotas; expórtelo con su perfil, o indique la cota de todo él.',
  'landxml-no-station': '"{content}" no es progresiva y cota',
  'landxml-no-unit':
    'El dibujo {name} no declara unidad de longitud; diga cuál es: metros (m), pies (ft) o pies topográficos de EE. UU. (us-ft).',
  'landxml-other-root': 'El dibujo {name} es un XML de {root}, no un LandXML.',
  'landxml-part-no-number': '"{content}" en {element} no es un número',
  'landxml-profile-short': '{title} va de {from} a {to}, y su perfil tiene cotas solo de {first} a {last}.',
  'landxml-profiles':
    'el Alignment "{alignment}" tiene {count} perfiles; el primero, "{first}", da las cotas.',
  'landxml-refused': 'Plano {name}, Alignment "{alignment}": línea {line}: {what}.',
  'landxml-rot': 'su rot es "{rot}"; debe ser cw o ccw',
  'landxml-rot-missing': 'le falta rot; debe ser cw o ccw',
  'landxml-spiral': 'una espiral del tipo {kind} no se conoce aquí, solo la clotoide',
  'landxml-station-order': 'su progresiva {station} no sigue a {before}',
  'landxml-surface':
    'superficie "{surface}": no es un punto ni una cara de un TIN que se pueda leer: "{content}"',
  'landxml-unit-unknown':
    'El dibujo {name} está en la unidad "{unit}", que no se admite; diga cuál es: metros (m), pies (ft) o pies topográficos de EE. UU. (us-ft).',
  'landxml-upright':
    'El eje de {name} tiene una parte vertical, que un alineamiento LandXML no puede contener; deje fuera LandXML.',
  'str-binary':
    'es un archivo de cadenas binario de una disposición que no se conoce; guárdelo desde Surpac como texto (archivo de cadenas ASCII)',
  'str-cut':
    'El archivo de cadenas {name} termina en la línea {line} sin su registro final (0, 0, 0, 0, END), así que puede faltarle una parte; guárdelo o cópielo de nuevo.',
  'str-elevation':
    'línea {line}: una cota de {metres} m no es posible; el orden es cadena, norte, este, cota, y los decimales van con punto',
  'str-empty': 'El archivo de cadenas {name} no tiene ninguna cadena de dos puntos o más.',
  'str-far': 'línea {line}: {content} queda más lejos que cualquier lugar de la Tierra',
  'str-no-axis-record':
    'la línea {line} no es un registro de eje (0 y seis números), así que no es un archivo de cadenas de Surpac',
  'str-no-record': 'línea {line}: "{content}" no es un registro de número de cadena, norte, este, cota',
  'str-refused': 'Archivo de cadenas {name}: {what}.',
  'str-refused-file': 'El archivo de cadenas {name} {what}.',
  'str-single-points': '{name}: se dejaron fuera {alone} cadenas de un solo punto.',
  'str-unit': '{name}: los archivos de cadenas no declaran unidad; se leyó en {unit}.',
  'unit-cm': TERMS.centimetres.es,
  'unit-ft': 'pies',
  'unit-in': 'pulgadas',
  'unit-km': 'kilómetros',
  'unit-m': 'metros',
  'unit-mm': TERMS.millimetres.es,
  'unit-us-ft': 'pies topográficos de EE. UU.',
  'xml-cut':
    'El dibujo {name} termina en la línea {line} antes que su elemento {root}, así que le falta una parte; guárdelo o cópielo de nuevo.',
  'xml-empty': 'El dibujo {name} no tiene ningún elemento XML.',
  'xml-none': 'El dibujo {name} no es XML, así que no es LandXML.',
  'xml-parser': 'está anidado demasiado hondo o es demasiado grande para leerlo',
} as const;

export const CAD: Translation<typeof ENGLISH, typeof TEXTS> = TEXTS;
