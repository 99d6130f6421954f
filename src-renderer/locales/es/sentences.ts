import { REMARKS_ES } from '../../../src-core/model/remarks-es.ts';
import control from './sentences-control.ts';
import design from './sentences-design.ts';

export default {
  ...REMARKS_ES,
  ...control,
  ...design,
  'metadata-none':
    'No hay metadatos del sensor para {name}: en {folder} no está ninguno de {names}. Elija el archivo, o siga con el sensor nominal.',
  'metadata-other-packets': '{name} no corresponde a la captura: describe paquetes de otro tamaño.',
  'metadata-other-sensor':
    '{name} no corresponde a la captura: es de otro sensor, o de otro arranque del mismo.',
  'capture-of-another':
    'Ningún paquete lidar de {names} corresponde a los metadatos: llevan el identificador de arranque {initId} y el número de serie {serial}. Elija los metadatos que se guardaron con esta captura.',
  'capture-unfit':
    'Los metadatos no corresponden a los paquetes de {names}; elija los del sensor y modo que hicieron esta captura.',
  'capture-without-lidar':
    '{names} no trae paquetes lidar; verifique que la grabación incluyó el puerto lidar del sensor ({port}).',
  'capture-cut-at-once':
    '{names} está cortada antes del fin de su primera vuelta ({bytes} bytes al final no son un registro entero): copie de nuevo la captura desde la grabadora.',
  'capture-without-column':
    'Los {packets} paquetes lidar de {names} no traen ninguna columna válida: el sensor aún arrancaba; grabe de nuevo cuando funcione.',
  'capture-without-scan':
    'La captura no trae ningún barrido entero, así que no hay nada que alinear; grabe al menos una vuelta.',
  'capture-with-other-metadata':
    'La captura ya está en el proyecto, importada con otros metadatos; cree un proyecto nuevo para importarla otra vez.',
  'capture-twice': '{twin} y {name} son la misma captura, byte por byte; elíjala una sola vez.',
  'capture-in-project':
    '{names} ya está en {project}; importe las otras capturas sin ella, o cree un proyecto nuevo para esta combinación.',
  'capture-came-meanwhile': 'Otro programa importó {name} mientras tanto; no se agregó nada.',
  'path-not-to-read': 'Usted no eligió {path} para leerlo; elíjalo en el diálogo o suéltelo en la ventana.',
  'path-not-to-write': 'Usted no eligió {path} para escribir en él; elíjalo en el diálogo.',
  'path-outside':
    '{path} está fuera de {folder}, la carpeta de este servidor; inícielo con otra carpeta para llegar a él.',
  'file-none': 'No existe el archivo {path}; revise el nombre y la carpeta.',
  'file-is-folder': '{path} es una carpeta; elija un archivo en ella.',
  'file-no-right': 'Este usuario no puede leer {path}; cambie sus permisos o cópielo.',
  'file-not-read': 'No se pudo leer {path} ({why}); revise el disco o la conexión con él.',
  'file-not-written':
    'No se puede escribir {path} ({why}); elija una carpeta donde este usuario pueda escribir.',
  'file-too-large':
    '{path} superó el mayor archivo que este disco o usuario puede tener; escriba en otro disco.',
  'folder-none': 'No se puede escribir {path}: la carpeta {folder} no existe; créela o elija otra.',
  'folder-is-file':
    'No se puede escribir {path}: una parte de su ruta es un archivo, no una carpeta; elija otra carpeta.',
  'disk-full':
    'El disco está lleno: no se pudo escribir {path}. Libere espacio o elija otro disco; lo que estaba entero se conserva.',
  'text-none': '{path} no es texto simple; elija otro archivo, o guarde este como texto en UTF-8.',
  'project-none-open': 'No hay ningún proyecto abierto; primero abra uno o cree uno nuevo.',
  'project-none': 'No existe el proyecto {path}; revise el nombre y la carpeta.',
  'project-other-file': '{path} no es un proyecto de Socavón; elija un archivo .socavon.',
  'project-other-program':
    '{path} es una base de datos de otro programa, no un proyecto de Socavón; elija un archivo .socavon.',
  'project-damaged': '{path} está dañado; tome su última copia, o importe las capturas en un proyecto nuevo.',
  'project-newer':
    '{path} se hizo con una versión más nueva de Socavón (versión de proyecto {version}; este programa conoce hasta la {latest}); actualice el programa. El archivo no se tocó.',
  'project-older': '{path} se hizo con una versión más antigua de Socavón (versión de proyecto {version}).',
  'project-locked':
    'Otro programa está escribiendo en {path}; espere a que termine o ciérrelo, y vuelva a intentar.',
  'project-read-only':
    'No se puede escribir en {path} ni en su carpeta ({why}); copie el proyecto a una carpeta donde este usuario pueda escribir.',
  'project-aligned-elsewhere':
    'Otro programa está alineando las mismas capturas en {path}; espere a que termine: sus posiciones se aprovechan.',
  'session-none':
    'El proyecto no tiene la sesión {id}; quizá otro programa la quitó: abra el proyecto de nuevo.',
  'work-goes-on': 'El programa ya está ocupado con el mismo trabajo; espere a que termine o cancélelo.',
  'project-worked-on':
    'Se está trabajando en el proyecto abierto; espere a que termine, o cancele, antes de abrir otro.',
  'scan-none': 'No existe el barrido {scan}; el último es el {last}.',
  'scan-left-out': 'El barrido {scan} ya está fuera; deshaga eso primero.',
  'scan-origin': 'El barrido {scan} es el origen del mapa y no se puede mover; mueva uno posterior.',
  'scans-all-left-out': 'Todos los barridos quedarían fuera; conserve al menos uno.',
  'scan-without-pose': 'El barrido {scan} no tiene posición: se dejó fuera, o aún no se coloca.',
  'scans-not-aligned':
    'Aún no están alineados todos los barridos de esta sesión; primero alinéelos hasta el final.',
  'join-itself': 'Una sesión no se puede unir consigo misma; elija dos sesiones.',
  'join-length-unobserved':
    'Las paredes se ven iguales en toda la labor y nada dice a qué distancia está la segunda sesión; levante puntos de control en ambas.',
  'join-ambiguous':
    'La segunda sesión calza en más de un lugar de la primera; indique dónde empieza o levante puntos de control en ambas.',
  'join-contradicted':
    'Los lugares que vieron ambas sesiones se contradicen; revise en la alineación de cada una los tramos que no se observaron.',
  'join-no-overlap':
    'No se hallaron dos lugares que vieran ambas sesiones; deben traslaparse unos 10 m y, si lo hacen, indique aproximadamente dónde empieza la segunda.',
  'undo-none': 'No hay ningún cambio que deshacer.',
  'redo-none': 'No hay ningún cambio que rehacer.',
  'gpu-none': 'No se encontró una tarjeta gráfica que pueda calcular; el procesador hace el trabajo.',
  'gpu-software':
    'El único adaptador gráfico, {adapter}, calcula en el procesador mismo y es más lento que él.',
  'gpu-driver-fails':
    'El controlador gráfico de esta máquina falla ({why}); actualícelo para usar la tarjeta.',
  'gpu-replaced': 'El procesador reemplaza a la tarjeta gráfica, que no se puede usar.',
  'chainage-empty':
    'El rango de progresivas {start} a {end} está vacío o invertido; dé un inicio antes del final, entre {knownStart} y {knownEnd}.',
  'chainage-outside':
    'Las progresivas {start} a {end} quedan fuera de la pared levantada, que se conoce de {knownStart} a {knownEnd}; dé un rango dentro de ella.',
  'chainage-off-axis':
    'Las progresivas {start} a {end} quedan fuera del eje {axis}, que va de {first} a {last}; dé un rango dentro de él.',
  'axis-off-map':
    'El eje pasa a {metres} m del mapa, que abarca en este {east}, en norte {north}, en cota {level}; revise el orden de sus coordenadas, su sistema y la pose de la primera vuelta.',
  'fact-packets': '{count} de {size} bytes al puerto {port}',
  'fact-channels': '{count} con datos',
  'fact-looked-at': 'los primeros {size}',
  'fact-clock': '{seconds} s desde {ns} ns',
  'fact-sensor': '{name}, serie {serial}',
  'fact-mode': '{columns} columnas a {hertz} Hz, {beams} haces; los paquetes dicen sus canales',
  'fact-mode-slots': '{columns} columnas a {hertz} Hz, {beams} haces, en paquetes de {slots} canales',
  'fact-altitudes': '{first}° a {last}°',
  'fact-beam-origin': 'a {millimetres} mm del eje',
  'epochs-grids':
    'Un levantamiento está en el sistema de la mina y el otro en uno propio; amarre ambos al sistema de la mina, o una el posterior al anterior.',
  'compare-itself': 'Un levantamiento no se compara consigo mismo; dé dos sesiones.',
  'epochs-local':
    'Ambos levantamientos están en sistemas propios, que no tienen nada que ver entre sí; una el posterior al anterior, o amarre ambos al sistema de la mina.',
  'epochs-dates':
    'El levantamiento posterior tiene fecha {later}, antes del anterior, del {earlier}; intercámbielos o corrija las fechas.',
  'epochs-apart':
    'El levantamiento anterior va de la progresiva {start} a la {end}, el posterior de la {laterStart} a la {laterEnd}: no comparten ningún tramo. ¿Están en el mismo sistema de coordenadas y sobre el mismo eje?',
  'epochs-off':
    'Solo el {percent} % de las paredes que ambos levantamientos midieron coinciden; revise que estén en el mismo sistema de coordenadas y sobre el mismo eje.',
  'epochs-axes':
    'Los dos levantamientos se midieron sobre ejes distintos; mida ambos sobre uno solo, como el del diseño.',
  'epochs-cells':
    'Los dos levantamientos se midieron con rebanadas o celdas de distinto tamaño; mida ambos de la misma manera.',
  'density-none': 'Una densidad de {density} t/m³ no da toneladas; dé la de la roca in situ, como 2,7.',
  'density-unit':
    'Una densidad de {density} t/m³ es más que la de cualquier mineral; ¿está en kg/m³? Dé t/m³, como 2,7.',
  'swell-none':
    'Un esponjamiento de {swell} no es posible; dé la parte en que la roca crece al romperse, como 0,4 para 40 %.',
};
