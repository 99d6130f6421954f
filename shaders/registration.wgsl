// What the registration kernels share: their bindings, and what is kept from pass to pass.
//   options   of this call
//   source    slots of the source, see match.wgsl; m, about the source's mean
//   slots     target by slot, see match.wgsl; m, about the target's mean
//   structure of the search
//   surface   what is known of the surface at each element, by index
//   before, after  state and partial sums of the last pass and of this one; the host swaps them
//   history   state at the end, rms of each iteration (m)
// Workgroup: WG threads (override), LANES of them for a query, see lanes.wgsl.
// CPU twin: src-core/lab/methods/iterate.ts. Needs rigid.wgsl, boxes.wgsl.

override WG: u32 = 256;

const NOT_STARTED: u32 = 0;
const FIRST_PASS: u32 = 1;
const STEPPING: u32 = 2;
const DONE: u32 = 3;

const CONVERGED: u32 = 1;
const ERROR_THRESHOLD: u32 = 2;
const ITERATION_LIMIT: u32 = 3;
const NO_DESCENT: u32 = 4;
const TOO_FEW_MATCHES: u32 = 5;

const LEAST_PAIRS: f32 = 3.0;

struct Options {
  start: Pose,
  // Of the target, where it has boxes.
  tree: Tree,
  sourceCount: u32,
  targetCount: u32,
  // Index of the target's first point in the whole target, where it is one of several parts.
  firstElement: u32,
  // Nodes of the tree that have children.
  innerNodes: u32,
  workgroups: u32,
  maxIterations: u32,
  rmsTolerance: f32,
  rmsThreshold: f32,
  // Squared distance of pairs that still count, m^2.
  maxSquared: f32,
  // 1 to shorten steps by the Armijo rule, 0 to take each whole.
  lineSearch: u32,
  armijoShrink: f32,
  armijoDecrease: f32,
  // 1 where an element without a normal matches nothing.
  skipFlat: u32,
  // Of pICP: the largest hash by which a point is drawn, the seed of the draws, the spread of the source (m).
  drawBound: u32,
  seed: u32,
  spread: f32,
}

struct State {
  phase: u32,
  iterations: u32,
  stopped: u32,
  // Of the pose that is kept: matches, rms (m), objective (m^2).
  matches: f32,
  rms: f32,
  objective: f32,
  // Decrease of the objective that the whole step promises, m^2, and the part of the step that is tried.
  promised: f32,
  alpha: f32,
  kept: Pose,
  tried: Pose,
  // The whole step as a twist.
  turn: vec3f,
  shift: vec3f,
  // From 0.
  passNumber: u32,
}

struct Pass {
  state: State,
  // Sums at the pose that is kept.
  sums: array<f32, 32>,
  // Sums of each workgroup at the pose that is tried, PARTIAL_STRIDE apart.
  partials: array<f32>,
}

struct History {
  state: State,
  sums: array<f32, 32>,
  rms: array<f32>,
}

@group(0) @binding(0) var<uniform> options: Options;
@group(0) @binding(1) var<storage, read> source: array<vec4u>;
@group(0) @binding(2) var<storage, read> slots: array<vec4u>;
@group(0) @binding(6) var<storage, read> before: Pass;
@group(0) @binding(7) var<storage, read_write> after: Pass;
@group(0) @binding(8) var<storage, read_write> history: History;
