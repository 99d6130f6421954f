// Options shared by the scan matching kernels; all but `tables` is rewritten for each scan.
//
// Positions are relative to an origin near the sensor, at a corner of the coarsest bins, so that f32 resolves a
// hundredth of a millimetre anywhere in the map. Poses are those of the sensor at the middle of the rotation.
// Needs rigid.wgsl; override WG.

override WG: u32 = 128;

struct ScanOptions {
  // Predicted pose, relative to the origin, and the motion to it from the previous scan.
  predicted: Pose,
  step: Pose,
  // Index of the coarsest bin whose low corner is the origin.
  originBin: vec3i,
  // Fraction of the motion between the two scans that falls within one rotation.
  perRotation: f32,

  beams: u32,
  columns: u32,
  // Returns nearer or farther than these are ignored, mm.
  leastMm: u32,
  mostMm: u32,
  // One point in this many is used, by a hash of its pixel and this salt of the scan.
  thinning: u32,
  salt: u32,
  // A scan with fewer returns than this is not matched.
  leastPoints: u32,
  // 1 if each column has its rotation from the gyro.
  byGyro: u32,

  // Window of the normals, pixels, and the squared fraction of the range within which it is one surface.
  beamReach: i32,
  columnReach: i32,
  rangeStep2: f32,
  // Cosine of the largest angle between a point's normal and that of its plane.
  minCosine: f32,

  // Noise of a range, m^2 and m; residuals beyond this many squared standard deviations are outliers.
  rangeVariance: f32,
  rangeSigma: f32,
  inlierSigmas2: f32,
  // Initial width of the robust kernel, m.
  opening: f32,
  // Information of the motion prior, 1/rad^2 and 1/m^2.
  rotationInformation: f32,
  translationInformation: f32,
  // Below this share of the geometry's information a translation is left to the prior.
  minShare: f32,
  // A step below these has converged, rad and m.
  rotationTolerance: f32,
  translationTolerance: f32,
  minIterations: u32,
  maxIterations: u32,
  workgroups: u32,

  // Levels of bins, the edge of the finest (m) and its inverse.
  levels: u32,
  edge: f32,
  inverse: f32,
  // Per level: first slot of its table, and slots - 1.
  tables: array<vec4u, 8>,
}

// One column of the range image.
struct Column {
  // Rotation from the column to the middle of the rotation, by the gyro.
  rotation: vec4f,
  // Time relative to the middle as a fraction of the rotation, -1/2 .. 1/2.
  fraction: f32,
  isValid: u32,
  // Cosine and sine of the turn about the sensor's z axis from the geometry's direction to the measured one.
  turn: vec2f,
}

@group(0) @binding(0) var<uniform> options: ScanOptions;

// Class of a pixel of `points`, in its w.
const NO_RETURN: f32 = 0.0;
const RETURN: f32 = 1.0;
const CHOSEN: f32 = 2.0;
