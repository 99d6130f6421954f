import { isSoftMethod, METHOD_IDS, type MethodId } from '../../src-core/model/registration-ids.ts';
import { PEER_METHODS } from './peers.ts';
import { SCENES } from './scenes.ts';

/** Before the name of a method on a card. */
export const GPU = 'GPU ';

/** All that the tables can show, in their order: ours on the processor and on a card, and other programs. */
export const METHODS: readonly string[] = [
  ...METHOD_IDS,
  ...METHOD_IDS.map((method) => `${GPU}${method}`),
  ...PEER_METHODS,
];

/** Ours that need nothing which this kind of data lacks. */
export function methodsOf(scene: string, { gpu, long }: { gpu: boolean; long: boolean }): string[] {
  const { hasReflectivity = false } = SCENES[scene];
  return METHODS.filter((name) => {
    const method = name.slice(name.startsWith(GPU) ? GPU.length : 0) as MethodId;
    if (!METHOD_IDS.includes(method)) return false;
    if (method === 'icp-intensity' && !hasReflectivity) return false;
    return name.startsWith(GPU) ? gpu : long || !isSoftMethod(method);
  });
}
