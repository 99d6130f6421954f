import type { RECORDINGS as ENGLISH } from '../en/recordings.ts';
import type { Translation } from '../placeholders.ts';

const TEXTS = {
  'clouds-ahead':
    'El reloj de las nubes de puntos se adelantó {seconds} s, {at} s después de la primera: se puso en hora durante la grabación. Siguen desde donde estaban.',
  'clouds-back':
    'El reloj de las nubes de puntos retrocedió {seconds} s, {at} s después de la primera: el sensor se reinició, o su reloj se puso en hora, durante la grabación. Siguen desde donde estaban.',
  'clouds-paused':
    'La grabación tiene {count} {count|pausa|pausas} sin nubes de puntos, {total} s en total ({places}): el equipo de grabación, el controlador o la red se detuvo ahí, y no se midió cómo se movió el sensor entretanto.',
  'point-times-clock':
    'Los tiempos de los puntos de {topic} son de un reloj que no es el de los tiempos de sus mensajes, en {unit}: se pasaron al reloj de los mensajes.',
  'point-times-unclear':
    'Los tiempos de los puntos de {topic} en {name} abarcan {span} en un mensaje, y los mensajes llegan cada {interval} s: ni como segundos, milisegundos, microsegundos o nanosegundos ni como partes de una vuelta caben entre dos mensajes. Grabe el tema de nuevo con un controlador que escriba segundos después del tiempo del mensaje.',
  'point-times-unit':
    'Los tiempos de los puntos de {topic} se tomaron por {unit}: los mensajes llegan cada {interval} s, y los puntos de uno no pueden durar más.',
  'unit-microseconds': 'microsegundos',
  'unit-milliseconds': 'milisegundos',
  'unit-nanoseconds': 'nanosegundos',
  'unit-rotations': 'partes de una vuelta',
  'unit-seconds': 'segundos',
  'cloud-garbled': 'Se omitieron algunos mensajes de {topic} ({type}): {why}.',
  'cloud-points-thinned':
    '{count|Se omitió|Se omitieron} {count} {count|punto|puntos} de {topic}: las nubes posteriores tienen más del doble de puntos que las primeras, y un barrido sin tiempos no admite más.',
  'cloud-strays':
    '{count} {count|punto|puntos} de {topic} {count|tiene|tienen} un anillo que las primeras nubes no tenían y se {count|omitió|omitieron}.',
  'clouds-empty': 'Las nubes de puntos de {topic} en {name} no tienen ningún punto: grabe de nuevo.',
  'clouds-world':
    'Los puntos de {topic} en {name} no rodean su origen como los ve un sensor: están en las coordenadas de un mapa. Grabe el tema del controlador del sensor; o exporte el mapa como nube, y se mide como tal.',
  'cloud-table':
    'Las direcciones de los {rings} haces se ajustaron a los puntos de {topic}, con los milímetros a los que su controlador los redondeó; los paquetes o los metadatos del sensor las darían exactas.',
  'cloud-without-rings':
    'Las nubes de puntos de {topic} en {name} no determinan los haces de un sensor giratorio: se necesitan al menos 4 anillos con 20 puntos cada uno sobre un cuarto de vuelta.',
  'cloud-without-xyz': 'Las nubes de puntos de {topic} en {name} no traen los campos x, y, z.',
  'cloud-frames':
    'No se conoce el sensor de las nubes: su sistema se toma por el del sensor, y su ruido y su sesgo se suponen.',
  'frames-option-alone':
    '{option} vale para nubes que se miden tal como están ubicadas: indique también las poses de los barridos de {name}, o no la indique.',
  'frames-option-alone-cli':
    '{option} vale para nubes que se miden tal como están ubicadas: dé las poses de los barridos de {name} con --trajectory, o no la use.',
  'frames-pose-stamp':
    'Las poses de {name} corresponden a los barridos en su orden: los {count} barridos se ubican con ellas tal cual, y nada se alinea.',
  'frames-backwards':
    'El tiempo de {name} es {seconds} s anterior al de {before}: los barridos no están en el orden en que se grabaron, o se ajustó su reloj; corrija sus tiempos, o importe lo anterior y lo posterior como dos recorridos.',
  'frames-differ':
    '{name} es una nube de otro formato ({own}) que el primer barrido ({other}): entregue una carpeta que solo tenga los barridos de un recorrido.',
  'frames-empty': 'Los barridos de {name} no tienen puntos: expórtelos de nuevo.',
  'frames-instant':
    'Los puntos de {name} no traen tiempo propio: cada barrido se toma como medido en un instante, y el movimiento durante él no se compensa. Si el programa que los escribió tampoco lo compensó, las paredes quedan corridas en lo que el sensor avanza en una vuelta.',
  'frames-large':
    '{name} tiene {count} puntos, más que un barrido de un sensor en movimiento: si es un escaneo desde trípode o un mapa, entregue el archivo mismo y se mide como nube.',
  'frames-long':
    'Los tiempos de los puntos de {name} abarcan {seconds} s, más que un barrido de un sensor en movimiento: si es un mapa, entregue el archivo mismo y se mide como nube.',
  'frames-millimetres':
    'La mitad de los puntos de {name} está a más de {metres} m de su origen: sus coordenadas no son metros; indique su unidad.',
  'frames-millimetres-cli':
    'La mitad de los puntos de {name} está a más de {metres} m de su origen: sus coordenadas no son metros; indique su unidad, por ejemplo --cloud-unit mm.',
  'folder-mixed':
    '{path} tiene juntas capturas ({captures}) y nubes ({clouds}); elija los archivos de un solo tipo, o póngalos en carpetas separadas.',
  'folder-nothing':
    '{path} no tiene nada que importar: ni capturas ni nubes; elija la carpeta que las tiene.',
  'folder-many': '{path} tiene {count} capturas; se importan hasta {most} a la vez: elija algunas.',
  'clouds-of-a-drive': 'nubes de un recorrido',
  'frames-one':
    '{name} contiene una sola nube, que no es un recorrido: entregue el archivo mismo y se mide como nube.',
  'frames-poses-count':
    '{poses} tiene {count} {count|pose|poses} para los {frames} barridos de {name}: se necesita una para cada uno, en su orden.',
  'frames-poses-line':
    'La línea {line} de {name} no es una pose: 12 números de una matriz de 3 filas, como las escribe KITTI.',
  'frames-rate-assumed':
    'Nada indica los tiempos de los barridos de {name}: se supusieron {hertz} por segundo. Longitudes y volúmenes no dependen de ello; velocidades y tiempos, sí.',
  'frames-some-empty':
    '{count} {count|barrido|barridos} de {name} no {count|tiene|tienen} puntos y se {count|omitió|omitieron}.',
  'frames-time-missing':
    'Los puntos de {name} no traen tiempo, a diferencia de los de los primeros barridos: exporte todos los barridos de la misma manera.',
  'frames-times-count':
    '{times} tiene {count} {count|tiempo|tiempos} para los {frames} barridos de {name}: se necesita uno para cada uno, en su orden.',
  'frames-times-line': 'La línea {line} de {name} no es un tiempo: se necesitan segundos, o fecha y hora.',
  'frames-times-unclear':
    'Los tiempos de los puntos de {name} abarcan {span} en un barrido, y los barridos llegan cada {interval} s: ni como segundos, milisegundos, microsegundos o nanosegundos ni como partes de una vuelta caben entre dos barridos. Exporte los barridos con segundos después del tiempo del barrido.',
  'frames-times-unit':
    'Los tiempos de los puntos de {name} se tomaron por {unit}: los barridos llegan cada {interval} s, y los puntos de uno no pueden durar más.',
  'frames-world':
    'Los puntos de {name} no rodean su origen como los ve un sensor: sus coordenadas son las de un mapa, no las del sensor. Exporte los barridos en el sistema del sensor; o entregue los archivos mismos y se miden como una sola nube.',
  'container-newer':
    '{name} es de la versión {version} de {format}, más nueva que las versiones hasta la {known} que se leen: no está dañado. Guárdelo en una versión anterior con el programa que lo escribió, o use un Socavón más nuevo.',
  'engine-timed-clouds':
    'La tarjeta gráfica solo alinea imágenes de distancias, y estos barridos son nubes con tiempos: alinéelos en el procesador.',
  'engine-timed-clouds-cli':
    'La tarjeta gráfica solo alinea imágenes de distancias, y estos barridos son nubes con tiempos: elija --engine cpu o auto.',
  'calibrate-timed-clouds':
    'El instrumento no se calibró: en nubes con tiempos no se sabe qué haz midió cada punto.',
  'moved-not-searched':
    'No se buscó lo que se movía: se encuentra en imágenes de distancias, y estos barridos son nubes con tiempos. Personas y vehículos quedan en el mapa.',
  'targets-not-searched':
    'No se buscaron dianas: se encuentran en imágenes de distancias, y estos barridos son nubes con tiempos.',
  'livox-assumed':
    'El ruido y el sesgo del Livox se suponen: indique la cota de su hoja de datos como sesgo de distancias.',
  'livox-assumed-cli':
    'El ruido y el sesgo del Livox se suponen: indique la cota de su hoja de datos con --range-bias.',
  'livox-empty': '{name} contiene paquetes o mensajes de un Livox sin un solo punto: grabe de nuevo.',
  'livox-topics': 'Los puntos de {other} se omitieron: se lee {topic}, un sensor a la vez.',
  'lvx2-frame-damaged':
    '{name} tiene un barrido dañado en el byte {byte}: lo que sigue en él se omitió; lo anterior y lo posterior se usa.',
  'calibration-kind':
    '{name} no es una calibración del {product}: entregue su db.xml, o el YAML que el controlador de ROS hace de él.',
  'calibration-laser':
    '{name} no da un {field} posible del láser {laser} (se cuentan desde 0) del {product}: entregue el db.xml que vino con el sensor, o el YAML que el controlador de ROS hace de él.',
  'calibration-lasers':
    '{name} da {count} láseres donde el {product} tiene {lasers}: entregue la calibración de este sensor.',
  'calibration-none':
    '{name} tiene paquetes de un {product}, que no se pueden leer sin la calibración de sus {channels} láseres, y no hay ninguna junto a ella: ponga el db.xml que vino con el sensor, o el YAML que el controlador de ROS hace de él, en la carpeta de la captura, o nómbrelo como sus metadatos.',
  'calibration-none-cli':
    '{name} tiene paquetes de un {product}, que no se pueden leer sin la calibración de sus {channels} láseres, y no hay ninguna junto a ella: dé el db.xml que vino con el sensor, o el YAML que el controlador de ROS hace de él, con --metadata.',
  'calibration-resolution':
    '{name} da distancias de {millimetres} mm por unidad, donde los paquetes del {product} tienen 2 mm: entregue la calibración de este sensor.',
  'calibration-overfull':
    '{name} contiene mucho más que la calibración de un sensor; entregue de nuevo el archivo de calibración del sensor.',
  'calibration-text':
    '{name} no se puede leer ({why}): entregue de nuevo el archivo de calibración del sensor.',
  'hdl64-pace':
    '{name} tiene paquetes de un Velodyne HDL-64E cada {microseconds} microsegundos, lo que no es de ninguna serie S2 o S3: las anteriores no se leen.',
  'correction-found':
    'Los ángulos del {product} son los de {name}, el archivo de corrección junto a la captura.',
  'correction-header':
    '{name} no es un archivo de corrección de ángulos del {product}: su primera línea debe ser "Laser id,Elevation,Azimuth"; guárdelo desde la página web del sensor.',
  'correction-missing':
    '{name} no da los ángulos del canal {channel} de {channels} del {product}; guárdelo de nuevo desde la página web del sensor.',
  'correction-none':
    '{name} tiene paquetes de un {product}, cuyos ángulos solo da su archivo de corrección, y no hay ninguno de {channels} canales junto a ella: guarde el archivo de corrección de ángulos (CSV) desde la página web del sensor en la carpeta de la captura, o nómbrelo como sus metadatos.',
  'correction-none-cli':
    '{name} tiene paquetes de un {product}, cuyos ángulos solo da su archivo de corrección, y no hay ninguno de {channels} canales junto a ella: guarde el archivo de corrección de ángulos (CSV) desde la página web del sensor, y delo con --metadata.',
  'correction-row':
    '{name}, línea {line}, no es la fila de uno de {channels} canales del {product} con su número, elevación y acimut en grados, o repite un canal; guarde el archivo de nuevo desde la página web del sensor.',
  'correction-several':
    'Varios archivos de corrección junto a {name} corresponden a un {product} ({names}): nombre el del sensor como sus metadatos.',
  'correction-several-cli':
    'Varios archivos de corrección junto a {name} corresponden a un {product} ({names}): dé el del sensor con --metadata.',
  'is-archive': '{name} es un archivo comprimido: descomprímalo y entregue las capturas que contiene.',
  'is-bare-points':
    '{name} contiene puntos sueltos (x, y, z, intensidad, como los archivos .bin de KITTI), un barrido sin tiempos: entregue la carpeta con todos los barridos del recorrido y se alinean; con las poses de los barridos se ubican por ellas.',
  'is-cloud':
    '{name} es una nube de puntos ({format}), no una captura de un sensor: no tiene escaneos que alinear, pero se puede medir tal como está; impórtela como nube.',
  'is-cloud-cli':
    '{name} es una nube de puntos ({format}), no una captura de un sensor: no tiene escaneos que alinear, pero se puede medir tal como está: socavon run {name}.',
  'is-drawing':
    '{name} es un dibujo ({format}), ni captura ni nube: importe la captura o la nube, y dé el dibujo como su diseño o su eje.',
  'is-drawing-cli':
    '{name} es un dibujo ({format}), ni captura ni nube: dé la captura o la nube, y el dibujo con --design o --axis.',
  'is-dwg':
    '{name} es un dibujo (DWG), ni captura ni nube: guárdelo como DXF y délo como diseño o eje de un levantamiento.',
  'is-numbers':
    '{name} es un texto de números, no una captura: si son los puntos de una nube, póngale la extensión .xyz.',
  'is-packed-cloud':
    '{name} es una nube de puntos ({format}) comprimida con {packed}: descomprímala, y lo que salga se puede medir como nube.',
  'is-trajectory':
    '{name} es una trayectoria ({format}: una pose por línea) y no tiene escaneos ni puntos; dé la nube, y este archivo como su trayectoria.',
  'is-trajectory-cli':
    '{name} es una trayectoria ({format}: una pose por línea) y no tiene escaneos ni puntos; dé la nube, y este archivo con --trajectory.',
  'is-livox':
    '{name} es una grabación de un Livox en el formato antiguo LVX, que no se lee: reprodúzcala con el controlador del fabricante y grabe sus mensajes (CustomMsg) en un bag, que sí se leen.',
  'is-zstd':
    '{name} está comprimido con zstd de un modo que no se lee, con un diccionario o una ventana muy ancha: descomprímalo con el programa zstd y entregue el resultado.',
  'is-zstd-cli':
    '{name} está comprimido con zstd de un modo que no se lee, con un diccionario o una ventana muy ancha: descomprímalo con "zstd -d --long=31 {name}" y entregue el resultado.',
  'json-design':
    '{name} es el diseño de secciones, no los metadatos de un sensor: entréguelo como diseño de un levantamiento.',
  'json-empty':
    '{name} es un objeto JSON vacío, no los metadatos de un sensor: entregue el archivo que se guardó con la captura.',
  'json-geo':
    '{name} es un dibujo para un mapa (GeoJSON), no los metadatos de un sensor, y no se lee: guarde sus líneas como DXF o CSV, y entréguelas como eje o diseño.',
  'json-known':
    '{name} no son los metadatos de un sensor, sino otro archivo ({content}): dé el JSON que se guardó con la captura.',
  'json-other':
    '{name} no son los metadatos de un sensor: no tiene ninguna de sus claves, sino {keys}; entregue el archivo que se guardó con la captura.',
  'log-empty':
    '{name} es un registro sin un solo mensaje: no se grabó nada, o los temas no estaban; grabe de nuevo y mire los temas mientras graba.',
  'log-topic': '{topic} ({type}, {count})',
  'log-without-lidar':
    '{name} es un registro de mensajes sin datos LiDAR que se lean; contiene {topics}. Se leen paquetes de un Ouster, Velodyne, Hesai PandarXT o RoboSense, y nubes de puntos con anillo y tiempo en cada punto.',
  'metadata-of-other-maker':
    '{name} es una grabación de un {product}, que no necesita metadatos: quite los metadatos.',
  'metadata-of-other-maker-cli':
    '{name} es una grabación de un {product}, que no necesita metadatos: omita --metadata.',
  'packets-livox':
    '{name} contiene paquetes de un {product} ({count} de {bytes} bytes al puerto {port}) en el protocolo antiguo, que no se lee: grabe los mensajes de su controlador (CustomMsg) en un bag, que sí se leen.',
  'packets-of-position':
    '{name} contiene {count} {count|paquete|paquetes} de posición de un Velodyne (puerto {port}), que {count|da|dan} hora y lugar, y ningún dato lidar: grabe también el puerto de sus datos (2368).',
  'packets-unread':
    '{name} contiene paquetes de un {product} ({count} de {bytes} bytes al puerto {port}), que no se leen: conviértala en nubes de puntos con anillo y tiempo en cada punto, con el controlador del fabricante.',
  'bag-unpacked-room':
    '{name} es un bag de ROS 2 comprimido que se descomprime mientras se lee: hacen falta {bytes} más en {folder}, donde hay {free} libres, de los que se reservan {kept}; libere espacio allí o indique otra carpeta con SOCAVON_CACHE.',
  'bag-unpacked-size':
    '{name}, de {size}, se descomprimiría en una base de datos de {bytes}: ninguna grabación se comprime tanto, así que está dañado; copie el bag de nuevo.',
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
  'spinning-device-angles':
    '{name} contiene paquetes del equipo (DIFOP) del {product} que no declaran 32 ángulos: un sensor de 16 láseres (16P) no se lee, y uno de 32 se debe grabar de nuevo; o conviértala en nubes de puntos con anillo y tiempo en cada punto, con el controlador del fabricante.',
  'spinning-nominal':
    'Los paquetes del equipo (DIFOP, puerto 7788) con los ángulos del {product} no están en la captura o no los declaran: se tomaron los ángulos nominales, de los que los de una unidad difieren en algunas décimas de grado, y distancias en pasos de 5 mm; la próxima vez grabe ambos puertos.',
  'spinning-still':
    'Los paquetes de {name} declaran azimuts que no giran como los de un sensor en marcha: grabe de nuevo cuando gire a su velocidad.',
  'spinning-table':
    'Se tomó la tabla del fabricante para el {product}, que no trae la calibración de cada unidad.',
  'spinning-without-device':
    '{name} no tiene paquetes del equipo (DIFOP, puerto 7788) del {product}, que declaran los ángulos de sus haces: grabe ambos puertos, o conviértala en nubes de puntos con anillo y tiempo en cada punto, con el controlador del fabricante.',
} as const;

export const RECORDINGS: Translation<typeof ENGLISH, typeof TEXTS> = TEXTS;
