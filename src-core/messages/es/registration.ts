import type { REGISTRATION as ENGLISH } from '../en/registration.ts';
import type { Translation } from '../placeholders.ts';

const TEXTS = {
  'cloud-empty': '{path} no tiene ningún punto; elija otro archivo.',
  'cloud-of-few':
    'La nube {name} tiene {count} {count|punto|puntos} y un registro necesita al menos {least}; dé una nube mayor o redúzcala menos.',
  'cloud-of-none':
    'La nube {name} no tiene puntos y un registro necesita al menos {least}; dé una nube mayor o redúzcala menos.',
  'cloud-source': 'de origen',
  'cloud-target': 'objetivo',
  'custom-distance-thread':
    'Una función de distancia propia no se puede enviar a otro hilo; llame a register.',
  'global-ambiguous':
    'Las nubes calzan casi igual de bien en más de un lugar (una labor recta revestida, una cámara simétrica), así que ninguna transformación queda determinada; fije una pose inicial o elija nubes con más en común.',
  'global-ambiguous-cli':
    'Las nubes calzan casi igual de bien en más de un lugar (una labor recta revestida, una cámara simétrica), así que ninguna transformación queda determinada; dé una transformación inicial con --init o nubes con más en común.',
  'global-no-surface':
    'Las nubes muestran muy poca superficie para empezar sin una transformación: una línea, un solo lugar o unos pocos puntos; elija nubes mayores o fije una pose inicial.',
  'global-no-surface-cli':
    'Las nubes muestran muy poca superficie para empezar sin una transformación: una línea, un solo lugar o unos pocos puntos; dé nubes mayores o una transformación inicial con --init.',
  'global-none':
    'Ninguna transformación pone una nube sobre la otra sin duda: se traslapan muy poco o se parecen muy poco; elija nubes con más en común o fije una pose inicial.',
  'global-none-cli':
    'Ninguna transformación pone una nube sobre la otra sin duda: se traslapan muy poco o se parecen muy poco; dé nubes con más en común o una transformación inicial con --init.',
  'matches-few':
    'De los {count} puntos de origen {found} {found|tiene|tienen} correspondencia en el objetivo y una transformación necesita {least}; dé una transformación inicial más cercana, una distancia mayor o nubes que se traslapen.',
  'matches-few-within':
    'De los {count} puntos de origen {found} {found|tiene|tienen} correspondencia en el objetivo a menos de {metres} m y una transformación necesita {least}; dé una transformación inicial más cercana, una distancia mayor o nubes que se traslapen.',
  'ndt-no-voxel':
    'Ningún vóxel de {edge} m tiene {least} puntos del objetivo, y NDT los necesita para una distribución; use vóxeles mayores o reduzca menos la nube.',
  'ndt-no-voxel-cli':
    'Ningún vóxel de {edge} m tiene {least} puntos del objetivo, y NDT los necesita para una distribución; use vóxeles mayores (--voxel) o reduzca menos la nube.',
  'number-none': '"{text}" no es un número; escríbalo como 12.5, con punto.',
  'picp-thread-failed-of':
    'Falló un hilo de pICP ({why}); use menos con la opción picp.workers, o el método icp-point.',
  'register-thread-failed': 'Falló un hilo del registro; inicie el programa con SOCAVON_THREADS=1.',
  'picp-thread-failed': 'Un hilo de pICP falló; use menos con la opción picp.workers, o el método icp-point.',
  'points-not-finite-at':
    'El punto {point} de {name} (contado desde 0) tiene {axis} = {value}; deje fuera los puntos que no son finitos.',
  'points-thinned':
    'Los puntos son muy desparejos, como los anillos de un barrido: de ambas nubes se registran las medias en cubos de {edge} m. El tamaño de vóxel 0 toma todos los puntos.',
  'points-thinned-cli':
    'Los puntos son muy desparejos, como los anillos de un barrido: de ambas nubes se registran las medias en cubos de {edge} m; --downsample 0 toma todos los puntos.',
  'points-uneven':
    'Los puntos son muy desparejos, como los anillos de un barrido, y se toman todos: los densos pueden retener la pose en el inicio. Deje vacío el tamaño de vóxel o dé uno.',
  'points-uneven-cli':
    'los puntos son muy desparejos, como los anillos de un barrido, y se toman todos: los densos pueden retener la pose en el inicio; omita --downsample o dé un tamaño.',
  'method-of-scans':
    'Las nubes son barridos de un sensor giratorio: se toma {method}, y la pose en que coinciden varios inicios y cuadrículas.',
  'method-of-scans-cli':
    'Las nubes son barridos de un sensor giratorio: se toma {method}, y la pose en que coinciden varios inicios y cuadrículas; --method toma otro.',
  'pose-weak':
    'Las nubes retienen la pose solo con {sigma} (una sigma, como mínimo) en {motion}; tome esa parte de otra fuente o registre nubes que muestren más allí.',
  'pose-weak-open':
    'Las nubes dejan libre un movimiento, y la pose en él es casual; tome esa parte de otra fuente o registre nubes que muestren más.',
  'pose-no-surface':
    'Las nubes muestran muy poca superficie para juzgar la pose; revísela o registre nubes con más puntos.',
  'pose-better-elsewhere':
    'Rechazada: emparejadas, las nubes calzan mejor a {metres} m y {degrees}° de esta pose. Elija gicp o empiece más cerca.',
  'pose-better-elsewhere-cli':
    'rechazada: emparejadas, las nubes calzan mejor a {metres} m y {degrees}° de esta pose; omita --method o empiece más cerca (--init).',
  'pose-surfaces-bent':
    'Las superficies se apartan {deviation} m donde su rugosidad es de {relief} m, y no calzan mejor en otro lugar: errores del sensor o de su movimiento las deforman, y la pose puede errar otro tanto.',
  'pose-surfaces-differ':
    'Rechazada: en esta pose las superficies se apartan {deviation} m donde su rugosidad es de {relief} m; muestran lugares distintos, o el inicio está muy lejos.',
  'pose-surfaces-differ-cli':
    'rechazada: en esta pose las superficies se apartan {deviation} m donde su rugosidad es de {relief} m; muestran lugares distintos, o el inicio está muy lejos (--init, --global).',
  'pose-few-matches': 'Rechazada: menos de la mitad de los puntos tienen correspondencia.',
  'pose-numbers': 'Dé siete números "x y z qx qy qz qw"; hay {count}.',
  'pose-quaternion':
    'El cuaternión qx qy qz qw tiene la longitud {length} en vez de 1; sin rotación es "0 0 0 1".',
  'reflectivity-constant':
    'Todos los puntos de la nube {name} tienen la reflectividad {value}, que no sujeta ninguna pose; elija el método icp-plane.',
  'reflectivity-missing':
    'El método icp-intensity compara la reflectividad de los puntos, y la nube {name} no la tiene; dé un archivo con la propiedad intensity o reflectivity, o elija icp-plane.',
  'reflectivity-not-finite':
    'El punto {point} de la nube {name} (contado desde 0) tiene la reflectividad {value}; deje fuera los puntos sin una finita.',
  'registration-id-none': 'No existe {what} {id}; dé uno de {known}.',
  'registration-option': 'La opción {name} del registro es {value}; debe ser {rule}.',
  'rule-fraction': 'más que 0 y menos que 1',
  'rule-level': 'un número entero, 0 o más, Infinity para las hojas, o null',
  'rule-not-negative': '0 o más',
  'rule-positive': 'más que 0',
  'rule-up-to-one': 'más que 0 y a lo más 1',
  'rule-within': 'de {least} a {greatest}',
  'rule-whole-from': 'un número entero, {least} o más',
  'search-not-used': 'El método {method} no busca puntos cercanos; no dé la búsqueda.',
  'scalar-none': '{name} no tiene una propiedad {property} con un número por punto; tiene {known}.',
  'scalar-none-of-any':
    '{name} no tiene la propiedad {property}: sus números no tienen nombre además de x, y, z; conviértalo a un PLY o a un CSV con nombres, o no dé la opción.',
  'target-no-normals':
    'Ningún punto del objetivo tiene normal, pues el objetivo es una línea o un solo lugar, y el método {method} compara planos; elija icp-point o un objetivo que muestre una superficie.',
  'weight-invalid':
    'El punto {point} de la nube de origen (contado desde 0) tiene el peso {value}; un peso es un número finito, 0 o mayor.',
  'weights-all-zero':
    'Todos los puntos de la nube de origen tienen peso 0; dé al menos a tres un peso mayor que 0.',
  'weights-length': 'Hay {weights} pesos para {count} puntos; dé uno por punto.',
  'weights-not-used': 'El método {method} no usa pesos de los puntos; no los dé, o elija uno de {methods}.',
  'soft-no-match':
    'Ningún punto de la nube de origen está lo bastante cerca del objetivo para una correspondencia; dé una transformación inicial más cercana, o empiece el recocido más alto (opciones emIcp.sigmaP2 y emIcp.d02, softassign.firstTemperature).',
  'distance-all-zero':
    '{name} da A = 0 en todos los puntos, lo que no sujeta ninguna pose; dé al menos en algunos puntos una A con un autovalor positivo.',
  'distance-import': '{name} no se puede cargar como módulo ({why}); corríjalo, vea docs/custom-distance.md.',
  'distance-late':
    '{name} no había dado la distancia de todos los puntos a los {seconds} s y se terminó; hágalo más rápido, reduzca las nubes o dele más tiempo.',
  'distance-late-cli':
    '{name} no había dado la distancia de todos los puntos a los {seconds} s y se terminó; hágalo más rápido, reduzca las nubes con --downsample o dele más tiempo con --distance-limit.',
  'distance-needed':
    'El método newton-custom necesita un módulo que dé su distancia; elija uno, vea docs/custom-distance.md.',
  'distance-needed-cli':
    'El método newton-custom necesita un módulo que dé su distancia: --distance ARCHIVO, vea docs/custom-distance.md.',
  'distance-no-function':
    '{name} no exporta una función por defecto; exporte una, vea docs/custom-distance.md.',
  'distance-negative':
    '{name} da una distancia al cuadrado que baja a {value} cerca del punto {index} (contado desde 0); dé un c de al menos b·A⁻¹b y un b solo donde A no sea plana.',
  'distance-not-finite':
    '{name} da un número que no es finito en el punto {index} (contado desde 0); dé ahí A, b y c finitos.',
  'distance-not-positive':
    '{name} da una A con el autovalor {value} en el punto {index} (contado desde 0); una distancia al cuadrado no admite ninguno menor que 0.',
  'distance-not-symmetric':
    '{name} da una A que no es simétrica en el punto {index} (contado desde 0); dé (A + Aᵀ) / 2.',
  'distance-not-used':
    'Una distancia propia solo la usa el método newton-custom, y el método es {method}; déjela fuera o elija newton-custom.',
  'distance-shape':
    '{name} no da A, b y c en el punto {index} (contado desde 0); devuelva A como tres filas de tres números, b como tres números y c como uno.',
  'distance-throws': '{name} falló en el punto {index} (contado desde 0): {why}',
  'distance-stopped':
    '{name} terminó su hilo antes de dar la distancia de todos los puntos; quítele process.exit y similares.',
  'family-not-used':
    'El método {method} solo busca transformaciones rígidas; elija icp-point para la familia {family}, o no dé la familia.',
  'few-matches':
    'Solo {inliers} de {count} puntos ({percent} %) tienen correspondencia, menos de la mitad: la pose no es de fiar. Empiece más cerca, admita una distancia mayor o use nubes que se traslapen más.',
  'few-matches-cli':
    'solo {inliers} de {count} puntos ({percent} %) tienen correspondencia, menos de la mitad: la pose no es de fiar. Empiece más cerca (--init), admita una distancia mayor (--max-distance; en los métodos suaves --em-outlier o --soft-alpha) o use nubes que se traslapen más.',
  'icp-approx-search':
    'El método icp-approx baja por un árbol k-d hasta la celda de un punto; con la búsqueda {search} sería icp-point con otro nombre. No dé la búsqueda, o elija icp-point.',
  'lab-option-choice': '{name} no puede ser {value}; admite {known}.',
  'lab-option-of': '{name} no es opción del método {method}; es de {methods}.',
  'lab-option-switch': '{name} se activa o no.',
  'lab-option-whole': '{name} no puede ser {value}; admite un número entero de {min} a {max}.',
  'soft-too-much':
    '{method} de {source} puntos sobre {target} podría calcular {weights} pesos, y en la GPU {most} es el máximo; reduzca ambas nubes a un punto de cada {share} o use menos temperaturas.',
  'soft-too-much-cpu':
    '{method} de {source} puntos sobre {target} podría calcular {weights} pesos, y en la CPU {most} es el máximo (un cuarto de hora); reduzca ambas nubes a un punto de cada {share}, use menos temperaturas o la GPU.',
  'moved-cloud-ending':
    '{name}: la extensión no es de un formato que se escriba; dele un nombre que termine en {endings:or}.',
  'moved-cloud-itself': '{name} es la nube móvil misma; dé otro nombre a los puntos movidos.',
} as const;

export const REGISTRATION: Translation<typeof ENGLISH, typeof TEXTS> = TEXTS;
