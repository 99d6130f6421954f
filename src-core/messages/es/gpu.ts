import type { GPU as ENGLISH } from '../en/gpu.ts';
import type { Translation } from '../placeholders.ts';

const TEXTS = {
  'costs-damaged': '{path} está dañado o no es de esta versión ({how}); bórrelo, o ejecute `socavon tune`.',
  'costs-ignored': 'Los tiempos medidos de los motores de esta máquina no se toman en cuenta: {why}',
  'costs-not-kept': 'La próxima vez el motor se elegirá con una nueva medición: {why}',
  'costs-timed': 'Se cronometraron ambos motores una vez para {work}; queda guardado en {path}.',
  'custom-distance-missing':
    'El método newton-custom necesita una distancia propia, que solo un programa puede dar (opción customDistance); elija newton-point, newton-plane o newton-second-order.',
  'engine-choice': '{what}',
  'gpu-adapter-none':
    'No se encontró un adaptador de GPU; use el motor de CPU, o vea con `socavon doctor` qué falta.',
  'gpu-buffer-too-large':
    'La GPU admite búferes de hasta {most} MiB y {name} necesita {bytes}; reduzca las nubes de puntos o use el motor de CPU.',
  'gpu-driver-fails':
    'El controlador gráfico de esta máquina falla ({why}); actualícelo para usar la tarjeta.',
  'gpu-failed':
    'La GPU informó un error y sus resultados no son confiables ({why}). Lo terminado antes se conserva; use el motor de CPU.',
  'gpu-levels': 'La GPU trabaja con hasta {most} niveles de celdas, no con {levels}; use el motor de CPU.',
  'gpu-lost':
    'La GPU se perdió mientras trabajaba ({why}). Lo terminado antes se conserva; empiece de nuevo o use el motor de CPU.',
  'gpu-family-none':
    'Las transformaciones de la familia {family} solo se buscan en la CPU; use el motor cpu o auto, o la familia rigid.',
  'gpu-weights-none':
    'Los pesos de los puntos solo se usan en la CPU; use el motor cpu o auto, o no dé los pesos.',
  'gpu-method-none': 'El método {method} solo corre en la CPU; use el motor cpu o auto.',
  'gpu-method-whole':
    'El método {method} compara todos los puntos con todos y no conserva un objetivo en la GPU; llame a registerOnGpu.',
  'gpu-voxels-many':
    'Una nube de {count} puntos es demasiado grande para los vóxeles de la GPU, que admiten hasta {most}; reduzca la nube o use el motor cpu o auto.',
  'gpu-none': 'No se encontró una tarjeta gráfica que pueda calcular; el procesador hace el trabajo.',
  'gpu-replaced': 'La CPU reemplaza a la GPU: {why}',
  'gpu-software':
    'El único adaptador gráfico, {adapter}, calcula en el procesador mismo y es más lento que él.',
  'not-json': 'no es JSON',
  'picp-threads': 'Los procesos de pICP fueron los hilos de {adapter}.',
} as const;

export const GPU: Translation<typeof ENGLISH, typeof TEXTS> = TEXTS;
