import type { AUDIT as ENGLISH } from '../en/audit.ts';
import type { Translation } from '../placeholders.ts';
import { TERMS } from '../terms.ts';

const TEXTS = {
  'audit-begun-found':
    'Comienza el {at}, con todo lo que una versión anterior del programa había guardado hasta entonces.',
  'audit-broken-beginning':
    'El registro de trazabilidad de {path} está roto en la entrada {sequence}: no comienza con el inicio de este proyecto. Faltan entradas, o son de otro proyecto.',
  'audit-broken-hash':
    'El registro de trazabilidad de {path} está roto en la entrada {sequence}: su texto o su hash se cambió después de registrarla.',
  'audit-broken-previous':
    'El registro de trazabilidad de {path} está roto en la entrada {sequence}: no se hizo a continuación de la que tiene delante. Se cambiaron, intercambiaron o añadieron entradas.',
  'audit-broken-sequence':
    'El registro de trazabilidad de {path} está roto en la entrada {sequence}: el número no es el que sigue. Se quitaron o añadieron entradas.',
  'audit-broken-unreadable':
    'El registro de trazabilidad de {path} está roto en la entrada {sequence}: no es una entrada como las que escribe el programa.',
  'audit-file-changed':
    '{path} fue modificado: el archivo {name} que el proyecto escribió el {at} (entrada {sequence}, {person}) tiene otros bytes.',
  'audit-file-older': 'Después se siguió trabajando en el proyecto: el archivo muestra un estado anterior.',
  'audit-file-unknown':
    '{path} es desconocido: el proyecto no escribió estos bytes ni un archivo con ese nombre.',
  'audit-file-valid': '{path} es válido: lo escribió el proyecto el {at} (entrada {sequence}, {person}).',
  'audit-nobody': 'sin nombre',
  'audit-part-captures': 'la lista de capturas',
  'audit-part-changed':
    '{what}, sesión {session}: no coincide con el registro de trazabilidad. Lo cambió otro programa, o el proyecto y el registro no son de la misma copia.',
  'audit-part-cloud': 'los datos de la nube',
  'audit-part-control': TERMS.controlTargetsAndLoops.es,
  'audit-part-edits': 'las correcciones a mano de la alineación',
  'audit-part-heading': 'los datos del levantamiento',
  'audit-part-points': 'los puntos de la nube',
  'audit-part-poses': 'las poses de la alineación',
  'audit-part-product': 'el resultado guardado {name}',
  'audit-part-project': 'la identidad del proyecto',
  'audit-part-refinement': 'el ajuste',
  'audit-part-run': 'las opciones de la alineación',
  'audit-part-scans': 'los barridos',
  'audit-part-session': 'sensor, advertencias, pérdidas, fechas y nombre de la sesión',
  'audit-part-setting': 'el valor guardado {name}',
  'audit-part-whole':
    '{what}: no coincide con el registro de trazabilidad. Lo cambió otro programa, o el proyecto y el registro no son de la misma copia.',
  'audit-part-work': 'los parámetros {name}',
  'audit-state-agrees': 'El proyecto coincide con su registro de trazabilidad.',
  'audit-whole':
    'El registro de trazabilidad de {path} está íntegro: {count} {count|entrada|entradas}, hash {hash}.',
  'help-key': 'crea la clave con la que un topógrafo firma informes',
  'help-key-file': 'archivo para la clave privada; la pública es FILE.pub y se puede dar a cualquiera',
  'help-key-surveyor': 'nombre del topógrafo dueño de la clave',
  'help-key-what': 'new: crea un par de claves',
  'help-passphrase-file':
    'archivo con la frase de contraseña en su primera línea (por defecto: SOCAVON_PASSPHRASE, y si no, se pregunta)',
  'help-sign': 'firma un informe: escribe REPORT.sig junto a él',
  'help-sign-key': 'clave privada del topógrafo, de `socavon key new`',
  'help-sign-report': 'el informe, o cualquier otro archivo',
  'help-verify':
    'compara un proyecto con su registro de trazabilidad, y los informes con ambos y con sus firmas',
  'help-verify-key': 'clave pública cuyo dueño se conoce; si son varias, se repite',
  'help-verify-project': 'archivo del proyecto; solo se lee',
  'help-verify-report': 'archivos que escribió el proyecto: informes, mapas, planos',
  'help-verify-signature': 'firma del único informe indicado (por defecto: REPORT.sig, si está)',
  'key-damaged': '{path} está dañado: use una copia de la clave.',
  'key-exists': '{path} ya existe, y una clave no se reemplaza; elija otro nombre.',
  'key-made': '{path}: clave privada de {signer}; guárdela, y su frase de contraseña, solo para usted.',
  'key-made-public': '{path}: clave pública para entregar, huella {fingerprint}.',
  'key-malformed':
    '{path} no es una clave de `socavon key new`; elija FILE para firmar y FILE.pub para verificar.',
  'key-name-unusable':
    'El nombre del topógrafo está vacío, pasa de 100 caracteres o tiene más de una línea; indique otro.',
  'passphrase-ask': 'Frase de contraseña: ',
  'passphrase-empty': 'La frase de contraseña está vacía; elija una que nadie adivine.',
  'passphrase-none':
    'No hay frase de contraseña: solo se pregunta en una terminal. Use --passphrase-file o la variable SOCAVON_PASSPHRASE.',
  'passphrase-wrong': 'La frase de contraseña no abre {path}; pruebe otra vez.',
  'sign-done': '{path}: firmado por {signer}, huella {fingerprint}.',
  'signature-broken':
    'La firma de {path} no es válida: fue modificada, o no es de la clave que nombra ({fingerprint}).',
  'signature-changed':
    '{path} no es el archivo que {signer} firmó el {at}: fue modificado, o la firma es la de {file}.',
  'signature-malformed': '{path} no es una firma de `socavon sign`, o le falta una parte.',
  'signature-one':
    '--signature va con un solo informe; si son varios, cada uno necesita su REPORT.sig al lado.',
  'signature-unknown':
    'La firma de {path} es de una clave desconocida: nombra a {signer}, pero eso lo puede hacer cualquiera. Pida la clave pública (huella {fingerprint}) e indíquela con --key.',
  'signature-valid': 'La firma de {path} es válida: la firmó {signer} el {at}.',
} as const;

export const AUDIT: Translation<typeof ENGLISH, typeof TEXTS> = TEXTS;
