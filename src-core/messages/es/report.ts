import type { REPORT as ENGLISH } from '../en/report.ts';
import type { Translation } from '../placeholders.ts';

const TEXTS = {
  'heading-date':
    '"{date}" no es una fecha; dé la del levantamiento como AAAA-MM-DD, por ejemplo 2026-03-31.',
  'heading-long':
    'El campo "{field}" del levantamiento tiene {length} caracteres; en un informe caben {longest}.',
  'logo-animated': 'es una animación, y el papel no se mueve; guarde una sola imagen',
  'logo-colours': 'sus colores son los de imprenta (CMYK); guárdelo en RGB',
  'logo-cut': 'el archivo termina antes que la imagen; cópielo de nuevo',
  'logo-damaged': 'la imagen está dañada; guárdela de nuevo',
  'logo-empty': 'el archivo está vacío',
  'logo-heavy': 'pesa {kilobytes} kB y el máximo es {most}; guárdelo más pequeño',
  'logo-jpeg-kind': 'es un JPEG de un tipo que pocos programas leen; guárdelo como PNG',
  'logo-no-picture': 'no es una imagen; indique un PNG, JPEG o SVG',
  'logo-other': 'es un archivo {kind}; guárdelo como PNG, JPEG o SVG',
  'logo-pixels': 'tiene {width} x {height} píxeles; se aceptan de {least} a {most} por lado',
  'logo-refused': 'Logotipo {name}: {what}.',
  'logo-svg-blank': 'el SVG no dibuja nada; guárdelo de nuevo desde un programa de dibujo',
  'logo-svg-box':
    'el SVG no tiene viewBox, así que no se conoce su tamaño; guárdelo de nuevo desde un programa de dibujo',
  'logo-svg-drawn':
    'el SVG no se puede dibujar como está escrito; guárdelo de nuevo como SVG plano o como PNG',
  'logo-svg-element':
    'el SVG tiene un elemento {element} (línea {line}) que no todos los formatos del informe pueden mostrar; conviértalo en trazados o guárdelo como PNG',
  'logo-svg-loop': 'el SVG se refiere a sí mismo, o dibuja demasiado por referencia; guárdelo como PNG',
  'logo-svg-root':
    'el SVG no comienza como tal (svg, con su espacio de nombres); guárdelo de nuevo desde un programa de dibujo',
  'logo-svg-text': 'el SVG no es texto en UTF-8; guárdelo de nuevo como SVG plano',
  'logo-svg-unsafe':
    'el SVG contiene {part} (línea {line}), que podría ejecutar o descargar algo; guárdelo como SVG plano o como PNG',
  'logo-svg-words':
    'el SVG tiene texto (línea {line}), que se ve distinto en cada computadora; convierta el texto en trazados',
  'logo-svg-xml': 'el SVG está mal formado (línea {line}: {what}); guárdelo de nuevo',
  'logo-thin':
    'su lado largo es {ratio} veces el corto, y el máximo es {most}; recórtelo o guarde otra versión',
  'logo-turned': 'la cámara anotó que debe girarse, y no todos los programas lo hacen; guárdelo derecho',
  'no-section-to-draw': 'No hay ninguna sección que dibujar; mida primero la labor.',
  'report-sections':
    'Un informe necesita al menos dos secciones y hay {count}; tome un intervalo menor o un rango de progresivas mayor.',
} as const;

export const REPORT: Translation<typeof ENGLISH, typeof TEXTS> = TEXTS;
