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
  'checksums-unfilled':
    'Las sumas de verificación UDP de {name} no coinciden en ningún tramo, como cuando se graba en la misma máquina que envía, cuya tarjeta de red las completa después: no se tomaron en cuenta, y puede haber algún paquete dañado entre los demás. Grabe en otra máquina para que se verifiquen.',
  'lost-damaged': '{count} {count|paquete dañado|paquetes dañados}',
  'metadata-beam-origin':
    '{name} pone el origen de sus haces al lado del plano en que gira el lidar (beam_to_lidar_transform), lo que no hace ningún sensor del fabricante: obtenga de nuevo los metadatos del sensor.',
  'packets-damaged':
    'Se {count|descartó|descartaron} {count} {count|paquete|paquetes} cuya suma de verificación no corresponde a sus bytes: la red o el archivo está dañado ahí.',
  'packets-stray':
    'Se dejaron fuera {count} {count|paquete|paquetes} con el número de otra vuelta que los paquetes de antes y de después: se {count|dañó|dañaron} en el camino, o los envía otro equipo.',
  'label-position-packets': 'paquetes de posición',
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
  'osf-chunk-damaged':
    '{name}: el bloque en el byte {at} está dañado (su suma de verificación no cuadra) y se descartó; copie el archivo de nuevo desde el equipo de grabación.',
  'osf-cut':
    '{name} está cortado: tiene {bytes} de {of} bytes y se perdió el índice de su final; cópielo de nuevo desde el equipo de grabación.',
  'osf-damaged':
    '{name} es un archivo OSF dañado: su índice no se puede leer en el byte {at}; cópielo de nuevo desde el equipo de grabación.',
  'osf-field-lost':
    '{name}: el campo {field} no se puede descifrar en algunos barridos ({why}) y ahí se dejó fuera; sus distancias se leyeron.',
  'osf-mixed':
    '{name} no es un archivo OSF, pero {osf} sí: dé los archivos de una sola grabación, todos de un formato.',
  'osf-of-another':
    '{name} trae barridos de {serials:and}, no del sensor {expected} que describen los metadatos: dé los metadatos de su propio sensor, o ninguno, porque el archivo los trae.',
  'osf-scan-damaged': '{name} trae un barrido que no se puede leer ({why}); se descartó.',
  'osf-several':
    '{name} trae barridos de varios sensores ({serials:and}); grabe cada sensor en su propio archivo.',
  'osf-several-cli':
    '{name} trae barridos de varios sensores. Nombre el que se leerá por su número de serie con --sensor-address: {serials:or}.',
  'osf-unfinished':
    'El equipo de grabación no terminó {name}, así que no tiene índice ni metadatos de su sensor: guárdelo de nuevo desde la grabación con las herramientas del fabricante.',
  'osf-unreadable': '{name} no trae ningún barrido que se pueda leer. {why}',
  'osf-without-scans':
    '{name} no trae barridos de un lidar: guárdelo de nuevo desde la grabación con las herramientas del fabricante.',
  'osf-without-sensor':
    '{name} no trae barridos del sensor {chosen}; trae los de {serials:and}: nombre uno de estos por su número de serie.',
  'fact-phase-free': 'las vueltas empiezan en cualquier instante del reloj del sensor (sin enganche de fase)',
  'fact-phase-locked': 'cada vuelta empieza en el mismo instante del reloj del sensor (enganche de fase)',
  'fact-window': 'se envían las columnas {first} a {last} de una vuelta (ventana de azimut)',
  'frames-cut':
    'El equipo de grabación cortó {count} {count|trama|tramas} de {name} en {bytes} bytes (su snap length): grabe con la longitud completa, tcpdump -s 0.',
  'frames-short':
    '{count} {count|trama|tramas} de {name} {count|declara|declaran} más bytes de los que {count|tiene|tienen}, aunque el equipo de grabación dice que los guardó todos: se {count|acortó|acortaron} antes, o con otro programa, y se {count|dejó|dejaron} fuera.',
  'info-refused': '{path}: no se puede describir',
  'label-phase': 'fase',
  'label-window': 'ventana',
  'metadata-identified': 'Se tomó {name}: su número de serie {serial} y su arranque son los de los paquetes.',
  'pause-at': '{seconds} s a los {at} s',
  'pauses-more': '{count} más',
  'stamps-ahead':
    'El reloj del sensor se adelantó {seconds} s, {at} s después del primer paquete: se puso en hora durante la grabación.',
  'stamps-back':
    'El reloj del sensor retrocedió {seconds} s, {at} s después del primer paquete: el sensor se reinició, o su reloj se puso en hora, durante la grabación.',
  'stamps-paused':
    'La grabación tiene {count} {count|pausa|pausas} sin paquetes lidar, {total} s en total ({places}): el equipo de grabación o su red se detuvo ahí, y no se midió cómo se movió el sensor entretanto.',
  'differ-firmware': 'el firmware del sensor es {first} en la primera, {other} en la otra',
} as const;
