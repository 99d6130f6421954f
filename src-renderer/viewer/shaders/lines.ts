import { SCREEN_GLSL, SCREEN_UNIFORMS, SCREEN_WGSL } from './screen.ts';

/**
 * Lines several pixels wide: one instance per segment, a rectangle from `start` to `finish` that faces the eye. They
 * are drawn to the window, over the composed picture, and compared with its surface, where the gaps between points are
 * closed: so a line does not show through them. Keep the WGSL and GLSL versions equivalent.
 */
export const LINE_UNIFORMS = [
  ...SCREEN_UNIFORMS,
  'eyeToClip',
  'offset',
  'pixel',
  'width',
  'colour',
  'nearest',
  'dash',
];
export const LINE_ATTRIBUTES = ['position', 'start', 'finish', 'run'];
export const LINE_SAMPLERS = ['filled'];

/** A line this far behind the surface is hidden, m and pixels: one on the wall is not. */
const BEHIND = '0.03';
const BEHIND_PIXELS = '2.0';
/** Drawn share of dash and gap. */
const DASH_SHARE = '0.55';

/*
 * position.x: 0 at `start`, 1 at `finish`; position.y: -1, 1 across. run: metres along the line to `start`. pixel: one
 * pixel in clip coordinates. nearest: the part nearer to the eye (clip w) is clipped; otherwise an end behind the eye
 * would be drawn on the wrong side. dash: least length of dash and gap together, px; 0 for none.
 */

export const LINES_VERTEX_WGSL = /* wgsl */ `
attribute position: vec3f;
attribute start: vec3f;
attribute finish: vec3f;
attribute run: f32;
uniform eyeToClip: mat4x4f;
uniform offset: vec3f;
uniform pixel: vec4f;
uniform width: f32;
uniform nearest: f32;
uniform colour: vec4f;
varying along: f32;

@vertex
fn main(input: VertexInputs) -> FragmentInputs {
  var a = uniforms.eyeToClip * vec4f(vertexInputs.start + uniforms.offset, 1.0);
  var b = uniforms.eyeToClip * vec4f(vertexInputs.finish + uniforms.offset, 1.0);
  var runs = vec2f(vertexInputs.run, vertexInputs.run + distance(vertexInputs.start, vertexInputs.finish));
  if (a.w < uniforms.nearest && b.w > uniforms.nearest) {
    let share = (uniforms.nearest - a.w) / (b.w - a.w);
    a = mix(a, b, share);
    runs.x = mix(runs.x, runs.y, share);
  } else if (b.w < uniforms.nearest && a.w > uniforms.nearest) {
    let share = (uniforms.nearest - b.w) / (a.w - b.w);
    b = mix(b, a, share);
    runs.y = mix(runs.y, runs.x, share);
  }
  let across = (b.xy / b.w - a.xy / a.w) / uniforms.pixel.xy;
  let pixels = max(length(across), 1e-6);
  let direction = across / pixels;
  let end = mix(a, b, vertexInputs.position.x);
  let side = vec2f(-direction.y, direction.x) * vertexInputs.position.y;
  let beyond = 2.0 * vertexInputs.position.x - 1.0;
  let half = 0.5 * uniforms.width;
  vertexOutputs.along = mix(runs.x, runs.y, vertexInputs.position.x) + beyond * half * (runs.y - runs.x) / pixels;
  vertexOutputs.position = vec4f(end.xy + (side + beyond * direction) * half * uniforms.pixel.xy * end.w, end.zw);
}
`;

/** @param isHidden the parts behind the surface, each pixel once; otherwise those before it */
export function linesFragmentWgsl(isHidden: boolean): string {
  return /* wgsl */ `
${SCREEN_WGSL}
uniform colour: vec4f;
uniform dash: f32;
var filled: texture_2d<f32>;
varying along: f32;

@fragment
fn main(input: FragmentInputs) -> FragmentOutputs {
  let spread = length(vec2f(dpdx(fragmentInputs.along), dpdy(fragmentInputs.along)));
  let near = max(fragmentInputs.position.z * uniforms.nearness.x + uniforms.nearness.y, 1e-6);
  let surface = textureLoad(filled, vec2i(fragmentInputs.position.xy), 0).x;
  let isBehind = surface > near && metres(surface - near, sqrt(surface * near)) > ${BEHIND} + ${BEHIND_PIXELS} * perPixel(near);
  if (isBehind != ${isHidden}) { discard; }
  ${
    isHidden
      ? `let period = exp2(ceil(log2(max(uniforms.dash * spread, 1e-6))));
  if (uniforms.dash > 0.0 && fract(fragmentInputs.along / period) > ${DASH_SHARE}) { discard; }
  fragmentOutputs.fragDepth = 0.0;`
      : ''
  }
  fragmentOutputs.color = uniforms.colour;
}
`;
}

export const LINES_VERTEX_GLSL = /* glsl */ `
precision highp float;
attribute vec3 position;
attribute vec3 start;
attribute vec3 finish;
attribute float run;
uniform mat4 eyeToClip;
uniform vec3 offset;
uniform vec4 pixel;
uniform float width;
uniform float nearest;
varying float along;

void main() {
  vec4 a = eyeToClip * vec4(start + offset, 1.0);
  vec4 b = eyeToClip * vec4(finish + offset, 1.0);
  vec2 runs = vec2(run, run + distance(start, finish));
  if (a.w < nearest && b.w > nearest) {
    float share = (nearest - a.w) / (b.w - a.w);
    a = mix(a, b, share);
    runs.x = mix(runs.x, runs.y, share);
  } else if (b.w < nearest && a.w > nearest) {
    float share = (nearest - b.w) / (a.w - b.w);
    b = mix(b, a, share);
    runs.y = mix(runs.y, runs.x, share);
  }
  vec2 across = (b.xy / b.w - a.xy / a.w) / pixel.xy;
  float pixels = max(length(across), 1e-6);
  vec2 direction = across / pixels;
  vec4 end = mix(a, b, position.x);
  vec2 side = vec2(-direction.y, direction.x) * position.y;
  float beyond = 2.0 * position.x - 1.0;
  float reach = 0.5 * width;
  along = mix(runs.x, runs.y, position.x) + beyond * reach * (runs.y - runs.x) / pixels;
  gl_Position = vec4(end.xy + (side + beyond * direction) * reach * pixel.xy * end.w, end.zw);
}
`;

/** The same in GLSL. */
export function linesFragmentGlsl(isHidden: boolean): string {
  return /* glsl */ `
${SCREEN_GLSL}
uniform vec4 colour;
uniform float dash;
uniform sampler2D filled;
varying float along;

void main() {
  float spread = length(vec2(dFdx(along), dFdy(along)));
  float near = max(gl_FragCoord.z * nearness.x + nearness.y, 1e-6);
  float surface = texelFetch(filled, ivec2(gl_FragCoord.xy), 0).x;
  bool isBehind = surface > near && metres(surface - near, sqrt(surface * near)) > ${BEHIND} + ${BEHIND_PIXELS} * perPixel(near);
  if (isBehind != ${isHidden}) discard;
  ${
    isHidden
      ? `float period = exp2(ceil(log2(max(dash * spread, 1e-6))));
  if (dash > 0.0 && fract(along / period) > ${DASH_SHARE}) discard;
  gl_FragDepth = 0.0;`
      : ''
  }
  gl_FragColor = colour;
}
`;
}
