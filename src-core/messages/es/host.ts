import type { HOST as ENGLISH } from '../en/host.ts';
import type { Translation } from '../placeholders.ts';

const TEXTS = {
  'alignment-none-open': 'No hay ninguna alineación abierta; abra primero la de una sesión.',
  'dialog-browser': 'En un navegador los archivos se eligen en la ventana misma; use su lista de archivos.',
  'dialog-desktop': 'En la ventana de escritorio los archivos se eligen en el diálogo del sistema.',
  'engine-keeps-stopping':
    'El motor de levantamiento se detuvo solo varias veces; lo terminado se conserva. Inicie el programa de nuevo.',
  'engine-restarted':
    'El motor de levantamiento se detuvo solo y se inició de nuevo; lo terminado se conserva, así que repita este paso.',
  'map-notes-damaged': 'Las notas del mapa en {path} están dañadas; escriba otras en su lugar.',
  'map-part-none': 'El mapa no tiene esa parte; primero deje que se construya.',
  'message-unreadable': 'Llegó un mensaje que no se puede leer; cargue de nuevo la ventana.',
  'moved-unknown': 'No se buscaron retornos dinámicos en este mapa; pídalo primero con map.moved.',
  'path-no-folder': '{path} no está en ninguna carpeta elegida para escribir.',
  'picture-none': 'Lo que se iba a escribir en {name} no es una imagen.',
  'port-taken': 'está ocupado',
  'port-unusable': 'El puerto {port} no se puede usar ({why}); nombre otro con --port, o 0 para cualquiera.',
  'program-ended': 'El programa detrás de esta página terminó; inícielo de nuevo.',
  'program-mistake': 'Error interno; lo terminado se conserva. Vea el registro y vuelva a intentar.',
  'request-args': '{name} no se puede usar: {why}.',
  'request-args-at': '"{where}" de {name} no se puede usar: {why}.',
  'request-unknown': 'El motor no conoce la solicitud {name}.',
  'video-none': 'No se está escribiendo ningún video {id}.',
  'window-not-built': 'La ventana aún no está construida; ejecute primero npm run build.',
  'window-not-connected': 'La ventana aún no está conectada; vuelva a intentar en un momento.',
} as const;

export const HOST: Translation<typeof ENGLISH, typeof TEXTS> = TEXTS;
