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
interface FillReach {
  readonly steps: number;
  readonly pixels: number;
}

/**
 * A software renderer computes both sides of every branch and skips only loops that no pixel enters, so what few
 * pixels need is a loop of one turn.
 *
 * @param fromMap the first pass: reads what was drawn
 */
export function fillWgsl({ steps, pixels }: FillReach, fromMap: boolean): string {
  return /* wgsl */ `
${SCREEN_WGSL}
var source: texture_2d<f32>;
var around: texture_2d<f32>;
${fromMap ? 'var depthMap: texture_depth_2d;' : ''}
var<private> edge: vec2i;

fn near(at: vec2i) -> f32 {
  let held = clamp(at, vec2i(0), edge);
  ${
    fromMap
      ? `let stored = textureLoad(depthMap, held, 0);
  return select(stored * uniforms.nearness.x + uniforms.nearness.y, 0.0, stored >= 1.0);`
      : 'return textureLoad(source, held, 0).x;'
  }
}

fn texel(at: vec2i) -> vec4f {
  let held = clamp(at, vec2i(0), edge);
  ${fromMap ? 'return vec4f(near(at), textureLoad(source, held, 0).rgb);' : 'return textureLoad(source, held, 0);'}
}

fn before(a: f32, own: f32, gap: f32) -> bool {
  return a > 0.0 && (own <= 0.0 || a - own > gap * select(1.0, a * own, uniforms.lens.y > 0.5));
}

fn bothBefore(at: vec2i, pace: vec2i, own: f32, gap: f32) -> bool {
  return before(near(at + pace), own, gap) && before(near(at - pace), own, gap);
}

@fragment
fn main(input: FragmentInputs) -> FragmentOutputs {
  let at = vec2i(fragmentInputs.position.xy);
  edge = vec2i(textureDimensions(source)) - vec2i(1);
  let read = texel(at);
  let isDrawn = read.x > 0.0;
  let own = select(vec4f(0.0), read, isDrawn);
  let gap = select(0.0, max(${BEHIND}, ${BEHIND_PIXELS} * perPixel(max(own.x, 1e-6))), isDrawn);
  let first = select(1, ${NEXT}, isDrawn);
  let reach = select(${steps}, ${NEXT}, isDrawn);
  var sum = vec4f(0.0);
  var weight = 0.0;
  var lines = 0;
  let isGap = !isDrawn && textureLoad(around, at / ${BLOCK}, 0).x > 0.0;
  let isBehind = ${
    fromMap
      ? `isDrawn && (bothBefore(at, vec2i(${NEXT}, 0), own.x, gap) || bothBefore(at, vec2i(0, ${NEXT}), own.x, gap))`
      : 'false'
  };
  for (var once = select(0, 1, isGap || isBehind); once > 0; once--) {
    for (var d = 0; d < 4 && d - lines < ${5 - LEAST_LINES}; d++) {
      let stride = ${pixels} * vec2i(select(1, 0, d == 1), select(select(0, 1, d == 1 || d == 2), -1, d == 3));
      var a = 0.0;
      var b = 0.0;
      var ka = 0;
      var kb = 0;
      for (var k = first; k <= reach && (ka == 0 || kb == 0); k++) {
        let ahead = near(at + k * stride);
        let behind = near(at - k * stride);
        if (ka == 0 && before(ahead, own.x, gap)) {
          a = ahead;
          ka = k;
        }
        if (kb == 0 && before(behind, own.x, gap)) {
          b = behind;
          kb = k;
        }
      }
      let off = abs(a - b);
      let isOne = metres(off, sqrt(a * b)) <= ${APART} || off <= ${APART_SHARE} * max(a, b);
      for (var both = select(0, 1, ka > 0 && kb > 0 && isOne); both > 0; both--) {
        let w = 1.0 / f32(ka + kb);
        sum += w * mix(texel(at + ka * stride), texel(at - kb * stride), f32(ka) * w);
        weight += w;
        lines++;
      }
    }
  }
  fragmentOutputs.color = own;
  if (lines >= ${LEAST_LINES}) { fragmentOutputs.color = sum / weight; }
}
`;
}

/** See {@link fillWgsl}. */
export function fillGlsl({ steps, pixels }: FillReach, fromMap: boolean): string {
  return /* glsl */ `
${SCREEN_GLSL}
uniform sampler2D source;
uniform sampler2D around;
${fromMap ? 'uniform sampler2D depthMap;' : ''}
ivec2 edge;

float near(ivec2 at) {
  ivec2 held = clamp(at, ivec2(0), edge);
  ${
    fromMap
      ? `float stored = texelFetch(depthMap, held, 0).r;
  return stored >= 1.0 ? 0.0 : stored * nearness.x + nearness.y;`
      : 'return texelFetch(source, held, 0).x;'
  }
}

vec4 texel(ivec2 at) {
  ivec2 held = clamp(at, ivec2(0), edge);
  ${fromMap ? 'return vec4(near(at), texelFetch(source, held, 0).rgb);' : 'return texelFetch(source, held, 0);'}
}

bool before(float a, float own, float gap) {
  return a > 0.0 && (own <= 0.0 || a - own > gap * (lens.y > 0.5 ? a * own : 1.0));
}

bool bothBefore(ivec2 at, ivec2 pace, float own, float gap) {
  return before(near(at + pace), own, gap) && before(near(at - pace), own, gap);
}

void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  edge = textureSize(source, 0) - ivec2(1);
  vec4 own = texel(at);
  bool isDrawn = own.x > 0.0;
  own = isDrawn ? own : vec4(0.0);
  float gap = isDrawn ? max(${BEHIND}, ${BEHIND_PIXELS} * perPixel(max(own.x, 1e-6))) : 0.0;
  int first = isDrawn ? ${NEXT} : 1;
  int reach = isDrawn ? ${NEXT} : ${steps};
  vec4 sum = vec4(0.0);
  float weight = 0.0;
  int lines = 0;
  bool isGap = !isDrawn && texelFetch(around, at / ${BLOCK}, 0).x > 0.0;
  bool isBehind = ${
    fromMap
      ? `isDrawn && (bothBefore(at, ivec2(${NEXT}, 0), own.x, gap) || bothBefore(at, ivec2(0, ${NEXT}), own.x, gap))`
      : 'false'
  };
  for (int once = isGap || isBehind ? 1 : 0; once > 0; once--) {
    for (int d = 0; d < 4 && d - lines < ${5 - LEAST_LINES}; d++) {
      ivec2 stride = ${pixels} * ivec2(d == 1 ? 0 : 1, d == 0 ? 0 : d == 3 ? -1 : 1);
      float a = 0.0;
      float b = 0.0;
      int ka = 0;
      int kb = 0;
      for (int k = first; k <= reach && (ka == 0 || kb == 0); k++) {
        float ahead = near(at + k * stride);
        float behind = near(at - k * stride);
        if (ka == 0 && before(ahead, own.x, gap)) {
          a = ahead;
          ka = k;
        }
        if (kb == 0 && before(behind, own.x, gap)) {
          b = behind;
          kb = k;
        }
      }
      float off = abs(a - b);
      bool isOne = metres(off, sqrt(a * b)) <= ${APART} || off <= ${APART_SHARE} * max(a, b);
      for (int both = ka > 0 && kb > 0 && isOne ? 1 : 0; both > 0; both--) {
        float w = 1.0 / float(ka + kb);
        sum += w * mix(texel(at + ka * stride), texel(at - kb * stride), float(ka) * w);
        weight += w;
        lines++;
      }
    }
  }
  gl_FragColor = lines >= ${LEAST_LINES} ? sum / weight : own;
}
`;
}
