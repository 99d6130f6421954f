import { TERMS } from '../../../src-core/messages/terms.ts';

export default {
  cancel: 'Cancelar',
  close: 'Cerrar',
  apply: 'Aplicar',
  open: 'Abrir',
  choose: 'Elegir…',
  back: 'Atrás',
  none: TERMS.none.es,
  yes: 'sí',
  no: 'no',
  unknown: 'desconocido',
  loading: 'Cargando…',
  more: 'Más',
  dismiss: 'Descartar',
  empty: 'vacío',
  boundsFault: 'De {min} a {max} {unit}.',
  standard: 'estándar {value}',
};
