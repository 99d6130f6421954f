/**
 * What all passes over the screen share. They work on the *nearness* of a pixel: 1 / depth in a perspective, the
 * distance to the far end plus 1 in an orthographic view, 0 where nothing is drawn. A plane in space is a plane in
 * nearness over the screen, so a mean of opposite neighbours keeps walls straight at any slant.
 */
export const SCREEN_ATTRIBUTES = ['position'];

/** Uniforms of the functions below: see `MapPicture`. */
export const SCREEN_UNIFORMS = ['nearness', 'lens'];

/*
 * nearness: slope and intercept from stored depth to nearness. lens: metres per pixel at depth 1 (perspective) or
 * everywhere, 1 for a perspective, 1 where the rows of the window go up (WebGL) or -1.
 */

export const SCREEN_VERTEX_WGSL = /* wgsl */ `
attribute position: vec3f;

@vertex
fn main(input: VertexInputs) -> FragmentInputs {
  vertexOutputs.position = vec4f(vertexInputs.position.xy, 0.0, 1.0);
}
`;

export const SCREEN_VERTEX_GLSL = /* glsl */ `
precision highp float;
attribute vec3 position;

void main() {
  gl_Position = vec4(position.xy, 0.0, 1.0);
}
`;

export const SCREEN_WGSL = /* wgsl */ `
uniform nearness: vec2f;
uniform lens: vec3f;

const DIRECTIONS = array<vec2i, 4>(vec2i(1, 0), vec2i(0, 1), vec2i(1, 1), vec2i(1, -1));

fn metres(difference: f32, near: f32) -> f32 {
  return select(difference, difference / (near * near), uniforms.lens.y > 0.5);
}

fn perPixel(near: f32) -> f32 {
  return select(uniforms.lens.x, uniforms.lens.x / near, uniforms.lens.y > 0.5);
}
`;

export const SCREEN_GLSL = /* glsl */ `
precision highp float;
precision highp int;
precision highp sampler2D;
uniform vec2 nearness;
uniform vec3 lens;

const ivec2 DIRECTIONS[4] = ivec2[4](ivec2(1, 0), ivec2(0, 1), ivec2(1, 1), ivec2(1, -1));

float metres(float difference, float near) {
  return lens.y > 0.5 ? difference / (near * near) : difference;
}

float perPixel(float near) {
  return lens.y > 0.5 ? lens.x / near : lens.x;
}
`;
