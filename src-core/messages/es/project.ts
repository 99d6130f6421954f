import type { PROJECT as ENGLISH } from '../en/project.ts';
import type { Translation } from '../placeholders.ts';

const TEXTS = {
  'capture-already-there':
    '{names}: ya se importó el {date} (sesión {session}, {scans} {scans|barrido|barridos}); no se agregó nada.',
  'cloud-already-there':
    '{names}: ya se importó el {date} (sesión {session}, una nube de {points} {points|punto|puntos}); no se agregó nada.',
  'capture-came-meanwhile':
    'Otro programa importó mientras tanto {name} (sesión {session}); no se agregó nada.',
  'capture-in-project':
    '{names} ya está en {project} (sesión {session}); importe las otras capturas sin ella, o empiece un proyecto nuevo para esta combinación.',
  'capture-in-project-among':
    '{names} ya está en {project} (sesión {session}, junto con {others} {others|captura|capturas} más); importe las otras capturas sin ella, o empiece un proyecto nuevo para esta combinación.',
  'capture-changed':
    'Se escribió en {name} mientras se importaba, de modo que sus barridos y su huella serían de bytes distintos; no se agregó nada. Impórtelo de nuevo cuando la grabación o la copia haya terminado.',
  'capture-is-device': '{path} es una tubería o un dispositivo; copie primero la captura a un archivo.',
  'capture-with-other-metadata':
    'La captura ya está en el proyecto, importada con {kept}; empiece un proyecto nuevo para importarla con {requested}.',
  'metadata-named': 'los metadatos {name}',
  'points-not-finite':
    '{count} de los {of} puntos de {name} no son finitos, o no son lugares de la Tierra, y se dejaron fuera.',
  'project-aligned-elsewhere':
    'Otro programa está alineando las mismas capturas en {path}; espere a que termine: sus poses se aprovechan.',
  'project-damaged':
    '{path} está dañado ({why}); tome su última copia, o importe las capturas en un proyecto nuevo.',
  'project-gone':
    '{path} ya no está: se retiró su disco, o se movió o se borró. No se guarda nada hasta que vuelva a su lugar.',
  'project-exists': '{path} ya existe; ábralo, o elija otro nombre para el proyecto nuevo.',
  'project-empty': '{path} no contiene ningún proyecto; empiece uno nuevo.',
  'project-locked':
    'Otro programa está escribiendo en {path}; espere a que termine o ciérrelo, y vuelva a intentar.',
  'project-name-character':
    'El nombre {name} contiene {bad}, que Windows no admite en un nombre de archivo; elija un nombre sin ese signo.',
  'project-name-end':
    'El nombre {name} está vacío o termina en punto o espacio, lo que Windows no admite; elija otro nombre.',
  'project-name-long':
    'El nombre del proyecto tiene {length} caracteres, más de los que admite un nombre de archivo; elija uno más corto.',
  'project-name-reserved': 'Windows reserva el nombre {name} para sí; elija otro nombre para el proyecto.',
  'project-newer':
    '{path} se hizo con una versión más nueva de Socavón (versión de proyecto {version}; este programa conoce hasta la {latest}); actualice el programa. El archivo no se tocó.',
  'project-none': 'No existe el proyecto {path}; revise el nombre y la carpeta.',
  'project-none-open': 'No hay ningún proyecto abierto; primero abra uno o cree uno nuevo.',
  'project-not-read':
    'No se pudo leer o escribir {path} ({why}); revise el disco, o lleve el proyecto a otro.',
  'project-older': '{path} se hizo con una versión más antigua de Socavón (versión de proyecto {version}).',
  'project-other-file': '{path} no es un proyecto de Socavón; elija un archivo .socavon.',
  'project-other-program':
    '{path} es una base de datos de otro programa, no un proyecto de Socavón; elija un archivo .socavon.',
  'project-part-damaged':
    '{path} está dañado: no se puede leer {what}; tome su última copia, o importe la captura en un proyecto nuevo.',
  'project-read-only':
    'No se puede escribir en {path} ni en su carpeta ({why}); copie el proyecto a una carpeta donde este usuario pueda escribir.',
  'sensor-nominal-words': 'el sensor nominal',
  'session-gone':
    'El proyecto no tiene la sesión {id}; quizá otro programa la quitó: abra el proyecto de nuevo.',
  'session-name-long':
    'El nombre tiene {length} caracteres; el de una sesión puede tener hasta {most}: acórtelo.',
  'session-none': 'El proyecto no tiene la sesión {id}; {sessions}.',
  'session-removed': 'La sesión {name} se quitó del proyecto; restáurela primero en la página del proyecto.',
  'session-which': 'Diga con {option} qué sesión de {path} es; {sessions}.',
  'sessions-none': 'no tiene ninguna',
  'sessions-there': 'tiene {ids}',
  'stored-edit': 'el cambio {ordinal} de la alineación {run}',
  'stored-join': 'la unión {id}',
  'stored-pose': 'la pose del barrido {scan} de la alineación {run}',
  'stored-refine-question': 'los datos del ajuste de la sesión {session}',
  'stored-refinement': 'el ajuste de la alineación {run}',
  'stored-scan': 'el barrido {scan} de la sesión {session}',
  'stored-session': 'la sesión {id}',
  'stored-structure': 'su estructura',
  'stored-targets': 'las señales halladas',
  'work-field-unknown':
    'Esta versión del programa no tiene el ajuste {topic}.{field}, o no con este valor; recargue la ventana y repita el cambio.',
  'work-other-project':
    'La ventana muestra {path}, y ahora está abierto otro proyecto; vuelva a ese y repita el cambio.',
} as const;

export const PROJECT: Translation<typeof ENGLISH, typeof TEXTS> = TEXTS;
