// History of the last pose steps and its extrapolation: parametric acceleration (pICP 3.4). While the last steps are
// collinear, the error along them is extrapolated by a line and a parabola to its minimum: coupled (Besl and McKay
// 1992) for the pose as one vector, decoupled (Simon, Hebert and Kanade 1994) for rotation and translation each by
// itself. Steps are stored instead of poses: in f32 the differences of poses would lose the digits of short steps.
// CPU twin: src-lab/picp/picp-acceleration.ts. Needs rigid.wgsl.

// Cosine of 10 degrees: consecutive steps whose directions differ by less are collinear.
const STRAIGHT: f32 = 0.984807753;
// Longest extrapolation, in lengths of the last step.
const LONGEST: f32 = 25.0;
const POSES_OF_COURSE: u32 = 4;

// Increment of a pose: of its quaternion, and of its translation in units of the source's spread.
struct Way {
  turn: vec4f,
  shift: vec3f,
}

struct Course {
  // Number of known poses, at most POSES_OF_COURSE.
  poses: u32,
  // 1 while the trial pose is an extrapolation.
  isLeap: u32,
  // Increment to the trial pose.
  next: Way,
  // Increments between the known poses, newest first.
  last: Way,
  before: Way,
  first: Way,
  // Mean square distances at the newest poses, newest first, m^2.
  errors: vec3f,
}

// @param step composed with the pose on the left
fn wayOf(step: Pose, pose: Pose, spread: f32) -> Way {
  // Rotation minus identity: w - 1 of a unit quaternion with w >= 0.
  let v = step.rotation.xyz;
  let turn = vec4f(v, -dot(v, v) / (1.0 + step.rotation.w));
  return Way(
    quaternionProduct(turn, pose.rotation),
    (turnedBy(step.rotation, pose.translation) + step.translation) / spread,
  );
}

fn dotOfWays(a: Way, b: Way) -> f32 {
  return dot(a.turn, b.turn) + dot(a.shift, b.shift);
}

// False if a step has no length.
fn areStraight(a: Way, b: Way) -> bool {
  let lengths = sqrt(dotOfWays(a, a)) * sqrt(dotOfWays(b, b));
  return lengths > 0.0 && dotOfWays(a, b) >= STRAIGHT * lengths;
}

// Adds the pose that `next` led to. @param error mean square distance at it, m^2
fn notePose(course: ptr<function, Course>, error: f32) {
  let newest = (*course).next;
  (*course).first = (*course).before;
  (*course).before = (*course).last;
  (*course).last = newest;
  (*course).errors = vec3f(error, (*course).errors.xy);
  (*course).poses = min((*course).poses + 1u, POSES_OF_COURSE);
}

// Distance along the steps from the newest pose to the minimum of the error: the zero of the line through the three
// errors or the vertex of the parabola, whichever lies ahead and is nearer, at most LONGEST steps; 0 if there is none.
fn extrapolation(lastLength: f32, lengthBefore: f32, errors: vec3f) -> f32 {
  let v1 = -lastLength;
  let v2 = v1 - lengthBefore;
  let slope1 = (errors.y - errors.x) / v1;
  let slope2 = (errors.z - errors.y) / (v2 - v1);
  let bend = (slope2 - slope1) / v2;
  let slope = slope1 - bend * v1;
  let meanV = (v1 + v2) / 3.0;
  let meanError = (errors.x + errors.y + errors.z) / 3.0;
  let v = vec3f(0.0, v1, v2) - meanV;
  let lineSlope = dot(v, errors - meanError) / dot(v, v);
  let longest = LONGEST * lastLength;
  var ahead = 0.0;
  // Only a falling line has its zero ahead of the centre, and only a falling parabola that opens upwards has its vertex
  // ahead.
  if (lineSlope < 0.0) {
    ahead = clamp(meanV - meanError / lineSlope, 0.0, longest);
  }
  if (bend > 0.0 && slope < 0.0) {
    ahead = min(select(longest, ahead, ahead > 0.0), -slope / (2.0 * bend));
  }
  return ahead;
}

// Length of the extrapolation along the last of three steps, in lengths of it; 0 if the steps are not collinear or have
// no minimum ahead.
fn lengthsAlong(last: Way, before: Way, first: Way, errors: vec3f) -> f32 {
  if (!areStraight(last, before) || !areStraight(before, first)) {
    return 0.0;
  }
  let lastLength = sqrt(dotOfWays(last, last));
  let lengthBefore = sqrt(dotOfWays(before, before));
  return extrapolation(lastLength, lengthBefore, errors) / lastLength;
}

fn turnOf(way: Way) -> Way {
  return Way(way.turn, vec3f(0.0));
}

fn shiftOf(way: Way) -> Way {
  return Way(vec4f(0.0), way.shift);
}

// Lengths of the extrapolation of rotation and translation from the newest pose, in last steps; 0 of what is not
// extrapolated. @param decoupled true: each by itself
fn leapOf(course: Course, decoupled: bool) -> vec2f {
  if (course.poses < POSES_OF_COURSE) {
    return vec2f(0.0);
  }
  let last = course.last;
  let before = course.before;
  let first = course.first;
  if (!decoupled) {
    return vec2f(lengthsAlong(last, before, first, course.errors));
  }
  return vec2f(
    lengthsAlong(turnOf(last), turnOf(before), turnOf(first), course.errors),
    lengthsAlong(shiftOf(last), shiftOf(before), shiftOf(first), course.errors),
  );
}

// Pose after `lengths` times the rotation and the translation of an increment.
fn along(pose: Pose, way: Way, lengths: vec2f, spread: f32) -> Pose {
  return Pose(
    normalize(pose.rotation + lengths.x * way.turn),
    pose.translation + (lengths.y * spread) * way.shift,
  );
}
