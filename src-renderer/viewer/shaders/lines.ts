/**
 * Lines several pixels wide: one instance per segment, a rectangle from `start` to `finish` that faces the eye.
 * Keep the WGSL and GLSL versions equivalent.
 */
export const LINE_UNIFORMS = ['eyeToClip', 'offset', 'pixel', 'width', 'colour', 'nearest'];
export const LINE_ATTRIBUTES = ['position', 'start', 'finish'];

/*
 * position.x: 0 at `start`, 1 at `finish`; position.y: -1, 1 across. pixel: one pixel in clip coordinates. nearest:
 * the part nearer to the eye (clip w) is clipped; otherwise an end behind the eye would be drawn on the wrong side.
 */

export const LINES_VERTEX_WGSL = /* wgsl */ `
attribute position: vec3f;
attribute start: vec3f;
attribute finish: vec3f;
uniform eyeToClip: mat4x4f;
uniform offset: vec3f;
uniform pixel: vec4f;
uniform width: f32;
uniform nearest: f32;
uniform colour: vec4f;

@vertex
fn main(input: VertexInputs) -> FragmentInputs {
  var a = uniforms.eyeToClip * vec4f(vertexInputs.start + uniforms.offset, 1.0);
  var b = uniforms.eyeToClip * vec4f(vertexInputs.finish + uniforms.offset, 1.0);
  if (a.w < uniforms.nearest && b.w > uniforms.nearest) { a = mix(a, b, (uniforms.nearest - a.w) / (b.w - a.w)); }
  else if (b.w < uniforms.nearest && a.w > uniforms.nearest) { b = mix(b, a, (uniforms.nearest - b.w) / (a.w - b.w)); }
  let along = (b.xy / b.w - a.xy / a.w) / uniforms.pixel.xy;
  let direction = along / max(length(along), 1e-6);
  let end = mix(a, b, vertexInputs.position.x);
  let side = vec2f(-direction.y, direction.x) * vertexInputs.position.y;
  let beyond = direction * (2.0 * vertexInputs.position.x - 1.0);
  vertexOutputs.position = vec4f(end.xy + (side + beyond) * 0.5 * uniforms.width * uniforms.pixel.xy * end.w, end.zw);
}
`;

export const LINES_FRAGMENT_WGSL = /* wgsl */ `
uniform colour: vec4f;

@fragment
fn main(input: FragmentInputs) -> FragmentOutputs {
  fragmentOutputs.color = uniforms.colour;
}
`;

export const LINES_VERTEX_GLSL = /* glsl */ `
precision highp float;
attribute vec3 position;
attribute vec3 start;
attribute vec3 finish;
uniform mat4 eyeToClip;
uniform vec3 offset;
uniform vec4 pixel;
uniform float width;
uniform float nearest;

void main() {
  vec4 a = eyeToClip * vec4(start + offset, 1.0);
  vec4 b = eyeToClip * vec4(finish + offset, 1.0);
  if (a.w < nearest && b.w > nearest) a = mix(a, b, (nearest - a.w) / (b.w - a.w));
  else if (b.w < nearest && a.w > nearest) b = mix(b, a, (nearest - b.w) / (a.w - b.w));
  vec2 along = (b.xy / b.w - a.xy / a.w) / pixel.xy;
  vec2 direction = along / max(length(along), 1e-6);
  vec4 end = mix(a, b, position.x);
  vec2 side = vec2(-direction.y, direction.x) * position.y;
  vec2 beyond = direction * (2.0 * position.x - 1.0);
  gl_Position = vec4(end.xy + (side + beyond) * 0.5 * width * pixel.xy * end.w, end.zw);
}
`;

export const LINES_FRAGMENT_GLSL = /* glsl */ `
precision highp float;
uniform vec4 colour;

void main() {
  gl_FragColor = colour;
}
`;
