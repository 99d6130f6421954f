import { readFileSync } from 'node:fs';
import type { ShaderSource } from '../../src-core/gpu/shader-source.ts';
import { shaderFolder } from '../files/own-module.ts';

const FOLDER = shaderFolder();

/** Shader source of this installation; each file is read once. */
export function shadersOnDisk(): ShaderSource {
  const texts = new Map<string, string>();
  return (name) => {
    let text = texts.get(name);
    if (text === undefined) {
      text = readFileSync(new URL(`${name}.wgsl`, FOLDER), 'utf8');
      texts.set(name, text);
    }
    return text;
  };
}
