import { shadersOnDisk } from '../../src-main/device/shader-source.ts';

/** Replaced by the texts themselves where bench/gpu/bundle.ts makes one file of the bench. */
export const shaders = shadersOnDisk();
