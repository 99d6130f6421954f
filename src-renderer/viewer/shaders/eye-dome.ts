/**
 * Eye-dome lighting (Boucheny 2009): a pixel is darkened by how much nearer its neighbours are, in octaves of
 * depth. Reads the depth texture of the points. Keep the WGSL and GLSL versions equivalent.
 */
export const EYE_DOME_UNIFORMS = ['background', 'depthToOctaves', 'strength', 'radius', 'depthHalf'];
export const EYE_DOME_ATTRIBUTES = ['position'];

/*
 * depthToOctaves: a, b, (unused), 1 for a perspective: log2(b / (clipDepth - a)) there, else (clipDepth - b) / a.
 * depthHalf: 1 where the depth in the texture is clip depth itself (0..1), else it is (clip depth + 1) / 2.
 */

export const EYE_DOME_VERTEX_WGSL = /* wgsl */ `
attribute position: vec3f;

@vertex
fn main(input: VertexInputs) -> FragmentInputs {
  vertexOutputs.position = vec4f(vertexInputs.position.xy, 0.0, 1.0);
}
`;

export const EYE_DOME_FRAGMENT_WGSL = /* wgsl */ `
uniform background: vec4f;
uniform depthToOctaves: vec4f;
uniform strength: f32;
uniform radius: f32;
uniform depthHalf: f32;
var colourMap: texture_2d<f32>;
var depthMap: texture_depth_2d;

const EMPTY: f32 = 1e6;
const MOST: f32 = 0.15;

fn octaves(at: vec2i) -> f32 {
  let edge = vec2i(textureDimensions(depthMap)) - vec2i(1);
  let stored = textureLoad(depthMap, clamp(at, vec2i(0), edge), 0);
  if (stored >= 1.0) { return EMPTY; }
  let clip = mix(2.0 * stored - 1.0, stored, uniforms.depthHalf);
  if (uniforms.depthToOctaves.w < 0.5) { return (clip - uniforms.depthToOctaves.y) / uniforms.depthToOctaves.x; }
  return log2(max(uniforms.depthToOctaves.y / (clip - uniforms.depthToOctaves.x), 1e-3));
}

@fragment
fn main(input: FragmentInputs) -> FragmentOutputs {
  let at = vec2i(fragmentInputs.position.xy);
  let own = octaves(at);
  let painted = textureLoad(colourMap, at, 0);
  var sum = 0.0;
  for (var k = 0; k < 8; k++) {
    let angle = f32(k) * 0.78539816;
    let step = vec2i(round(uniforms.radius * vec2f(cos(angle), sin(angle))));
    sum += clamp(own - octaves(at + step), 0.0, MOST);
  }
  let shade = select(exp(-uniforms.strength * sum / 8.0), 1.0, own >= EMPTY);
  let drawn = select(painted.rgb, uniforms.background.rgb, own >= EMPTY);
  fragmentOutputs.color = vec4f(drawn * shade, 1.0);
}
`;

export const EYE_DOME_VERTEX_GLSL = /* glsl */ `
precision highp float;
attribute vec3 position;

void main() {
  gl_Position = vec4(position.xy, 0.0, 1.0);
}
`;

export const EYE_DOME_FRAGMENT_GLSL = /* glsl */ `
precision highp float;
precision highp sampler2D;
uniform vec4 background;
uniform vec4 depthToOctaves;
uniform float strength;
uniform float radius;
uniform float depthHalf;
uniform sampler2D colourMap;
uniform sampler2D depthMap;

const float EMPTY = 1e6;
const float MOST = 0.15;

float octaves(ivec2 at) {
  ivec2 edge = textureSize(depthMap, 0) - ivec2(1);
  float stored = texelFetch(depthMap, clamp(at, ivec2(0), edge), 0).r;
  if (stored >= 1.0) return EMPTY;
  float clip = mix(2.0 * stored - 1.0, stored, depthHalf);
  if (depthToOctaves.w < 0.5) return (clip - depthToOctaves.y) / depthToOctaves.x;
  return log2(max(depthToOctaves.y / (clip - depthToOctaves.x), 1e-3));
}

void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  float own = octaves(at);
  vec4 painted = texelFetch(colourMap, at, 0);
  float sum = 0.0;
  for (int k = 0; k < 8; k++) {
    float angle = float(k) * 0.78539816;
    ivec2 step = ivec2(round(radius * vec2(cos(angle), sin(angle))));
    sum += clamp(own - octaves(at + step), 0.0, MOST);
  }
  bool empty = own >= EMPTY;
  float shade = empty ? 1.0 : exp(-strength * sum / 8.0);
  gl_FragColor = vec4((empty ? background.rgb : painted.rgb) * shade, 1.0);
}
`;
