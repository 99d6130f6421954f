import type { HELP as ENGLISH } from '../en/help.ts';
import type { Translation } from '../placeholders.ts';

const TEXTS = {
  'help-arguments': 'Argumentos:',
  'help-bench': 'mide este programa; `bench papers` repite cada experimento de los artículos',
  'help-bench-name': 'lo que admite `npm run bench`; sin nada lista los bancos de medición',
  'help-choices': 'opciones: {choices}',
  'help-commands': 'Comandos:',
  'help-compare':
    'cambios de una labor entre dos levantamientos: volumen del periodo, avance, disparos, convergencia',
  'help-compare-first': 'archivo de proyecto con ambos levantamientos, o con el anterior',
  'help-compare-second': 'archivo de proyecto con el levantamiento posterior',
  'help-default': 'por defecto: {value}',
  'help-demo': 'simula una labor, la levanta desde su captura y compara el volumen con el verdadero',
  'help-demo-out': 'carpeta para la captura, el proyecto y los resultados',
  'help-doctor': 'qué funciona en esta máquina y qué hacer donde algo no funciona',
  'help-global-options': 'Opciones globales:',
  'help-help': 'mostrar la ayuda del comando',
  'help-info':
    'qué contiene una captura, unos metadatos, un proyecto o una carpeta simulada, y qué está mal en ellos',
  'help-info-path': 'captura (.pcap, .pcapng, .gz, donut), metadatos .json, proyecto .socavon o carpeta',
  'help-join': 'ubica una segunda sesión de la misma labor en la primera, que queda como está',
  'help-join-both': 'ajustar las poses de ambas sesiones; lo que el proyecto guarda de ella queda',
  'help-join-near':
    'dónde empieza a lo largo de la trayectoria de la otra, a menos de 5 m: metros desde su inicio',
  'help-join-project': 'archivo de proyecto con ambas sesiones, alineadas',
  'help-join-session': 'sesión que se ubica en la otra',
  'help-join-start':
    'dónde empieza la sesión en el mapa de la otra, a menos de 3 m, y hacia dónde mira el sensor, grados a la izquierda desde x (por defecto: se busca)',
  'help-join-to': 'sesión que queda',
  'help-json': 'imprimir el resultado como un objeto JSON',
  'help-json-address': 'imprimir la dirección como un objeto JSON, de inmediato',
  'help-json-findings': 'imprimir los hallazgos como un objeto JSON',
  'help-json-it': 'imprimirlo como un objeto JSON',
  'help-json-times': 'imprimir todos los tiempos como un objeto JSON',
  'help-json-written': 'imprimir lo escrito como un objeto JSON',
  'help-language': 'de lo que se imprime (por defecto: el del sistema)',
  'help-of-drive': 'de la labor',
  'help-of-robot': 'del robot',
  'help-options': 'Opciones:',
  'help-profiles': 'secciones de un proyecto alineado como tablas y dibujos, con eje y planta',
  'help-project-aligned': 'archivo de proyecto con los barridos alineados',
  'help-register': 'halla la transformación rígida que ubica un archivo de puntos sobre otro',
  'help-register-cell-level':
    'corresponder con las celdas de este nivel de un árbol k-d, 0 su raíz: menos celdas son más rápidas y menos exactas',
  'help-register-downsample': 'conservar la media de cada cubo de esta arista; 0 conserva todo',
  'help-register-engine': 'motor; auto: el más rápido',
  'help-register-init':
    'transformación inicial, 16 números fila por fila o el JSON de este comando (por defecto: identidad)',
  'help-register-max-distance':
    'los pares más alejados no se corresponden (por defecto: dos veces y media la distancia mediana al inicio)',
  'help-register-method': 'cómo se halla la transformación',
  'help-register-search':
    'cómo se hallan los puntos más cercanos (por defecto: kd-tree, en la GPU voxel-bins)',
  'help-register-source': 'puntos que se mueven: PLY, PCD, LAS o un texto de x y z',
  'help-register-target': 'puntos que quedan',
  'help-report': 'el informe de un proyecto alineado, como se firma',
  'help-run': 'de las capturas a un mapa alineado y un informe de volumen',
  'help-run-captures': 'archivos de una sesión, en orden: .pcap, .pcapng o donuts crudos, simples o .gz',
  'help-seed-bytes': 'la misma semilla da los mismos bytes',
  'help-seed-drive': 'la misma semilla da la misma labor',
  'help-serve':
    'la ventana en un navegador de esta máquina, para los archivos de una carpeta; termina con Ctrl-C',
  'help-serve-folder': 'lo que la ventana puede leer y escribir',
  'help-serve-open': 'abrir el navegador',
  'help-serve-port': 'en 127.0.0.1; 0: cualquiera que esté libre',
  'help-simulate': 'una captura de una labor inventada como la enviaría el sensor, con su verdad',
  'help-simulate-albedo': 'brillo de la roca: a manchas, uniforme o en anillos que se repiten',
  'help-simulate-albedo-period': 'de --albedo periodic (1.5)',
  'help-simulate-chainage': 'otro rango cuyo volumen verdadero se quiere',
  'help-simulate-closed':
    'el hastial izquierdo se cerró desde el levantamiento anterior, en 4 m por 2 m; se puede repetir',
  'help-simulate-donuts': 'escribir también cada barrido como un archivo donut crudo',
  'help-simulate-face':
    'progresiva a la que llegó el frente: un levantamiento anterior de la misma labor y roca',
  'help-simulate-layout': 'paquetes de 12608 bytes (16 de 64 canales usados) o de 3392',
  'help-simulate-length': 'de la labor, del portal al frente',
  'help-simulate-moving': 'empezar con el robot ya en marcha',
  'help-simulate-out': 'carpeta para capture.pcap, metadata.json y los archivos de verdad',
  'help-simulate-preset': 'tipo de labor: rugosa por disparos, lisa (degenerada), con curvas ...',
  'help-simulate-reverse': 'retroceder tantos metros en una progresiva; se puede repetir',
  'help-simulate-scaled': 'hastiales y corona se desataron desde entonces, en 4 m; se puede repetir',
  'help-simulate-since': 'progresiva del frente en el levantamiento anterior: escribe la verdad del periodo',
  'help-simulate-stand': 'detenerse en una progresiva S segundos; se puede repetir',
  'help-simulate-survey-seed': 'solo del balanceo y del sensor: otro levantamiento de la misma roca',
  'help-simulate-target-size': 'diámetro de una señal',
  'help-simulate-targets':
    'tres señales reflectantes en las paredes cada M metros (30); control.csv tiene sus coordenadas',
  'help-simulate-turn': 'girar en el sitio en una progresiva; se puede repetir',
  'help-simulate-walker': 'alguien con chaleco reflectante camina tantos metros adelante (4)',
  'help-tune': 'cronometra los núcleos en la tarjeta gráfica de esta máquina y guarda cómo corren más rápido',
  'help-tune-points': 'de las nubes incorporadas; la grande tiene 16 veces más',
  'help-tune-rounds': 'cuántas veces se cronometra cada uno; vale la mediana',
  'help-tune-software': 'ajustar un adaptador que calcula en el procesador: para probar el comando',
  'help-unroll':
    'la pared de un proyecto alineado, desarrollada: cada capa como PNG con archivo de georreferencia y como GeoTIFF',
  'help-usage': 'Uso:',
  'help-version': 'mostrar la versión',
  'help-volume':
    'el volumen de un proyecto alineado con su ±, por cada método; sobrerotura, subrotura y toneladas',
} as const;

export const HELP: Translation<typeof ENGLISH, typeof TEXTS> = TEXTS;
