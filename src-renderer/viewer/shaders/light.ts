/**
 * Light on the wall, per vertex: a lamp at the eye, a second one above it to the left, and some light from all around.
 * The second one shows relief that the eye's own lamp, without shadows, does not. Keep both versions equivalent.
 *
 * window: unit vectors to the right, up and forward, and 1 / reach of the lamps in the w of the last; 0: as far as one
 * sees; p: the place from the eye.
 */
/** Together 1, so that no colour of a ramp is brighter than in its legend; the eye's lamp is softened at a slant. */
const AROUND = '0.25';
const AT_EYE = '0.42';
const ABOVE = '0.33';
/** Share of the way sideways and down that the second lamp's light takes. */
const ASIDE = '0.6';
const DOWN = '0.8';
/** Where the slant of the wall is unknown: that of a wall along which one looks; a brighter one would be a speck in it. */
const UNKNOWN = '0.6';
/** Share of its light that a wall far beyond the reach of the lamps still has: it must be seen. */
const FARTHEST = '0.22';

export const LIGHT_WGSL = /* wgsl */ `
fn lightOn(normal: vec3f, p: vec3f, isPerspective: bool) -> f32 {
  let far = p * uniforms.window[2].w;
  let left = ${FARTHEST} + (1.0 - ${FARTHEST}) / (1.0 + dot(far, far));
  if (dot(normal, normal) < 0.25) { return ${UNKNOWN} * left; }
  let away = select(uniforms.window[2].xyz, normalize(p), isPerspective);
  let lamp = normalize(away + ${ASIDE} * uniforms.window[0].xyz - ${DOWN} * uniforms.window[1].xyz);
  let n = normalize(normal);
  let facing = dot(n, away);
  let light = ${AROUND} + ${AT_EYE} * sqrt(abs(facing)) + ${ABOVE} * max(sign(facing) * dot(n, lamp), 0.0);
  return light * left;
}
`;

export const LIGHT_GLSL = /* glsl */ `
float lightOn(vec3 normal, vec3 p, bool isPerspective) {
  vec3 far = p * window[2].w;
  float left = ${FARTHEST} + (1.0 - ${FARTHEST}) / (1.0 + dot(far, far));
  if (dot(normal, normal) < 0.25) return ${UNKNOWN} * left;
  vec3 away = isPerspective ? normalize(p) : window[2].xyz;
  vec3 lamp = normalize(away + ${ASIDE} * window[0].xyz - ${DOWN} * window[1].xyz);
  vec3 n = normalize(normal);
  float facing = dot(n, away);
  float light = ${AROUND} + ${AT_EYE} * sqrt(abs(facing)) + ${ABOVE} * max(sign(facing) * dot(n, lamp), 0.0);
  return light * left;
}
`;
