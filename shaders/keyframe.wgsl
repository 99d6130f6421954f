// A keyframe that joins the submap, and the sums of the points of each bin, from which its plane follows.
//
// Each slot of the tables of scan-planes.wgsl has SUM_WORDS words of sums: the number of points, whether it is among the
// bins that changed (1) or not, then nine 64-bit integers, low word first: coordinates relative to the bin's centre
// x y z, and their products xx xy xz yy yz zz, in units of the bin's edge. Integers, so that the sums are the same to
// the last bit in whatever order points arrive. And each slot has an owner, which says whose bin it is.
// Must match src-core/gpu/odometry/scan-planes.ts, wall-sums.ts.

struct Keyframe {
  // Pose of the sensor relative to the origin of the options, in two parts each (wide.wgsl): columns of the rotation,
  // translation (m).
  rotation: array<vec3f, 3>,
  rotationLow: array<vec3f, 3>,
  translation: vec3f,
  translationLow: vec3f,
  // What the floats of the options leave out of the edge of the finest bins and of its inverse.
  edgeLow: f32,
  inverseLow: f32,
  // Bins whose centre is farther from the sensor than this are dropped, m.
  radius: f32,
  // Least number of points of a plane, and its least ratio of the middle to the largest eigenvalue.
  minPoints: u32,
  minSpread: f32,
}

@group(0) @binding(1) var<uniform> keyframe: Keyframe;

const SUM_WORDS: u32 = 20;
const IS_CHANGED: u32 = 1;
const FIRST_SUM: u32 = 2;
// Units of the coordinates and of their products, as shares of the edge and of its square.
const UNITS: f32 = 16777216.0; // 2^24
const SQUARE_UNITS: f32 = 4294967296.0; // 2^32

// Owner of a slot: nobody; the bin in its head; else, while a keyframe is being added, the bin of its point at
// pixel owner - 1.
const NOBODY: u32 = 0;
const BY_HEAD: u32 = 0xffffffff;

// State of a slot, in its head; see also scan-planes.wgsl.
const SLOT_NEW: u32 = 0;
const SLOT_WITH_PLANE: u32 = 1;
// Its points form no plane.
const SLOT_BARE: u32 = 2;
// Dropped; the slot is kept for the same bin.
const SLOT_DROPPED: u32 = 3;
const SLOT_VECTORS: u32 = 3;

// Places in `tallies`: per level the slots in use and the bins that have points; then the number of changed bins.
const USED: u32 = 0;
const ALIVE: u32 = 8;
const CHANGED: u32 = 16;
