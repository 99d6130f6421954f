/** Lo que dicen los paquetes y archivos del firmware más nuevo del fabricante. */
export const OUSTER = {
  'capture-garbled':
    '{names} trae {count} {count|paquete|paquetes} del tamaño de los paquetes lidar ({expected:or}) cuyas columnas no están en orden: están dañados, u otro equipo envía paquetes de ese tamaño; grabe de nuevo en la propia interfaz Ethernet.',
  'capture-of-several':
    '{names} trae paquetes lidar de varios sensores: {senders}; grabe cada sensor en su propia captura.',
  'capture-of-several-cli':
    '{names} trae paquetes lidar de varios sensores: {senders}. Nombre el que se leerá por su dirección, puerto o número de serie con --sensor-address.',
  'capture-without-sender':
    '{names} no trae paquetes lidar de {chosen} que correspondan; trae los de {senders}: nombre uno de estos.',
  'channels-stray':
    '{name} trae valores sueltos en {strays} {strays|canal|canales} sin haz: bits dañados en el camino; se descartaron.',
  'lost-damaged': '{count} {count|paquete dañado|paquetes dañados}',
  'metadata-beam-origin':
    '{name} pone el origen de sus haces al lado del plano en que gira el lidar (beam_to_lidar_transform), lo que no hace ningún sensor del fabricante: obtenga de nuevo los metadatos del sensor.',
  'packets-damaged':
    'Se {count|descartó|descartaron} {count} {count|paquete|paquetes} cuya suma de verificación no corresponde a sus bytes: la red o el archivo está dañado ahí.',
  'label-zone-packets': 'paquetes de zonas',
  'sender-nameless': 'un emisor sin dirección',
  'sender-of': '{from}, puerto {port} ({count} {count|paquete|paquetes})',
  'sender-of-serial': '{from}, puerto {port}, número de serie {serial} ({count} {count|paquete|paquetes})',
  'sender-unreadable':
    '"{text}" no nombra un sensor: dé su dirección IP (192.168.1.10), esta con el puerto de sus paquetes lidar (192.168.1.10:7502), solo el puerto (:7502), o su número de serie.',
  'sensor-shots-limited':
    'El sensor estaba demasiado caliente y redujo la potencia de su láser hasta en {percent} %, de {from} s a {to} s después del primer paquete: la roca lejana y oscura tiene menos retornos ahí. Déjelo enfriar, o móntelo sobre más metal.',
  'sensor-shutdown':
    'El sensor anunció que se apagaría por el calor, de {from} s a {to} s después del primer paquete. Déjelo enfriar, o móntelo sobre más metal.',
  'help-run-sensor-address':
    'de varios sensores en una captura, el que se leerá: su dirección IP (con :puerto, donde eso los distingue) o su número de serie',
  'nominal-angles':
    'Sin metadatos: se tomó el {name} nominal, cuyos ángulos de haz difieren de los de un equipo real hasta en un grado (17 cm a 10 m); dé los metadatos para un levantamiento.',
  'nominal-columns':
    'Sin metadatos: se tomó el {name} nominal. Los haces de un equipo real están hasta un grado más arriba o abajo y hasta 5 grados al costado, porque el fabricante no publica qué mitad del arreglo láser usa: sirve para mirar, no para un levantamiento.',
} as const;
