// Shared definitions of the registration kernels: their bindings, and the state between passes.
//   options   of this run
//   source    slots of the source, see match.wgsl; m, about the source's mean
//   slots     target by slot, see match.wgsl; m, about the target's mean
//   structure of the search
//   surface   surface data of each element, by index
//   before, after  state and partial sums of the last pass and of this one; the host swaps them
//   history   state at the end, rms of each iteration (m)
// Workgroup: WG threads (override), LANES of them for a query, see lanes.wgsl.
// CPU twin: src-lab/methods/iterate.ts. Needs rigid.wgsl, boxes.wgsl.

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
  // Tree of the target, if it has boxes.
  tree: Tree,
  sourceCount: u32,
  targetCount: u32,
  // Index of the target's first point in the whole target, if it is one of several chunks.
  firstElement: u32,
  // Nodes of the tree that have children.
  innerNodes: u32,
  workgroups: u32,
  maxIterations: u32,
  rmsTolerance: f32,
  rmsThreshold: f32,
  // Largest squared distance of a matched pair, m^2.
  maxSquared: f32,
  // 1 to shorten steps by the Armijo rule, 0 to take full steps.
  lineSearch: u32,
  armijoShrink: f32,
  armijoDecrease: f32,
  // 1 if an element without a normal matches nothing.
  skipFlat: u32,
  // Element of `surface` from which on the target's data lie, behind the source's.
  surfaceFrom: u32,
  // Variance along a normal, that in the plane being 1 (Segal's epsilon).
  thickness: f32,
  // Share of the distance to the plane beside that of the reflectivity.
  geometryShare: f32,
  // NDT: constants of the score (Magnusson 2009, eq. 6.8), voxels that a point is compared with, and the mean of
  // |p|^2 I - p p^T over the source's points (m^2), its diagonal and xy xz yz.
  scoreD1: f32,
  scoreD2: f32,
  voxelsOfPoint: u32,
  leverDiagonal: vec3f,
  leverMixed: vec3f,
  // pICP options: largest hash at which a point is drawn, seed of the draws, spread of the source (m), 1 to
  // extrapolate rotation and translation each by itself.
  drawBound: u32,
  seed: u32,
  spread: f32,
  decoupled: u32,
}

struct State {
  phase: u32,
  iterations: u32,
  stopped: u32,
  // At the accepted pose: matches, rms (m), objective (m^2).
  matches: f32,
  rms: f32,
  objective: f32,
  // Predicted decrease of the objective by the whole step, m^2, and the fraction of the step being tried.
  promised: f32,
  alpha: f32,
  kept: Pose,
  tried: Pose,
  // The whole step as a twist.
  turn: vec3f,
  shift: vec3f,
  // Pass number, from 0.
  passNumber: u32,
  // NDT: the longest fraction of the step that may be tried, and 1 if the step is Gauss-Newton's.
  longest: f32,
  isSafe: u32,
}

struct Pass {
  state: State,
  // Sums at the accepted pose.
  sums: array<f32, 32>,
  // Sums of each workgroup at the trial pose, PARTIAL_STRIDE apart.
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
