import type { CAPTURE as ENGLISH } from '../en/capture.ts';
import type { Translation } from '../placeholders.ts';

const TEXTS = {
  'beam-angles-assumed':
    'La tabla de haces trae {angles} ángulos para {beams} haces y los paquetes no dicen cuáles valen; se tomaron los de los canales {channels}, …',
  'beam-origin-assumed':
    '{name} no trae lidar_origin_to_beam_origin_mm; se tomó {millimetres} mm, el valor del fabricante para {product}.',
  'beam-origins-two': '{name} da dos orígenes del haz, {taken} mm y {other} mm; se tomó el primero.',
  'capture-block': 'el bloque pcapng en el byte {offset} {what}',
  'capture-block-length': 'declara {length} bytes',
  'capture-block-lengths': 'da dos longitudes distintas',
  'capture-block-magic': 'es un encabezado de sección sin su marca de orden de bytes',
  'capture-broke-off': 'la grabación o la copia se interrumpió',
  'capture-broken': '{name} no contiene nada legible, {why}: cópielo de nuevo desde la grabadora.',
  'capture-bytes-none': '{name} está vacío (0 bytes): cópielo de nuevo desde la grabadora.',
  'capture-cut':
    '{name} está cortada: {why}; lo que sigue al byte {byte} ({bytes} bytes) no es un registro entero y se dejó fuera; todo lo anterior se usa.',
  'capture-cut-at-once':
    '{names} está cortada antes del fin de su primer barrido ({bytes} bytes al final no son un registro entero): copie de nuevo la captura desde la grabadora.',
  'capture-frame-length': 'el registro en el byte {offset} declara una trama de {length} bytes',
  'capture-bzip2-broken':
    'sus datos bzip2 se interrumpen o están dañados después del byte {offset} de {size}',
  'capture-gzip-cut': 'sus datos gzip se interrumpen o están dañados antes del byte {end} de {size}',
  'capture-sum-wrong':
    '{name} está dañada: lo que se descomprime de sus datos {packed} tiene otra suma de control que la escrita; cópiela de nuevo desde la grabadora.',
  'capture-gzip-unpacked':
    'sus datos gzip no se pueden descomprimir cerca del byte {offset} de {size} ({why})',
  'capture-zstd-broken': 'sus datos zstd se interrumpen o están dañados antes del byte {offset} de {size}',
  'capture-header-cut':
    '{name} termina dentro de la cabecera pcap ({bytes} de {of} bytes): no se grabó nada o la copia se interrumpió; cópielo de nuevo.',
  'capture-none-given': 'No se dio ningún archivo de captura: nombre al menos uno.',
  'capture-of-another':
    'Ninguno de los {count} paquetes lidar de {names} corresponde a los metadatos: llevan el identificador de arranque {initId} y el número de serie {serial}, y los metadatos {expectedId} y {expectedSerial}; dé los metadatos que se guardaron con esta captura.',
  'capture-of-another-start':
    'Ninguno de los {count} paquetes lidar de {names} corresponde a los metadatos: llevan el identificador de arranque {initId} y el número de serie {serial}, y los metadatos {expectedId} y {expectedSerial}, de otro arranque del mismo sensor; dé los metadatos que se guardaron con esta captura.',
  'capture-twice': '{twin} y {name} son la misma captura, byte por byte; elíjala una sola vez.',
  'capture-unfit':
    'Los metadatos no corresponden a los paquetes de {names}: se esperaban paquetes lidar de {expected:or} y se hallaron {found}; dé los metadatos del sensor y modo que hicieron esta captura.',
  'capture-unknown':
    '{name} no es un archivo pcap, pcapng ni donut crudo (empieza con {start}): dé la captura como se grabó.',
  'capture-without-column':
    'Los {packets} paquetes lidar de {names} no traen ninguna columna válida: el sensor aún arrancaba; grabe de nuevo cuando funcione.',
  'capture-without-lidar':
    '{names} no trae paquetes lidar; trae {contents}: verifique que la grabación incluyó el puerto lidar del sensor ({port}).',
  'capture-without-scan':
    'La captura no trae ningún barrido entero, así que no hay nada que alinear; grabe al menos uno.',
  'captures-reordered': '{given} no se dieron en el orden en que se grabaron; se leen como {order}.',
  'captures-of-sensors':
    '{first} y {other} no son partes de una misma grabación: {why}. Impórtelas como sesiones separadas.',
  'captures-of-sensors-cli':
    '{first} y {other} no son partes de una misma grabación: {why}. Dé las capturas de cada sensor en una orden aparte.',
  'channels-assumed':
    'Solo {found} de {beams} haces dieron datos al inicio de {name}; se tomaron los canales {channels}, …',
  'channels-believed':
    'Los paquetes de {name} usan los canales {channels}, no los de la tabla de haces; se creyó a los paquetes.',
  'channels-unfit':
    'Los paquetes de {name} traen datos en {found} canales y los metadatos describen {beams} haces ({product}): dé los metadatos del sensor que hizo esta captura.',
  'columns-assumed': '{name} no trae columns_per_frame; se tomó {columns} de su lidar_mode {mode}.',
  'columns-changed':
    '{scans} {scans|barrido|barridos} en medio de la captura {scans|tiene|tienen} {columns} columnas en vez de {usual} y se {scans|omitió|omitieron}: grabe cada modo en su propia captura.',
  'columns-lost':
    'El {percent} % de las columnas nunca llegó (faltan en {scans} de {of} barridos): la grabadora o su red perdió paquetes.',
  'columns-unfit':
    'Los paquetes de {name} numeran sus columnas hasta {highest}; los metadatos dicen {columns} columnas por barrido (modo {mode}): dé los metadatos del modo en que se hizo esta captura.',
  'datagrams-incomplete':
    '{count} datagramas a los que falta un fragmento o que la grabadora cortó (grabe con la longitud de captura completa)',
  'differ-channels': 'traen datos {first} canales de sus paquetes en la primera y {other} en la otra',
  'differ-layout': 'los paquetes son {first:or} en la primera y {other:or} en la otra',
  'differ-mode': 'los metadatos dicen {first} para la primera y {other} para la otra',
  'differ-packets': 'los paquetes lidar tienen {first:or} bytes en la primera y {other:or} en la otra',
  'differ-serial': 'el número de serie del sensor es {first} en la primera y {other} en la otra',
  'differ-start':
    'el sensor se reinició entre ellas (identificador de arranque {first} en la primera y {other} en la otra)',
  'imu-profile-unread':
    '{name} nombra el perfil de IMU {profile}, que no se lee: la alineación va sin lecturas inerciales.',
  'link-type-unread':
    '{name} trae tramas de tipo de enlace {linkType}, que no se pueden leer: grabe en la interfaz Ethernet misma.',
  'metadata-angle-counts':
    'tiene {altitudes} ángulos de altitud de haz pero {azimuths} de acimut: el archivo fue editado o cortado',
  'metadata-angles-beams':
    'tiene {listed} ángulos de haz ({used} de ellos distintos de cero) para un sensor de {beams} haces',
  'metadata-angles-beyond': 'tiene ángulos de haz de más de 90 grados de altitud o 180 de acimut',
  'metadata-angles-product':
    'tiene {listed} ángulos de haz ({used} de ellos distintos de cero) para un sensor de {beams} haces ({product})',
  'metadata-misfit': '{name} no corresponde a la captura: {why}.',
  'metadata-misfit-of': '{name} ({why})',
  'metadata-figure': 'da {value} en {key}, donde un sensor tiene de {least} a {most}',
  'metadata-mode': 'da el lidar_mode "{mode}", que no es un modo como 1024x10',
  'metadata-mode-columns': 'se contradice: lidar_mode {mode}, pero {columns} columns_per_frame',
  'metadata-no-columns':
    'no nombra ni lidar_mode ni columns_per_frame, así que las columnas de un barrido no se conocen (agregue "lidar_mode": "1024x10", o el modo en que trabajó el sensor)',
  'metadata-no-json': 'no es JSON válido ({why})',
  'metadata-no-object': 'no contiene un objeto JSON',
  'metadata-none': 'No hay metadatos del sensor junto a {name}.',
  'metadata-none-cli': 'No hay metadatos del sensor para {name}: se buscó en {folder} {names}. {remedy}',
  'metadata-none-fitting': 'Ningún archivo de metadatos junto a {name} corresponde a sus paquetes.',
  'metadata-none-fitting-cli':
    'No hay metadatos del sensor para {name}: se buscó en {folder} {names}; no se tomaron: {misfits}. {remedy}',
  'metadata-not-one': 'no es metadata de sensor',
  'metadata-profile':
    '{name} nombra el perfil lidar {profile}, que no se puede leer: ponga el sensor en uno de {profiles} y grabe de nuevo.',
  'metadata-refused':
    '{name} {what}; descargue de nuevo los metadatos del sensor, o dé el archivo guardado con otra captura de él.',
  'metadata-remedy': 'Elija el archivo, o siga con el sensor nominal.',
  'metadata-remedy-cli':
    'Dé el archivo con --metadata, o tome un sensor nominal, como el de primera generación con --sensor os1-16.',
  'metadata-shift-far': 'desplaza una fila de píxeles en {shift} columnas, en un barrido de {columns}',
  'metadata-shifts': 'tiene {count} desplazamientos de píxel para {beams} haces',
  'metadata-transform': 'tiene un {key} que no es rotación y traslado',
  'metadata-value': 'tiene un valor que no se puede usar: {key} {why}',
  'metadata-window': 'da la ventana de columnas {first} a {last} en un barrido de {columns} columnas',
  'metadata-without': 'no tiene {missing}, así que las direcciones de los haces no se conocen',
  'metadata-zero-angles':
    'tiene solo ceros en sus {count} ángulos de haz, así que las direcciones de los haces no se conocen',
  'misfit-packets': 'describe paquetes de {described:or} y la captura tiene de {sizes}',
  'misfit-serial': 'su número de serie es {serial} y los paquetes llevan {carried}',
  'misfit-start': 'su identificador de arranque es {initId} y los paquetes llevan {carried}',
  'mode-assumed': '{name} no trae lidar_mode; se tomaron {hertz} vueltas por segundo.',
  'names-more': '{names} y {more} más',
  'no-imu': 'La captura no trae lecturas inerciales; cómo giró el sensor se toma solo de los barridos.',
  'nominal-sensor':
    'Sin metadatos: se tomó el OS1-16 nominal, cuyos ángulos difieren de una unidad real hasta en 0.3 grados; dé los metadatos para un levantamiento.',
  'packets-foreign':
    '{count} paquetes lidar vienen de otro sensor que el de los metadatos, o de otro arranque del mismo, y se dejaron fuera.',
  'packets-more': '{count} {count|paquete|paquetes} más',
  'packets-none': 'ningún paquete UDP',
  'packets-of-imu': '{count} {count|paquete|paquetes} de una IMU',
  'packets-of-layout': '{bytes} bytes ({layout})',
  'packets-of-port': '{count} {count|paquete|paquetes} de {bytes} bytes al puerto {port}',
  'packets-of-size': '{count} de {bytes} bytes ({layouts})',
  'port-differs':
    'Los paquetes lidar van al puerto {port} y los metadatos dicen {expected}; se reconocieron por tamaño y forma, así que no se pierde nada.',
  'product-unnamed': 'un producto sin nombre',
  'rate-changed':
    '{scans} de {of} barridos se hicieron a {hertz} rotaciones por segundo en vez de {usual}; se usan las marcas de tiempo de cada barrido.',
  'rate-contradicted':
    'Los metadatos dicen {stated} rotaciones por segundo (modo {mode}), las marcas de tiempo de los paquetes dicen {hertz}: se usan las marcas.',
  'senders-several':
    '{name} trae paquetes lidar de más de un emisor o puerto; solo se usan los del primero (puerto {port}): grabe cada sensor en su propia captura.',
  'sensor-packets': 'paquetes lidar de {bytes} bytes ({layout:or}) al puerto {port}',
  'sensor-sends': 'Serie {serials:and}, {packets}',
  'sensor-unnamed-sends': 'Sensor que no declara número de serie, {packets}',
  'transform-assumed': '{name} no trae {key}; se tomó la usual del fabricante.',
} as const;

export const CAPTURE: Translation<typeof ENGLISH, typeof TEXTS> = TEXTS;
