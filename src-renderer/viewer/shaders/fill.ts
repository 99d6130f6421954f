import { BLOCK } from './around.ts';
import { SCREEN_GLSL, SCREEN_WGSL } from './screen.ts';

/**
 * Closes the gaps between points. A pixel without a point, or whose point lies well behind its neighbours and is seen
 * through a gap between them, takes the mean of points on opposite sides of it. Only where at least three of four
 * lines through the pixel meet the surface on both sides: so the outline of the map and real openings stay.
 * Output: nearness, then the colour. Keep the WGSL and GLSL versions equivalent.
 */
const LEAST_LINES = 3;
/** Two points farther apart in depth than both of these do not belong to one surface: m, share of the depth. */
const APART = '0.3';
const APART_SHARE = '0.15';
/** A point this far behind its neighbours is seen through a gap, m and pixels. */
const BEHIND = '0.25';
const BEHIND_PIXELS = '12.0';
/** The neighbours that a pixel with a point is compared with: a wider gap shows what is really behind it. */
const NEXT = 2;

/** Where a pass looks for the sides of a gap: in so many steps of so many pixels to either side. */
export interface FillReach {
  readonly steps: number;
  readonly pixels: number;
}

/** @param fromMap the first pass: reads what was drawn */
export function fillWgsl({ steps, pixels }: FillReach, fromMap: boolean): string {
  return /* wgsl */ `
${SCREEN_WGSL}
var source: texture_2d<f32>;
var around: texture_2d<f32>;
${fromMap ? 'var depthMap: texture_depth_2d;' : ''}

fn held(at: vec2i) -> vec2i {
  return clamp(at, vec2i(0), vec2i(textureDimensions(source)) - vec2i(1));
}

fn near(at: vec2i) -> f32 {
  ${
    fromMap
      ? `let stored = textureLoad(depthMap, held(at), 0);
  return select(stored * uniforms.nearness.x + uniforms.nearness.y, 0.0, stored >= 1.0);`
      : 'return textureLoad(source, held(at), 0).x;'
  }
}

fn texel(at: vec2i) -> vec4f {
  ${
    fromMap
      ? `let own = near(at);
  if (own <= 0.0) { return vec4f(0.0); }
  return vec4f(own, textureLoad(source, held(at), 0).rgb);`
      : 'return textureLoad(source, held(at), 0);'
  }
}

@fragment
fn main(input: FragmentInputs) -> FragmentOutputs {
  let at = vec2i(fragmentInputs.position.xy);
  let own = texel(at);
  let isDrawn = own.x > 0.0;
  let first = select(1, ${NEXT}, isDrawn);
  let reach = select(${steps}, ${NEXT}, isDrawn);
  ${fromMap ? '' : 'if (isDrawn) { fragmentOutputs.color = own; return fragmentOutputs; }'}
  if (!isDrawn && textureLoad(around, at / ${BLOCK}, 0).x == 0.0) {
    fragmentOutputs.color = vec4f(0.0);
    return fragmentOutputs;
  }
  let gap = select(0.0, max(${BEHIND}, ${BEHIND_PIXELS} * perPixel(max(own.x, 1e-6))), isDrawn);
  var sum = vec4f(0.0);
  var weight = 0.0;
  var lines = 0;
  for (var d = 0; d < 4 && d - lines < ${5 - LEAST_LINES}; d++) {
    let stride = ${pixels} * DIRECTIONS[d];
    var a = 0.0;
    var b = 0.0;
    var ka = 0;
    var kb = 0;
    for (var k = first; k <= reach; k++) {
      if (ka == 0) {
        a = near(at + k * stride);
        if (a > 0.0 && (!isDrawn || metres(a - own.x, sqrt(a * own.x)) > gap)) { ka = k; }
      }
      if (kb == 0) {
        b = near(at - k * stride);
        if (b > 0.0 && (!isDrawn || metres(b - own.x, sqrt(b * own.x)) > gap)) { kb = k; }
      }
    }
    if (ka == 0 || kb == 0) { continue; }
    let off = abs(a - b);
    if (metres(off, sqrt(a * b)) > ${APART} && off > ${APART_SHARE} * max(a, b)) { continue; }
    let w = 1.0 / f32(ka + kb);
    sum += w * mix(texel(at + ka * stride), texel(at - kb * stride), f32(ka) * w);
    weight += w;
    lines++;
  }
  fragmentOutputs.color = own;
  if (lines >= ${LEAST_LINES}) { fragmentOutputs.color = sum / weight; }
}
`;
}

export function fillGlsl({ steps, pixels }: FillReach, fromMap: boolean): string {
  return /* glsl */ `
${SCREEN_GLSL}
uniform sampler2D source;
uniform sampler2D around;
${fromMap ? 'uniform sampler2D depthMap;' : ''}

ivec2 held(ivec2 at) {
  return clamp(at, ivec2(0), textureSize(source, 0) - ivec2(1));
}

float near(ivec2 at) {
  ${
    fromMap
      ? `float stored = texelFetch(depthMap, held(at), 0).r;
  return stored >= 1.0 ? 0.0 : stored * nearness.x + nearness.y;`
      : 'return texelFetch(source, held(at), 0).x;'
  }
}

vec4 texel(ivec2 at) {
  ${
    fromMap
      ? `float own = near(at);
  return own <= 0.0 ? vec4(0.0) : vec4(own, texelFetch(source, held(at), 0).rgb);`
      : 'return texelFetch(source, held(at), 0);'
  }
}

void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  vec4 own = texel(at);
  bool isDrawn = own.x > 0.0;
  int first = isDrawn ? ${NEXT} : 1;
  int reach = isDrawn ? ${NEXT} : ${steps};
  ${fromMap ? '' : 'if (isDrawn) { gl_FragColor = own; return; }'}
  if (!isDrawn && texelFetch(around, at / ${BLOCK}, 0).x == 0.0) {
    gl_FragColor = vec4(0.0);
    return;
  }
  float gap = isDrawn ? max(${BEHIND}, ${BEHIND_PIXELS} * perPixel(own.x)) : 0.0;
  vec4 sum = vec4(0.0);
  float weight = 0.0;
  int lines = 0;
  for (int d = 0; d < 4 && d - lines < ${5 - LEAST_LINES}; d++) {
    ivec2 stride = ${pixels} * DIRECTIONS[d];
    float a = 0.0;
    float b = 0.0;
    int ka = 0;
    int kb = 0;
    for (int k = first; k <= reach; k++) {
      if (ka == 0) {
        a = near(at + k * stride);
        if (a > 0.0 && (!isDrawn || metres(a - own.x, sqrt(a * own.x)) > gap)) ka = k;
      }
      if (kb == 0) {
        b = near(at - k * stride);
        if (b > 0.0 && (!isDrawn || metres(b - own.x, sqrt(b * own.x)) > gap)) kb = k;
      }
    }
    if (ka == 0 || kb == 0) continue;
    float off = abs(a - b);
    if (metres(off, sqrt(a * b)) > ${APART} && off > ${APART_SHARE} * max(a, b)) continue;
    float w = 1.0 / float(ka + kb);
    sum += w * mix(texel(at + ka * stride), texel(at - kb * stride), float(ka) * w);
    weight += w;
    lines++;
  }
  gl_FragColor = lines >= ${LEAST_LINES} ? sum / weight : own;
}
`;
}
