import { CLIP_GLSL, CLIP_UNIFORMS, CLIP_WGSL } from './clip.ts';
import { LIGHT_GLSL, LIGHT_WGSL } from './light.ts';

/**
 * Points as surfels: discs that lie on the wall and are seen at its slant, so that together they make a surface. A
 * disc is written with the depth of its plane at each pixel; its middle stands out a little, so that where discs
 * overlap the nearest point wins. Where the slant is unknown, a disc faces the eye.
 *
 * WebGL has point sprites; WebGPU draws points of one pixel only, so there six vertices form two triangles and fetch
 * their point by index (instancing per point took five to thirty times as long on a software renderer). The colour of
 * a point is its value looked up in a ramp of RAMP_STOPS colours; `NO_VALUE` of `colour` is grey. Keep the WGSL and
 * GLSL versions equivalent.
 */
export const RAMP_STOPS = 17;

/** Threshold below `NO_VALUE` and above all real values. */
const MOST_VALUE = '1e37';
/** Grey of unknown values: visible on both themes, in no ramp. */
const UNKNOWN = '0.45';
/** How far the middle of a disc stands out, by its radius. */
const BULGE = '0.12';
/** Greatest tangent of the slant of a disc: a steeper one is a line, and full of noise. */
const MOST_TILT = '4.0';
/** Discs smaller than this are squares: too few pixels for a shape. */
const LEAST_DISC = '2.5';

export const POINT_UNIFORMS = [
  'eyeToClip',
  'offset',
  'pixel',
  'size',
  'depth',
  'window',
  'lit',
  'range',
  'tint',
  'ramp',
  ...CLIP_UNIFORMS,
];
/** Vertex attributes, WebGL only; 'position' is the point. */
export const POINT_ATTRIBUTES = ['position', 'spread', 'normal', 'value'];
/** Storage buffers, WebGPU only: position, spacing and packed normal, 4 bytes each, and 1 number per point. */
export const POINT_BUFFERS = ['points', 'values'];

/*
 * offset: origin of the batch from the eye, m. pixel: one pixel in clip coordinates, x and y, then metres per pixel
 * at depth 1 (perspective) or everywhere (orthographic), then 1 for a perspective. size: greatest spacing,
 * m, and discs per spacing, then least and most pixels. depth: a and b of the clip depth, as in `eyeToClip`, 1 for a
 * perspective, stored depth per clip depth. window: see `shaders/light`; w of the first: metres that the discs stand
 * back. lit: 1 for
 * light, 0 for plain colours. range: low, 1 / (high - low). tint: colour and how much of it.
 */

export const POINTS_VERTEX_WGSL = /* wgsl */ `
var<storage, read> points: array<u32>;
var<storage, read> values: array<f32>;
uniform eyeToClip: mat4x4f;
uniform offset: vec3f;
uniform pixel: vec4f;
uniform size: vec4f;
uniform depth: vec4f;
uniform window: array<vec4f, 3>;
uniform lit: f32;
uniform range: vec2f;
uniform tint: vec4f;
uniform ramp: array<vec4f, ${RAMP_STOPS}>;
varying colour: vec3f;
varying disc: vec2f;
varying tilt: vec2f;
varying sizing: vec2f;

const CORNERS = array<vec2f, 6>(
  vec2f(-0.5, -0.5), vec2f(0.5, -0.5), vec2f(0.5, 0.5), vec2f(-0.5, -0.5), vec2f(0.5, 0.5), vec2f(-0.5, 0.5));

${LIGHT_WGSL}
${CLIP_WGSL}
@vertex
fn main(input: VertexInputs) -> FragmentInputs {
  let i = vertexInputs.vertexIndex / 6u;
  let corner = CORNERS[vertexInputs.vertexIndex % 6u];
  let p = uniforms.offset
    + vec3f(bitcast<f32>(points[5u * i]), bitcast<f32>(points[5u * i + 1u]), bitcast<f32>(points[5u * i + 2u]));
  var clip = uniforms.eyeToClip * vec4f(p, 1.0);
  let perPixel = uniforms.pixel.z * mix(1.0, max(clip.w, 1e-4), uniforms.pixel.w);
  let width = uniforms.size.y * min(bitcast<f32>(points[5u * i + 3u]), uniforms.size.x);
  let pixels = clamp(width / perPixel, uniforms.size.z, uniforms.size.w);
  let isPerspective = uniforms.depth.z > 0.5;
  let normal = unpack4x8snorm(points[5u * i + 4u]).xyz;
  let across = vec2f(dot(normal, uniforms.window[0].xyz), dot(normal, uniforms.window[1].xyz));
  let facing = select(dot(normal, uniforms.window[2].xyz), dot(normal, p) / max(clip.w, 1e-4), isPerspective);
  var tilt = -across / (sign(facing) * max(abs(facing), 1e-3));
  tilt = select(vec2f(0.0), tilt * min(1.0, ${MOST_TILT} / max(length(tilt), 1e-6)), facing != 0.0);
  vertexOutputs.tilt = tilt;
  vertexOutputs.disc = 2.0 * corner;
  let perMetre = select(uniforms.depth.x, -uniforms.depth.y / (clip.w * clip.w), isPerspective);
  vertexOutputs.sizing = vec2f(uniforms.depth.w * perMetre * 0.5 * pixels * perPixel, pixels);
  let back = clip.z + perMetre * uniforms.window[0].w * clip.w;
  clip = vec4f(clip.xy + corner * uniforms.pixel.xy * pixels * clip.w, back, clip.w);
  if (clipped(p)) { clip = vec4f(0.0, 0.0, -2.0, 1.0); }
  vertexOutputs.position = clip;
  let t = clamp((values[i] - uniforms.range.x) * uniforms.range.y, 0.0, 1.0) * ${RAMP_STOPS - 1}.0;
  let stop = min(u32(t), ${RAMP_STOPS - 2}u);
  let found = mix(uniforms.ramp[stop].rgb, uniforms.ramp[stop + 1u].rgb, t - f32(stop));
  let ramped = select(found, vec3f(${UNKNOWN}), values[i] > ${MOST_VALUE});
  let light = select(1.0, lightOn(normal, p, isPerspective), uniforms.lit > 0.5);
  vertexOutputs.colour = light * mix(ramped, uniforms.tint.rgb, uniforms.tint.a);
}
`;

export const POINTS_FRAGMENT_WGSL = /* wgsl */ `
varying colour: vec3f;
varying disc: vec2f;
varying tilt: vec2f;
varying sizing: vec2f;

@fragment
fn main(input: FragmentInputs) -> FragmentOutputs {
  let disc = fragmentInputs.disc;
  let back = dot(fragmentInputs.tilt, disc);
  let blur = 1.5 * length(fragmentInputs.tilt) / fragmentInputs.sizing.y;
  let thin = max(abs(back) - blur, 0.0);
  let away = dot(disc, disc) + thin * thin;
  if (away > 1.0 && fragmentInputs.sizing.y > ${LEAST_DISC}) { discard; }
  fragmentOutputs.fragDepth = fragmentInputs.position.z + fragmentInputs.sizing.x * (back + ${BULGE} * min(away, 1.0));
  fragmentOutputs.color = vec4f(fragmentInputs.colour, 1.0);
}
`;

export const POINTS_VERTEX_GLSL = /* glsl */ `
precision highp float;
attribute vec3 position;
attribute float spread;
attribute vec4 normal;
attribute float value;
uniform mat4 eyeToClip;
uniform vec3 offset;
uniform vec4 pixel;
uniform vec4 size;
uniform vec4 depth;
uniform vec4 window[3];
uniform float lit;
uniform vec2 range;
uniform vec4 tint;
uniform vec4 ramp[${RAMP_STOPS}];
varying vec3 colour;
varying vec2 tilt;
varying vec2 sizing;

${LIGHT_GLSL}
${CLIP_GLSL}
void main() {
  vec3 p = position + offset;
  vec4 clip = eyeToClip * vec4(p, 1.0);
  float perPixel = pixel.z * mix(1.0, max(clip.w, 1e-4), pixel.w);
  gl_PointSize = clamp(size.y * min(spread, size.x) / perPixel, size.z, size.w);
  bool isPerspective = depth.z > 0.5;
  vec2 across = vec2(dot(normal.xyz, window[0].xyz), dot(normal.xyz, window[1].xyz));
  float facing = isPerspective ? dot(normal.xyz, p) / max(clip.w, 1e-4) : dot(normal.xyz, window[2].xyz);
  tilt = facing == 0.0 ? vec2(0.0) : -across / (sign(facing) * max(abs(facing), 1e-3));
  tilt *= min(1.0, ${MOST_TILT} / max(length(tilt), 1e-6));
  float perMetre = isPerspective ? -depth.y / (clip.w * clip.w) : depth.x;
  sizing = vec2(depth.w * perMetre * 0.5 * gl_PointSize * perPixel, gl_PointSize);
  clip.z += perMetre * window[0].w * clip.w;
  if (clipped(p)) clip = vec4(0.0, 0.0, -2.0, 1.0);
  gl_Position = clip;
  float t = clamp((value - range.x) * range.y, 0.0, 1.0) * ${RAMP_STOPS - 1}.0;
  int stop = min(int(t), ${RAMP_STOPS - 2});
  vec3 found = mix(ramp[stop].rgb, ramp[stop + 1].rgb, t - float(stop));
  vec3 ramped = value > ${MOST_VALUE} ? vec3(${UNKNOWN}) : found;
  float light = lit > 0.5 ? lightOn(normal.xyz, p, isPerspective) : 1.0;
  colour = light * mix(ramped, tint.rgb, tint.a);
}
`;

export const POINTS_FRAGMENT_GLSL = /* glsl */ `
precision highp float;
varying vec3 colour;
varying vec2 tilt;
varying vec2 sizing;

void main() {
  vec2 disc = vec2(2.0, -2.0) * (gl_PointCoord - 0.5);
  float back = dot(tilt, disc);
  float thin = max(abs(back) - 1.5 * length(tilt) / sizing.y, 0.0);
  float away = dot(disc, disc) + thin * thin;
  if (away > 1.0 && sizing.y > ${LEAST_DISC}) discard;
  gl_FragDepth = gl_FragCoord.z + sizing.x * (back + ${BULGE} * min(away, 1.0));
  gl_FragColor = vec4(colour, 1.0);
}
`;
