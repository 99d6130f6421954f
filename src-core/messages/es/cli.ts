import type { CLI as ENGLISH } from '../en/cli.ts';
import type { Translation } from '../placeholders.ts';

const TEXTS = {
  'axis-option-alone': '{option} se refiere a un archivo; dé también --axis.',
  'benches-missing':
    'Los bancos de medición vienen con el código fuente y no están en esta instalación (no existe {folder}); ejecute este comando desde un clon.',
  'check-unknown': '{list} no tiene el punto {unknown} para chequear; tiene {points}.',
  'check-without-control': 'No hay puntos de control con que chequear; dé su lista con --control.',
  'control-too-few':
    '{list} deja {count} {count|punto|puntos} para amarrar el levantamiento; hacen falta tres que no estén en una línea, o dos y un momento quieto que dé el nivel.',
  'design-option-alone': '{option} se refiere a un diseño; dé también --design.',
  'earlier-pose-alone': '--earlier-pose ubica un levantamiento anterior; dé también --earlier.',
  'folder-without-capture':
    '{path} no tiene ninguna captura (.pcap, .pcapng, donuts) ni proyecto; nombre la carpeta o el archivo que los tenga.',
  'grade-start-alone': '--grade-start se refiere a un diseño; dé también --grade-design.',
  'json-broken': '{path} no es JSON completo; simule la labor de nuevo.',
  'metadata-or-sensor':
    'Elija un archivo de metadatos o el sensor nominal, no ambos: los metadatos dicen qué sensor es.',
  'metadata-or-sensor-cli': 'Dé --metadata o --sensor, no ambos: los metadatos dicen qué sensor es.',
  'option-unusable': 'La opción de {option} no se puede usar: {why}.',
  'sensor-unknown': 'No existe el sensor {sensor} para seguir sin metadatos; se conocen: {sensors}.',
  'start-or-near': 'Dé --start o --near, no ambos.',
  'swell-alone': 'Un esponjamiento solo no da toneladas; dé también --density.',
  'vehicle-missing': 'Hay opciones de un vehículo que no se dio; dé también --vehicle.',
} as const;

export const CLI: Translation<typeof ENGLISH, typeof TEXTS> = TEXTS;
