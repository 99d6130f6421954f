import { SCREEN_GLSL, SCREEN_WGSL } from './screen.ts';

/**
 * Takes the noise of the ranges out of the nearness, so that the light shows rock and not noise. Neighbours count in
 * opposite pairs, by how near their mean is to the pixel: a slanted plane stays as it is, an edge is not crossed.
 * Passes of growing steps together cover some pixels, but no more of the wall than relief is wide. Keep the WGSL and GLSL versions
 * equivalent.
 *
 * The texture is half as wide and high as the window: the first pass reads every second pixel, or a neighbour of one
 * that is empty.
 */
export const SMOOTH_UNIFORMS = ['width', 'paces'];

/*
 * paces: step of this pass, pixels; width: at most this far on the wall, m. Deviations of neighbours above
 * RELIEF, m or pixels, are relief.
 */
const RELIEF = '0.035';
const RELIEF_PIXELS = '1.0';

export function smoothWgsl(halves: boolean): string {
  return /* wgsl */ `
${SCREEN_WGSL}
uniform width: f32;
uniform paces: f32;
var source: texture_2d<f32>;

fn texel(at: vec2i) -> f32 {
  let edge = vec2i(textureDimensions(source)) - vec2i(1);
  ${
    halves
      ? `let near = textureLoad(source, clamp(2 * at, vec2i(0), edge), 0).x;
  if (near > 0.0) { return near; }
  return textureLoad(source, clamp(2 * at + vec2i(1), vec2i(0), edge), 0).x;`
      : 'return textureLoad(source, clamp(at, vec2i(0), edge), 0).x;'
  }
}

@fragment
fn main(input: FragmentInputs) -> FragmentOutputs {
  let at = vec2i(fragmentInputs.position.xy);
  let own = texel(at);
  let pixel = perPixel(max(own, 1e-6));
  let stride = i32(round(min(uniforms.paces, uniforms.width / pixel)));
  var sum = own;
  var weight = 1.0;
  if (own > 0.0 && stride > 0) {
    let relief = ${RELIEF} + ${RELIEF_PIXELS} * pixel;
    for (var d = 0; d < 4; d++) {
      let a = texel(at + stride * DIRECTIONS[d]);
      let b = texel(at - stride * DIRECTIONS[d]);
      if (a <= 0.0 || b <= 0.0) { continue; }
      let off = metres(0.5 * (a + b) - own, own) / relief;
      let w = exp(-off * off);
      sum += w * (a + b);
      weight += 2.0 * w;
    }
  }
  fragmentOutputs.color = vec4f(sum / weight, 0.0, 0.0, 1.0);
}
`;
}

export function smoothGlsl(halves: boolean): string {
  return /* glsl */ `
${SCREEN_GLSL}
uniform float width;
uniform float paces;
uniform sampler2D source;

float texel(ivec2 at) {
  ivec2 edge = textureSize(source, 0) - ivec2(1);
  ${
    halves
      ? `float near = texelFetch(source, clamp(2 * at, ivec2(0), edge), 0).x;
  if (near > 0.0) return near;
  return texelFetch(source, clamp(2 * at + ivec2(1), ivec2(0), edge), 0).x;`
      : 'return texelFetch(source, clamp(at, ivec2(0), edge), 0).x;'
  }
}

void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  float own = texel(at);
  float pixel = perPixel(max(own, 1e-6));
  int stride = int(round(min(paces, width / pixel)));
  float sum = own;
  float weight = 1.0;
  if (own > 0.0 && stride > 0) {
    float relief = ${RELIEF} + ${RELIEF_PIXELS} * pixel;
    for (int d = 0; d < 4; d++) {
      float a = texel(at + stride * DIRECTIONS[d]);
      float b = texel(at - stride * DIRECTIONS[d]);
      if (a <= 0.0 || b <= 0.0) continue;
      float off = metres(0.5 * (a + b) - own, own) / relief;
      float w = exp(-off * off);
      sum += w * (a + b);
      weight += 2.0 * w;
    }
  }
  gl_FragColor = vec4(sum / weight, 0.0, 0.0, 1.0);
}
`;
}
