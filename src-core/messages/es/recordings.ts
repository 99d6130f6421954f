import type { RECORDINGS as ENGLISH } from '../en/recordings.ts';
import type { Translation } from '../placeholders.ts';

const TEXTS = {
  'is-archive': '{name} es un archivo comprimido: descomprímalo y entregue las capturas que contiene.',
  'is-cloud':
    '{name} es una nube de puntos, no una captura de un sensor: no tiene barridos que se puedan alinear.',
  'is-livox':
    '{name} es una grabación de un Livox (LVX): sus puntos no forman una imagen de distancias, que la alineación necesita; expórtela como nube y mida esa.',
  'is-zstd':
    '{name} está comprimido entero con zstd: descomprímalo con "zstd -d {name}" y entregue el resultado.',
  'log-topic': '{topic} ({type}, {count})',
  'log-without-lidar':
    '{name} es un registro de mensajes sin datos LiDAR que se lean; contiene {topics}. Se leen paquetes de un Ouster o de un Velodyne, y nubes de puntos con anillo y tiempo en cada punto.',
  'metadata-of-other-maker':
    '{name} es una grabación de un {product}, que no necesita metadatos: omita --metadata.',
  'packets-unread':
    '{name} contiene paquetes de un {product} ({count} de {bytes} bytes al puerto {port}), que no se leen: conviértala en nubes de puntos con anillo y tiempo en cada punto, con el controlador del fabricante.',
  'rosbag2-damaged': '{name} es una base de datos que no se puede leer ({why}): copie el bag de nuevo.',
  'rosbag2-other-database':
    '{name} es una base de datos SQLite, pero no un bag de ROS 2: no tiene tablas de tópicos y mensajes.',
  'log-record-damaged':
    '{name} tiene un registro dañado en el byte {offset} ({why}), que se omitió con los mensajes que contiene; se usa lo que está antes y después.',
  'log-record-garbled': 'sus campos o sus datos comprimidos no concuerdan',
  'mcap-record-length': 'el registro del byte {offset} declara {length} bytes',
  'message-garbled':
    '{count} {count|mensaje|mensajes} de {topic} ({type}) en {name} {count|termina|terminan} a mitad de un campo y se {count|omitió|omitieron}.',
  'rosbag-compression':
    '{name} es un bag de ROS cuyos bloques están comprimidos con {compression}, que no se lee: descomprímalo con "rosbag decompress {name}", o comprímalo con lz4.',
  'spinning-still':
    'Los paquetes de {name} declaran azimuts que no giran como los de un sensor en marcha: grabe de nuevo cuando gire a su velocidad.',
  'spinning-table':
    'Se tomó la tabla del fabricante para el {product}, que no trae la calibración de cada unidad.',
} as const;

export const RECORDINGS: Translation<typeof ENGLISH, typeof TEXTS> = TEXTS;
