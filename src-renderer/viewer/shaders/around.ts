import { SCREEN_GLSL, SCREEN_WGSL } from './screen.ts';

/**
 * Where the passes that close gaps need not look: a picture of blocks of `BLOCK` pixels, 1 where something is drawn in
 * the block, then 1 where it is in a block near by. Most of a picture from outside is background, and searching each of
 * its pixels for the sides of a gap is most of a frame of a software renderer. Keep the WGSL and GLSL versions equivalent.
 */
export const BLOCK = 16;

export const OCCUPIED_WGSL = /* wgsl */ `
${SCREEN_WGSL}
var depthMap: texture_depth_2d;

@fragment
fn main(input: FragmentInputs) -> FragmentOutputs {
  let low = ${BLOCK} * vec2i(fragmentInputs.position.xy);
  let high = min(low + vec2i(${BLOCK}), vec2i(textureDimensions(depthMap)));
  var nearest = 1.0;
  for (var y = low.y; y < high.y; y++) {
    for (var x = low.x; x < high.x; x++) { nearest = min(nearest, textureLoad(depthMap, vec2i(x, y), 0)); }
  }
  fragmentOutputs.color = vec4f(select(0.0, 1.0, nearest < 1.0), 0.0, 0.0, 1.0);
}
`;

export const OCCUPIED_GLSL = /* glsl */ `
${SCREEN_GLSL}
uniform sampler2D depthMap;

void main() {
  ivec2 low = ${BLOCK} * ivec2(gl_FragCoord.xy);
  ivec2 high = min(low + ivec2(${BLOCK}), textureSize(depthMap, 0));
  float nearest = 1.0;
  for (int y = low.y; y < high.y; y++)
    for (int x = low.x; x < high.x; x++) nearest = min(nearest, texelFetch(depthMap, ivec2(x, y), 0).r);
  gl_FragColor = vec4(nearest < 1.0 ? 1.0 : 0.0, 0.0, 0.0, 1.0);
}
`;

/** @param blocks that count to either side */
export function aroundWgsl(blocks: number): string {
  return /* wgsl */ `
${SCREEN_WGSL}
var occupied: texture_2d<f32>;

@fragment
fn main(input: FragmentInputs) -> FragmentOutputs {
  let at = vec2i(fragmentInputs.position.xy);
  let edge = vec2i(textureDimensions(occupied)) - vec2i(1);
  var found = 0.0;
  for (var y = -${blocks}; y <= ${blocks}; y++) {
    for (var x = -${blocks}; x <= ${blocks}; x++) {
      found = max(found, textureLoad(occupied, clamp(at + vec2i(x, y), vec2i(0), edge), 0).x);
    }
  }
  fragmentOutputs.color = vec4f(found, 0.0, 0.0, 1.0);
}
`;
}

export function aroundGlsl(blocks: number): string {
  return /* glsl */ `
${SCREEN_GLSL}
uniform sampler2D occupied;

void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  ivec2 edge = textureSize(occupied, 0) - ivec2(1);
  float found = 0.0;
  for (int y = -${blocks}; y <= ${blocks}; y++)
    for (int x = -${blocks}; x <= ${blocks}; x++)
      found = max(found, texelFetch(occupied, clamp(at + ivec2(x, y), ivec2(0), edge), 0).r);
  gl_FragColor = vec4(found, 0.0, 0.0, 1.0);
}
`;
}
