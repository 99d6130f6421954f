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
  'capture-with-other-metadata':
    'La captura ya está en el proyecto, importada con {kept}; empiece un proyecto nuevo para importarla con {requested}.',
  'check-align':
    '--repair la quita; `socavon run` con sus capturas, o la alineación en la ventana, la hace de nuevo',
  'check-damaged': '{path} está dañado en {count} {count|lugar|lugares}, de {rows} filas:',
  'check-dropped':
    'Se {count|quitó|quitaron} {count} {count|parte dañada|partes dañadas}; el archivo tal como estaba queda como {backup}.',
  'check-import':
    'solo está en la última copia del proyecto, o en su captura, importada de nuevo; `socavon recover` guarda el resto',
  'check-intact': '{path}: su estructura está sana, y las {rows} filas están tal como se guardaron.',
  'check-measure': '--repair lo quita; se calcula de nuevo cuando se pide',
  'check-more': '  y {count} más',
  'check-part': '  {what}: {remedy}',
  'check-set': '--repair lo quita; defínalo de nuevo en la ventana',
  'metadata-named': 'los metadatos {name}',
  'points-not-finite':
    '{count} de los {of} puntos de {name} no son finitos, o no son lugares de la Tierra, y se dejaron fuera.',
  'project-aligned-elsewhere':
    'Otro programa está alineando las mismas capturas en {path}; espere a que termine: sus poses se aprovechan.',
  'project-damaged':
    '{path} está dañado ({why}); tome su última copia, o importe las capturas en un proyecto nuevo.',
  'project-damaged-cli':
    '{path} está dañado ({why}); `socavon recover` guarda en un proyecto nuevo lo que aún tiene; o tome su última copia, o importe de nuevo las capturas.',
  'project-gone':
    '{path} ya no está: se retiró su disco, o se movió o se borró. No se guarda nada hasta que vuelva a su lugar.',
  'project-exists': '{path} ya existe; ábralo, o elija otro nombre para el proyecto nuevo.',
  'project-empty': '{path} no contiene ningún proyecto; empiece uno nuevo.',
  'project-locked':
    'Otro programa está escribiendo en {path}; espere a que termine o ciérrelo, y vuelva a intentar.',
  'project-measured-copy':
    '{path} está en un disco o una carpeta donde no se puede escribir: se mide una copia temporal y solo quedan los archivos que se escriben.',
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
    '{path} está dañado: no se puede leer {what} tal como se guardó; tome su última copia, o importe la captura en un proyecto nuevo.',
  'project-part-damaged-cli':
    '{path} está dañado: no se puede leer {what} tal como se guardó. `socavon check` dice qué más lo está y, con --repair, quita lo que se puede volver a calcular; si no basta, use la última copia del proyecto o importe la captura en uno nuevo.',
  'schema-table': 'la tabla',
  'schema-index': 'el índice',
  'schema-view': 'la vista',
  'schema-trigger': 'el disparador',
  'schema-changed':
    '{path} no es como este programa hace los proyectos: otro objeto reemplaza a {kind} {name}. Tome su última copia; `socavon recover` guarda sus filas en un proyecto nuevo.',
  'schema-foreign':
    '{path} no es como este programa hace los proyectos: trae {kind} {name}, que no es del programa y podría cambiar resultados. Tome su última copia; `socavon recover` guarda sus filas en un proyecto nuevo.',
  'schema-missing':
    '{path} no es como este programa hace los proyectos: falta {kind} {name}. Tome su última copia; `socavon recover` guarda sus filas en un proyecto nuevo.',
  'project-read-only':
    'No se puede escribir en {path} ni en su carpeta ({why}); copie el proyecto a una carpeta donde este usuario pueda escribir.',
  'project-path-long':
    'La ruta completa de {path} tiene {length} bytes, y la de un proyecto puede tener {most}: muévalo a una carpeta de ruta más corta.',
  'project-replaced':
    '{path} ya no es el archivo que se abrió: lo reemplazaron entretanto. No se guarda nada más; ábralo de nuevo.',
  'recover-saved':
    '{out} tiene lo que se pudo salvar de {path}: {sessions} {sessions|sesión|sesiones}, {runs} {runs|alineación|alineaciones}.',
  'recover-session-lost': '  la sesión {session} no se pudo salvar; importe de nuevo su captura',
  'recover-session-part':
    '  sesión {session}: {saved} {saved|barrido salvado|barridos salvados}, {lost} {lost|perdido|perdidos}; alinéela otra vez, o importe de nuevo su captura, que los tiene todos',
  'recover-table': '  {table}: {saved} {saved|fila salvada|filas salvadas}, {lost} {lost|perdida|perdidas}',
  'scans-not-recovered':
    '{lost} de {all} barridos estaban dañados en el archivo del proyecto y no se pudieron salvar; faltan en el mapa y en el volumen. Importe de nuevo la captura para tenerlos.',
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
  'stored-capture': 'la lista de capturas de la sesión {session}',
  'stored-change': 'el paso {id} del historial',
  'stored-cloud': 'lo que se sabe de la nube de la sesión {session}',
  'stored-control': 'los puntos de control y las decisiones de la sesión {session}',
  'stored-count': 'la tabla {table} ({found} filas en lugar de {rows})',
  'stored-count-of': 'la tabla {table} ({found} filas en lugar de {rows} bajo el número {parent})',
  'stored-discarded': 'el final de la alineación {run} que un cambio a mano dejó aparte',
  'stored-edit': 'el cambio {ordinal} de la alineación {run}',
  'stored-field': 'el valor {field} de la ventana',
  'stored-heading': 'el encabezado de la sesión {session}',
  'stored-identity': 'el nombre y la identidad del proyecto',
  'stored-join': 'la unión {id}',
  'stored-pose': 'la pose del barrido {scan} de la alineación {run}',
  'stored-product': 'el resultado {id}',
  'stored-refine-question': 'los datos del ajuste de la sesión {session}',
  'stored-refined-pose': 'la pose ajustada del barrido {scan} de la alineación {run}',
  'stored-refinement': 'el ajuste de la alineación {run}',
  'stored-run': 'los datos de entrada de la alineación {run}',
  'stored-scan': 'el barrido {scan} de la sesión {session}',
  'stored-session': 'la sesión {id}',
  'stored-setting': 'el valor guardado {key}',
  'stored-state': 'el estado de la alineación {run} tras el barrido {scan}',
  'stored-structure': 'su estructura',
  'stored-structure-line': 'la estructura del archivo: {line}',
  'stored-table': 'la tabla {table}',
  'stored-tally': 'el número de filas de la tabla {table}',
  'stored-targets': 'las señales halladas',
  'work-field-unknown':
    'Esta versión del programa no tiene el ajuste {topic}.{field}, o no con este valor; recargue la ventana y repita el cambio.',
  'work-other-project':
    'La ventana muestra {path}, y ahora está abierto otro proyecto; vuelva a ese y repita el cambio.',
} as const;

export const PROJECT: Translation<typeof ENGLISH, typeof TEXTS> = TEXTS;
