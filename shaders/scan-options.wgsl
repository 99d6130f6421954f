// What the kernels that place a scan in the submap share; all but `tables` is written anew for each scan.
//
// Positions are relative to an origin near the sensor that lies on a corner of the coarsest bins, so that f32 keeps a
// hundredth of a millimetre wherever the map is. Poses are those of the sensor at the middle of the rotation.
// Needs rigid.wgsl; override WG.

override WG: u32 = 128;

struct ScanOptions {
  // Where the sensor is expected, about the origin, and the motion to there from the scan before.
  predicted: Pose,
  step: Pose,
  // Index of the coarsest bin whose low corner is the origin.
  originBin: vec3i,
  // Part of the motion between the two scans that falls within one rotation.
  perRotation: f32,

  beams: u32,
  columns: u32,
  // Returns nearer or farther are no points, mm.
  leastMm: u32,
  mostMm: u32,
  // One point in this many takes part, by a hash of its pixel and this salt of the scan.
  thinning: u32,
  salt: u32,
  // A scan with fewer returns than this is not matched.
  leastPoints: u32,
  // 1 where each column has its rotation from the gyro.
  byGyro: u32,

  // Window of the normals, pixels, and the squared share of the range within which it is one surface.
  beamReach: i32,
  columnReach: i32,
  rangeStep2: f32,
  // Cosine of the largest angle between a point's normal and that of its plane.
  minCosine: f32,

  // Of one range, m^2 and m; residuals beyond this many squared standard deviations are outliers.
  rangeVariance: f32,
  rangeSigma: f32,
  inlierSigmas2: f32,
  // First width of the robust kernel, m.
  opening: f32,
  // Of the prior, 1/rad^2 and 1/m^2.
  rotationInformation: f32,
  translationInformation: f32,
  // Below this share of the walls' information a translation is left to the prior.
  minShare: f32,
  // A step below these has settled, rad and m.
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
  // Rotation from the column to the middle, by the gyro.
  rotation: vec4f,
  // Part of the rotation after the middle, -1/2 .. 1/2.
  fraction: f32,
  isValid: u32,
}

@group(0) @binding(0) var<uniform> options: ScanOptions;

// What a pixel of `points` is, in its w.
const NO_RETURN: f32 = 0.0;
const RETURN: f32 = 1.0;
const CHOSEN: f32 = 2.0;
