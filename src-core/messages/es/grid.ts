import type { GRID as ENGLISH } from '../en/grid.ts';
import type { Translation } from '../placeholders.ts';

const TEXTS = {
  'geoid-outside':
    'El geoide {file} no tiene valor en el punto {name}; dé uno que cubra la mina, o revise que la cuadrícula de --from sea la de la lista.',
  'geoid-refused':
    '{name} no es un geoide en GTX (una cabecera de 40 bytes y una altura de 4 bytes por nodo); dé el archivo .gtx que usa PROJ, entero.',
  'grid-datum':
    '{datum} a WGS 84 por el traslado publicado EPSG:{epsg} ({shift} m): exacto a {metres} m, basta para hallar la mina en un mapa, no para control.',
  'grid-epsg-unknown':
    'EPSG:{epsg} no está entre las cuadrículas conocidas: UTM 17 a 19 sur en WGS 84 (32717 a 32719), SIRGAS 2000 (31977 a 31979), Peru96 (5839, 5387, 5389) y PSAD56 (24877 a 24879).',
  'grid-factors':
    'Escala en la mina: proyección {point}, altura {elevation}, ambas {combined} metros de cuadrícula por metro de terreno.',
  'grid-fit-few': 'solo {count} puntos tienen el mismo nombre en ambas listas; hacen falta dos o más',
  'grid-fit-together': 'los puntos que ambas listas tienen están en un mismo lugar, que no fija dirección',
  'grid-fitted':
    'Cuadrícula {name} por {count} puntos: giro {degrees} grados, escala {scale}; escrita en {out}',
  'grid-key': 'su valor de {key} falta o no es lo que ahí corresponde',
  'grid-key-unknown': 'tiene la clave {key}, que no es de una cuadrícula; revise cómo está escrita',
  'grid-no-base':
    'La cuadrícula {name} no depende de ningún sistema publicado, y nada la une a otra; dé su epsg, origin, rotation y scale, o hállelos por puntos conocidos en ambas.',
  'grid-no-check': 'Los puntos alcanzan para la transformación y nada más: nada los comprueba. Dé uno más.',
  'grid-no-json': 'no es un JSON',
  'grid-not-ground':
    '100 m de la cuadrícula {name} son {millimetres} mm más que 100 m de terreno; longitudes y volúmenes de un levantamiento amarrado a ella se apartan en lo mismo. Use control en una cuadrícula de metros de terreno: una de mina cuya escala sea la de ambos factores.',
  'grid-refused': '{name} no es una cuadrícula que se pueda usar: {what}. Vea docs/exchange-formats.md.',
  'grid-residual': '{name}: este {east}, norte {north}, cota {up} mm',
  'grid-scale':
    'El levantamiento está en {name}, donde 100 m del mapa son {grid} m de terreno ({ppm} ppm): las longitudes que los puntos de control fijan son las de la cuadrícula, y así la longitud y el volumen. Amarre el levantamiento a una cuadrícula de metros de terreno (socavon grid).',
  'grid-sigma':
    'Desviación estándar de una coordenada {millimetres} mm, del giro {seconds} segundos de arco.',
  'grid-to-or-fit': 'Dé --to, la cuadrícula de destino, o --fit, una lista de los mismos puntos.',
  'grid-without-epsg': 'tiene origin, rotation o scale, pero ningún epsg al que lleven',
  'grid-without-origin': 'tiene rotation o scale, pero no origin: el mismo punto en ambas cuadrículas',
  'grid-written': '{count} puntos en la cuadrícula {name}, escritos en {out}',
  'help-grid':
    'convierte una lista de puntos de una cuadrícula a otra, o halla una cuadrícula de mina por puntos comunes',
  'help-grid-fit':
    'lista de los mismos puntos en la cuadrícula de la mina: la halla por mínimos cuadrados y escribe su archivo',
  'help-grid-free-scale': 'con --fit, estima también una escala (por defecto: 1)',
  'help-grid-from': 'cuadrícula de los puntos: EPSG:CÓDIGO o el archivo de una cuadrícula',
  'help-grid-geoid':
    'geoide (.gtx): las alturas de los puntos son sobre el elipsoide, y pasan a ser sobre el mar',
  'help-grid-name': 'con --fit, nombre de la cuadrícula de la mina (por defecto: el de la lista)',
  'help-grid-out': 'archivo a escribir: la lista, o con --fit la cuadrícula',
  'help-grid-points': 'lista de puntos: nombre,este,norte,cota, en la unidad de su cuadrícula',
  'help-grid-to': 'cuadrícula de destino: EPSG:CÓDIGO o el archivo de una cuadrícula',
  'help-run-grid':
    'cuadrícula de los puntos de control: EPSG:CÓDIGO o el archivo de una de mina; se declara en LAS y GeoPackage, y se revisa su escala',
  'grid-list-unit':
    'El proyecto guarda la cuadrícula {name} en {unit}, y la lista de puntos de control puede estar en ella o en metros; indique la cuadrícula de la lista con --grid.',
} as const;

export const GRID: Translation<typeof ENGLISH, typeof TEXTS> = TEXTS;
