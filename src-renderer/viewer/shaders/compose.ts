import { SCREEN_GLSL, SCREEN_WGSL } from './screen.ts';

/**
 * The window: each pixel in its colour, in the shade of those of the four nearest places of the smaller texture
 * that lie on the same surface; the background where nothing is drawn. Keep the WGSL and GLSL versions equivalent.
 */
export const COMPOSE_UNIFORMS = ['background', 'strength'];

/* strength: 0 for plain colours, 1 for shade. Depths that differ by less than SAME, m or pixels, are one surface. */
const SAME = '0.05';
const SAME_PIXELS = '4.0';

export const COMPOSE_WGSL = /* wgsl */ `
${SCREEN_WGSL}
uniform background: vec4f;
uniform strength: f32;
var filled: texture_2d<f32>;
var shades: texture_2d<f32>;

@fragment
fn main(input: FragmentInputs) -> FragmentOutputs {
  let at = vec2i(fragmentInputs.position.xy);
  let own = textureLoad(filled, at, 0);
  if (own.x <= 0.0) {
    fragmentOutputs.color = vec4f(uniforms.background.rgb, 1.0);
  } else if (uniforms.strength <= 0.0) {
    fragmentOutputs.color = vec4f(min(own.yzw, vec3f(1.0)), 1.0);
  } else {
    let edge = vec2i(textureDimensions(shades)) - vec2i(1);
    let place = 0.5 * vec2f(at);
    let low = vec2i(floor(place));
    let share = place - floor(place);
    let same = ${SAME} + ${SAME_PIXELS} * perPixel(own.x);
    var sum = vec2f(0.0);
    for (var k = 0; k < 4; k++) {
      let step = vec2i(k & 1, k >> 1);
      let light = textureLoad(shades, clamp(low + step, vec2i(0), edge), 0);
      let off = metres(light.y - own.x, own.x) / same;
      let w = mix(1.0 - share.x, share.x, f32(step.x)) * mix(1.0 - share.y, share.y, f32(step.y));
      sum += select(0.0, (w + 1e-3) / (1e-3 + off * off * off * off), light.y > 0.0) * vec2f(light.x, 1.0);
    }
    let shade = select(1.0, mix(1.0, sum.x / sum.y, uniforms.strength), sum.y > 0.0);
    fragmentOutputs.color = vec4f(min(own.yzw * shade, vec3f(1.0)), 1.0);
  }
}
`;

export const COMPOSE_GLSL = /* glsl */ `
${SCREEN_GLSL}
uniform vec4 background;
uniform float strength;
uniform sampler2D filled;
uniform sampler2D shades;

void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  vec4 own = texelFetch(filled, at, 0);
  if (own.x <= 0.0) {
    gl_FragColor = vec4(background.rgb, 1.0);
    return;
  }
  if (strength <= 0.0) {
    gl_FragColor = vec4(min(own.yzw, vec3(1.0)), 1.0);
    return;
  }
  ivec2 edge = textureSize(shades, 0) - ivec2(1);
  vec2 place = 0.5 * vec2(at);
  ivec2 low = ivec2(floor(place));
  vec2 share = place - floor(place);
  float same = ${SAME} + ${SAME_PIXELS} * perPixel(own.x);
  vec2 sum = vec2(0.0);
  for (int k = 0; k < 4; k++) {
    ivec2 corner = ivec2(k & 1, k >> 1);
    vec4 light = texelFetch(shades, clamp(low + corner, ivec2(0), edge), 0);
    float off = metres(light.y - own.x, own.x) / same;
    float w = mix(1.0 - share.x, share.x, float(corner.x)) * mix(1.0 - share.y, share.y, float(corner.y));
    if (light.y > 0.0) sum += (w + 1e-3) / (1e-3 + off * off * off * off) * vec2(light.x, 1.0);
  }
  float shade = sum.y > 0.0 ? mix(1.0, sum.x / sum.y, strength) : 1.0;
  gl_FragColor = vec4(min(own.yzw * shade, vec3(1.0)), 1.0);
}
`;
