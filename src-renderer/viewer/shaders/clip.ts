/**
 * Clipping of a place by the box and the slab; see `setClip` of `clip-uniforms`. Keep the WGSL and GLSL versions
 * equivalent.
 *
 * p: the place from the eye. boxAxes: three axes of the clipping box, each divided by its half-length; w of boxCentre: 1
 * if it clips. planes: two half-spaces n.p + w >= 0, from the eye. slabSphere: centre from the eye and radius squared,
 * negative if there is none.
 */
export const CLIP_UNIFORMS = ['boxCentre', 'boxAxes', 'planes', 'slabSphere'];

export const CLIP_WGSL = /* wgsl */ `
uniform boxCentre: vec4f;
uniform boxAxes: array<vec4f, 3>;
uniform planes: array<vec4f, 2>;
uniform slabSphere: vec4f;

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
`;

export const CLIP_GLSL = /* glsl */ `
uniform vec4 boxCentre;
uniform vec4 boxAxes[3];
uniform vec4 planes[2];
uniform vec4 slabSphere;

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
`;
