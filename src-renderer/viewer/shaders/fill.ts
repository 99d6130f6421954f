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
${fromMap ? 'var depthMap: texture_depth_2d;' : ''}

fn texel(at: vec2i) -> vec4f {
  let held = clamp(at, vec2i(0), vec2i(textureDimensions(source)) - vec2i(1));
  ${
    fromMap
      ? `let stored = textureLoad(depthMap, held, 0);
  if (stored >= 1.0) { return vec4f(0.0); }
  return vec4f(stored * uniforms.nearness.x + uniforms.nearness.y, textureLoad(source, held, 0).rgb);`
      : 'return textureLoad(source, held, 0);'
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
  let gap = select(0.0, max(${BEHIND}, ${BEHIND_PIXELS} * perPixel(max(own.x, 1e-6))), isDrawn);
  var sum = vec4f(0.0);
  var weight = 0.0;
  var lines = 0;
  for (var d = 0; d < 4 && d - lines < ${5 - LEAST_LINES}; d++) {
    var a = vec4f(0.0);
    var b = vec4f(0.0);
    var ka = 0;
    var kb = 0;
    for (var k = first; k <= reach; k++) {
      if (ka == 0) {
        a = texel(at + ${pixels} * k * DIRECTIONS[d]);
        if (a.x > 0.0 && (!isDrawn || metres(a.x - own.x, sqrt(a.x * own.x)) > gap)) { ka = k; }
      }
      if (kb == 0) {
        b = texel(at - ${pixels} * k * DIRECTIONS[d]);
        if (b.x > 0.0 && (!isDrawn || metres(b.x - own.x, sqrt(b.x * own.x)) > gap)) { kb = k; }
      }
    }
    if (ka == 0 || kb == 0) { continue; }
    let off = abs(a.x - b.x);
    if (metres(off, sqrt(a.x * b.x)) > ${APART} && off > ${APART_SHARE} * max(a.x, b.x)) { continue; }
    let w = 1.0 / f32(ka + kb);
    sum += w * mix(a, b, f32(ka) * w);
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
${fromMap ? 'uniform sampler2D depthMap;' : ''}

vec4 texel(ivec2 at) {
  ivec2 held = clamp(at, ivec2(0), textureSize(source, 0) - ivec2(1));
  ${
    fromMap
      ? `float stored = texelFetch(depthMap, held, 0).r;
  if (stored >= 1.0) return vec4(0.0);
  return vec4(stored * nearness.x + nearness.y, texelFetch(source, held, 0).rgb);`
      : 'return texelFetch(source, held, 0);'
  }
}

void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  vec4 own = texel(at);
  bool isDrawn = own.x > 0.0;
  int first = isDrawn ? ${NEXT} : 1;
  int reach = isDrawn ? ${NEXT} : ${steps};
  ${fromMap ? '' : 'if (isDrawn) { gl_FragColor = own; return; }'}
  float gap = isDrawn ? max(${BEHIND}, ${BEHIND_PIXELS} * perPixel(own.x)) : 0.0;
  vec4 sum = vec4(0.0);
  float weight = 0.0;
  int lines = 0;
  for (int d = 0; d < 4 && d - lines < ${5 - LEAST_LINES}; d++) {
    vec4 a = vec4(0.0);
    vec4 b = vec4(0.0);
    int ka = 0;
    int kb = 0;
    for (int k = first; k <= reach; k++) {
      if (ka == 0) {
        a = texel(at + ${pixels} * k * DIRECTIONS[d]);
        if (a.x > 0.0 && (!isDrawn || metres(a.x - own.x, sqrt(a.x * own.x)) > gap)) ka = k;
      }
      if (kb == 0) {
        b = texel(at - ${pixels} * k * DIRECTIONS[d]);
        if (b.x > 0.0 && (!isDrawn || metres(b.x - own.x, sqrt(b.x * own.x)) > gap)) kb = k;
      }
    }
    if (ka == 0 || kb == 0) continue;
    float off = abs(a.x - b.x);
    if (metres(off, sqrt(a.x * b.x)) > ${APART} && off > ${APART_SHARE} * max(a.x, b.x)) continue;
    float w = 1.0 / float(ka + kb);
    sum += w * mix(a, b, float(ka) * w);
    weight += w;
    lines++;
  }
  gl_FragColor = lines >= ${LEAST_LINES} ? sum / weight : own;
}
`;
}
