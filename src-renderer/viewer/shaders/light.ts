/**
 * Light on the wall, per vertex: a lamp at the eye, a second one above it to the left, and some light from all around.
 * The second one shows relief that the eye's own lamp, without shadows, does not. Keep both versions equivalent.
 *
 * window: unit vectors to the right, up and forward; p: the place from the eye.
 */
/** Together 1, so that no colour of a ramp is brighter than in its legend; the eye's lamp is softened at a slant. */
const AROUND = '0.25';
const AT_EYE = '0.42';
const ABOVE = '0.33';
/** Share of the way sideways and down that the second lamp's light takes. */
const ASIDE = '0.6';
const DOWN = '0.8';
/** Where the slant of the wall is unknown: that of an average wall. */
const UNKNOWN = '0.75';

export const LIGHT_WGSL = /* wgsl */ `
fn lightOn(normal: vec3f, p: vec3f, isPerspective: bool) -> f32 {
  if (dot(normal, normal) < 0.25) { return ${UNKNOWN}; }
  let away = select(uniforms.window[2].xyz, normalize(p), isPerspective);
  let lamp = normalize(away + ${ASIDE} * uniforms.window[0].xyz - ${DOWN} * uniforms.window[1].xyz);
  let n = normalize(normal);
  let facing = dot(n, away);
  return ${AROUND} + ${AT_EYE} * sqrt(abs(facing)) + ${ABOVE} * max(sign(facing) * dot(n, lamp), 0.0);
}
`;

export const LIGHT_GLSL = /* glsl */ `
float lightOn(vec3 normal, vec3 p, bool isPerspective) {
  if (dot(normal, normal) < 0.25) return ${UNKNOWN};
  vec3 away = isPerspective ? normalize(p) : window[2].xyz;
  vec3 lamp = normalize(away + ${ASIDE} * window[0].xyz - ${DOWN} * window[1].xyz);
  vec3 n = normalize(normal);
  float facing = dot(n, away);
  return ${AROUND} + ${AT_EYE} * sqrt(abs(facing)) + ${ABOVE} * max(sign(facing) * dot(n, lamp), 0.0);
}
`;
