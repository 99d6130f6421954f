import type { RECORDINGS as ENGLISH } from '../en/recordings.ts';
import type { Translation } from '../placeholders.ts';

const TEXTS = {
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
