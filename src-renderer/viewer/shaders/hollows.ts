import { SCREEN_GLSL, SCREEN_WGSL } from './screen.ts';

/**
 * Darkens hollows and what lies behind an edge, at three radii (after eye-dome lighting, Boucheny 2009): light from
 * all around does not get there. A pixel is compared with the mean of opposite neighbours, so a slanted wall is not
 * darker than one that is seen squarely. Reads the smoothed nearness, half as wide and high as the window. Output:
 * shade, nearness. Keep the WGSL and GLSL versions equivalent.
 */
export const HOLLOW_UNIFORMS = ['radii'];

/* radii: of the hollows, pixels. DARKNESS: of a hollow as deep as it is wide; a ridge is lighter by LIGHTEST of it. */
const DARKNESS = '0.75';
const LIGHTEST = '-0.12';
/** Hollows are measured in this many metres and pixels more: what is left of the noise is no hollow. */
const LEAST = '0.03';
const LEAST_PIXELS = '1.5';

export const HOLLOWS_WGSL = /* wgsl */ `
${SCREEN_WGSL}
uniform radii: vec3f;
var smoothed: texture_2d<f32>;

fn near(at: vec2i) -> f32 {
  return textureLoad(smoothed, clamp(at, vec2i(0), vec2i(textureDimensions(smoothed)) - vec2i(1)), 0).x;
}

fn hollow(at: vec2i, own: f32, radius: f32) -> f32 {
  var sum = 0.0;
  for (var d = 0; d < 4; d++) {
    let away = select(radius, 0.7071 * radius, d > 1);
    let step = vec2i(round(away * vec2f(DIRECTIONS[d])));
    let a = near(at + step);
    let b = near(at - step);
    let rise = select(0.5 * (a + b) - own, 0.0, a <= 0.0 || b <= 0.0);
    sum += clamp(metres(rise, own) / ((radius + ${LEAST_PIXELS}) * perPixel(own) + ${LEAST}), ${LIGHTEST}, 1.0);
  }
  return 0.25 * sum;
}

@fragment
fn main(input: FragmentInputs) -> FragmentOutputs {
  let at = vec2i(fragmentInputs.position.xy);
  let own = near(at);
  fragmentOutputs.color = vec4f(0.0);
  if (own > 0.0) {
    let dark = hollow(at, own, uniforms.radii.x) + hollow(at, own, uniforms.radii.y) + hollow(at, own, uniforms.radii.z);
    fragmentOutputs.color = vec4f(exp(-${DARKNESS} * dark), own, 0.0, 1.0);
  }
}
`;

export const HOLLOWS_GLSL = /* glsl */ `
${SCREEN_GLSL}
uniform vec3 radii;
uniform sampler2D smoothed;

float near(ivec2 at) {
  return texelFetch(smoothed, clamp(at, ivec2(0), textureSize(smoothed, 0) - ivec2(1)), 0).x;
}

float hollow(ivec2 at, float own, float radius) {
  float sum = 0.0;
  for (int d = 0; d < 4; d++) {
    float away = d > 1 ? 0.7071 * radius : radius;
    ivec2 pace = ivec2(round(away * vec2(DIRECTIONS[d])));
    float a = near(at + pace);
    float b = near(at - pace);
    float rise = a <= 0.0 || b <= 0.0 ? 0.0 : 0.5 * (a + b) - own;
    sum += clamp(metres(rise, own) / ((radius + ${LEAST_PIXELS}) * perPixel(own) + ${LEAST}), ${LIGHTEST}, 1.0);
  }
  return 0.25 * sum;
}

void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  float own = near(at);
  gl_FragColor = vec4(0.0);
  if (own > 0.0) {
    float dark = hollow(at, own, radii.x) + hollow(at, own, radii.y) + hollow(at, own, radii.z);
    gl_FragColor = vec4(exp(-${DARKNESS} * dark), own, 0.0, 1.0);
  }
}
`;
