import { CLIP_GLSL, CLIP_UNIFORMS, CLIP_WGSL } from './clip.ts';
import { LIGHT_GLSL, LIGHT_WGSL } from './light.ts';
import { RAMP_STOPS } from './points.ts';

/**
 * The wall as lit triangles, in the light and the ramps of the points. Colour, light and clipping are those of each
 * pixel: a band ends where its chainage does, and a cut is straight. Keep the WGSL and GLSL versions equivalent.
 */
const UNKNOWN = '0.45';
/** Pixels with less than this share of known corners are grey. */
const KNOWN = '0.999';

export const SURFACE_ATTRIBUTES = ['position', 'normal', 'value'];
export const SURFACE_UNIFORMS = ['eyeToClip', 'offset', 'window', 'look', 'range', 'ramp', ...CLIP_UNIFORMS];

/*
 * value: value of a vertex for the ramp, and 1 where it is known. offset: origin of the piece from the eye, m. window: as
 * of the points. look: 1 for light, 1 for a perspective, length of a band, m (0: none), how far behind its place it is
 * drawn, m. range: low, 1 / (high - low).
 */

export const SURFACE_VERTEX_WGSL = /* wgsl */ `
attribute position: vec3f;
attribute normal: vec3f;
attribute value: vec2f;
uniform eyeToClip: mat4x4f;
uniform offset: vec3f;
uniform window: array<vec4f, 3>;
uniform look: vec4f;
varying place: vec3f;
varying facing: vec3f;
varying measure: vec2f;

@vertex
fn main(input: VertexInputs) -> FragmentInputs {
  let p = vertexInputs.position + uniforms.offset;
  vertexOutputs.place = p;
  vertexOutputs.facing = vertexInputs.normal;
  vertexOutputs.measure = vertexInputs.value;
  let away = select(uniforms.window[2].xyz, normalize(p), uniforms.look.y > 0.5);
  vertexOutputs.position = uniforms.eyeToClip * vec4f(p + uniforms.look.w * away, 1.0);
}
`;

export const SURFACE_FRAGMENT_WGSL = /* wgsl */ `
uniform window: array<vec4f, 3>;
uniform look: vec4f;
uniform range: vec2f;
uniform ramp: array<vec4f, ${RAMP_STOPS}>;
varying place: vec3f;
varying facing: vec3f;
varying measure: vec2f;

${LIGHT_WGSL}
${CLIP_WGSL}
@fragment
fn main(input: FragmentInputs) -> FragmentOutputs {
  let p = fragmentInputs.place;
  if (clipped(p)) { discard; }
  let value = fragmentInputs.measure.x;
  let band = floor(value / max(uniforms.look.z, 1e-3));
  let even = band - 2.0 * floor(0.5 * band);
  let share = select(clamp((value - uniforms.range.x) * uniforms.range.y, 0.0, 1.0), even, uniforms.look.z > 0.0);
  let t = share * ${RAMP_STOPS - 1}.0;
  let stop = min(u32(t), ${RAMP_STOPS - 2}u);
  let found = mix(uniforms.ramp[stop].rgb, uniforms.ramp[stop + 1u].rgb, t - f32(stop));
  let ramped = select(vec3f(${UNKNOWN}), found, fragmentInputs.measure.y > ${KNOWN});
  let light = select(1.0, lightOn(fragmentInputs.facing, p, uniforms.look.y > 0.5), uniforms.look.x > 0.5);
  fragmentOutputs.color = vec4f(light * ramped, 1.0);
}
`;

export const SURFACE_VERTEX_GLSL = /* glsl */ `
precision highp float;
attribute vec3 position;
attribute vec3 normal;
attribute vec2 value;
uniform mat4 eyeToClip;
uniform vec3 offset;
uniform vec4 window[3];
uniform vec4 look;
varying vec3 place;
varying vec3 facing;
varying vec2 measure;

void main() {
  place = position + offset;
  facing = normal;
  measure = value;
  vec3 away = look.y > 0.5 ? normalize(place) : window[2].xyz;
  gl_Position = eyeToClip * vec4(place + look.w * away, 1.0);
}
`;

export const SURFACE_FRAGMENT_GLSL = /* glsl */ `
precision highp float;
uniform vec4 window[3];
uniform vec4 look;
uniform vec2 range;
uniform vec4 ramp[${RAMP_STOPS}];
varying vec3 place;
varying vec3 facing;
varying vec2 measure;

${LIGHT_GLSL}
${CLIP_GLSL}
void main() {
  if (clipped(place)) discard;
  float band = floor(measure.x / max(look.z, 1e-3));
  float even = band - 2.0 * floor(0.5 * band);
  float share = look.z > 0.0 ? even : clamp((measure.x - range.x) * range.y, 0.0, 1.0);
  float t = share * ${RAMP_STOPS - 1}.0;
  int stop = min(int(t), ${RAMP_STOPS - 2});
  vec3 found = mix(ramp[stop].rgb, ramp[stop + 1].rgb, t - float(stop));
  vec3 ramped = measure.y > ${KNOWN} ? found : vec3(${UNKNOWN});
  float light = look.x > 0.5 ? lightOn(facing, place, look.y > 0.5) : 1.0;
  gl_FragColor = vec4(light * ramped, 1.0);
}
`;
