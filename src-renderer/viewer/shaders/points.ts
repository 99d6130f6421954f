/**
 * Points as squares that face the eye. WebGL has point sprites; WebGPU draws points of one pixel only, so there six
 * vertices form two triangles and fetch their point by index (instancing per point took five to thirty times as
 * long on a software renderer). The colour of a point is its value looked up in a ramp of RAMP_STOPS colours;
 * `NO_VALUE` of `colour` is grey. Keep the WGSL and GLSL versions equivalent.
 */
export const RAMP_STOPS = 16;

/** Threshold below `NO_VALUE` and above all real values. */
const MOST_VALUE = '1e37';
/** Grey of unknown values: visible on both themes, in no ramp. */
const UNKNOWN = '0.45';

export const POINT_UNIFORMS = [
  'eyeToClip',
  'offset',
  'pixel',
  'size',
  'range',
  'tint',
  'ramp',
  'boxCentre',
  'boxAxes',
  'planes',
  'slabSphere',
];
/** Vertex attributes, WebGL only; 'position' is the point. */
export const POINT_ATTRIBUTES = ['position', 'value'];
/** Storage buffers, WebGPU only: 3 numbers and 1 number per point. */
export const POINT_BUFFERS = ['points', 'values'];

/*
 * offset: origin of the batch from the eye, m. pixel: one pixel in clip coordinates, x and y, then metres per pixel
 * at depth 1 (perspective) or everywhere (orthographic), then 1 for a perspective. size: edge of a point in m,
 * least and most pixels. range: low, 1 / (high - low). tint: colour and how much of it. boxAxes: three axes of the
 * clipping box, each divided by its half-length; w of boxCentre: 1 if it clips. planes: two half-spaces n.p +
 * w >= 0, from the eye. slabSphere: centre from the eye and radius squared, negative if there is none.
 */

export const POINTS_VERTEX_WGSL = /* wgsl */ `
var<storage, read> points: array<f32>;
var<storage, read> values: array<f32>;
uniform eyeToClip: mat4x4f;
uniform offset: vec3f;
uniform pixel: vec4f;
uniform size: vec3f;
uniform range: vec2f;
uniform tint: vec4f;
uniform ramp: array<vec4f, ${RAMP_STOPS}>;
uniform boxCentre: vec4f;
uniform boxAxes: array<vec4f, 3>;
uniform planes: array<vec4f, 2>;
uniform slabSphere: vec4f;
varying colour: vec3f;

const CORNERS = array<vec2f, 6>(
  vec2f(-0.5, -0.5), vec2f(0.5, -0.5), vec2f(0.5, 0.5), vec2f(-0.5, -0.5), vec2f(0.5, 0.5), vec2f(-0.5, 0.5));

fn clipped(p: vec3f) -> bool {
  let d = p - uniforms.boxCentre.xyz;
  let inBox = vec3f(dot(d, uniforms.boxAxes[0].xyz), dot(d, uniforms.boxAxes[1].xyz), dot(d, uniforms.boxAxes[2].xyz));
  if (uniforms.boxCentre.w > 0.5 && any(abs(inBox) > vec3f(1.0))) { return true; }
  if (uniforms.slabSphere.w < 0.0) { return false; }
  let s = p - uniforms.slabSphere.xyz;
  return dot(s, s) > uniforms.slabSphere.w
    || dot(uniforms.planes[0].xyz, p) + uniforms.planes[0].w < 0.0
    || dot(uniforms.planes[1].xyz, p) + uniforms.planes[1].w < 0.0;
}

@vertex
fn main(input: VertexInputs) -> FragmentInputs {
  let i = vertexInputs.vertexIndex / 6u;
  let corner = CORNERS[vertexInputs.vertexIndex % 6u];
  let p = vec3f(points[3u * i], points[3u * i + 1u], points[3u * i + 2u]) + uniforms.offset;
  var clip = uniforms.eyeToClip * vec4f(p, 1.0);
  let perPixel = uniforms.pixel.z * mix(1.0, max(clip.w, 1e-4), uniforms.pixel.w);
  let pixels = clamp(uniforms.size.x / perPixel, uniforms.size.y, uniforms.size.z);
  clip = vec4f(clip.xy + corner * uniforms.pixel.xy * pixels * clip.w, clip.z, clip.w);
  if (clipped(p)) { clip = vec4f(0.0, 0.0, -2.0, 1.0); }
  vertexOutputs.position = clip;
  let t = clamp((values[i] - uniforms.range.x) * uniforms.range.y, 0.0, 1.0) * ${RAMP_STOPS - 1}.0;
  let stop = min(u32(t), ${RAMP_STOPS - 2}u);
  let found = mix(uniforms.ramp[stop].rgb, uniforms.ramp[stop + 1u].rgb, t - f32(stop));
  let ramped = select(found, vec3f(${UNKNOWN}), values[i] > ${MOST_VALUE});
  vertexOutputs.colour = mix(ramped, uniforms.tint.rgb, uniforms.tint.a);
}
`;

export const POINTS_FRAGMENT_WGSL = /* wgsl */ `
varying colour: vec3f;

@fragment
fn main(input: FragmentInputs) -> FragmentOutputs {
  fragmentOutputs.color = vec4f(fragmentInputs.colour, 1.0);
}
`;

export const POINTS_VERTEX_GLSL = /* glsl */ `
precision highp float;
attribute vec3 position;
attribute float value;
uniform mat4 eyeToClip;
uniform vec3 offset;
uniform vec4 pixel;
uniform vec3 size;
uniform vec2 range;
uniform vec4 tint;
uniform vec4 ramp[${RAMP_STOPS}];
uniform vec4 boxCentre;
uniform vec4 boxAxes[3];
uniform vec4 planes[2];
uniform vec4 slabSphere;
varying vec3 colour;

bool clipped(vec3 p) {
  vec3 d = p - boxCentre.xyz;
  vec3 inBox = vec3(dot(d, boxAxes[0].xyz), dot(d, boxAxes[1].xyz), dot(d, boxAxes[2].xyz));
  if (boxCentre.w > 0.5 && any(greaterThan(abs(inBox), vec3(1.0)))) return true;
  if (slabSphere.w < 0.0) return false;
  vec3 s = p - slabSphere.xyz;
  return dot(s, s) > slabSphere.w
    || dot(planes[0].xyz, p) + planes[0].w < 0.0
    || dot(planes[1].xyz, p) + planes[1].w < 0.0;
}

void main() {
  vec3 p = position + offset;
  vec4 clip = eyeToClip * vec4(p, 1.0);
  float perPixel = pixel.z * mix(1.0, max(clip.w, 1e-4), pixel.w);
  gl_PointSize = clamp(size.x / perPixel, size.y, size.z);
  if (clipped(p)) clip = vec4(0.0, 0.0, -2.0, 1.0);
  gl_Position = clip;
  float t = clamp((value - range.x) * range.y, 0.0, 1.0) * ${RAMP_STOPS - 1}.0;
  int stop = min(int(t), ${RAMP_STOPS - 2});
  vec3 found = mix(ramp[stop].rgb, ramp[stop + 1].rgb, t - float(stop));
  vec3 ramped = value > ${MOST_VALUE} ? vec3(${UNKNOWN}) : found;
  colour = mix(ramped, tint.rgb, tint.a);
}
`;

export const POINTS_FRAGMENT_GLSL = /* glsl */ `
precision highp float;
varying vec3 colour;

void main() {
  gl_FragColor = vec4(colour, 1.0);
}
`;
