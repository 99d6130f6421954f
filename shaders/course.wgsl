// The course of the last poses, and where it leads: parametric acceleration (Besl and McKay 1992, as pICP 3.4 uses it).
// When the last steps go straight on, the error along them is extended by a line and a parabola to where it would be
// least. The steps are kept, not the poses: in f32 the differences of poses would lose the digits of short steps.
// CPU twin: src-core/lab/picp/picp-acceleration.ts. Needs rigid.wgsl.

// Cosine of 10 degrees: steps in a row whose directions differ by less go straight on.
const STRAIGHT: f32 = 0.984807753;
// Longest extrapolation, in lengths of the last step.
const LONGEST: f32 = 25.0;
const POSES_OF_COURSE: u32 = 4;

// What a step adds to a pose: to its quaternion, and to its translation in spreads of the source.
struct Way {
  turn: vec4f,
  shift: vec3f,
}

struct Course {
  // Poses that are known, no more than POSES_OF_COURSE.
  poses: u32,
  // 1 while the pose that is tried is a leap.
  isLeap: u32,
  // To the pose that is tried.
  next: Way,
  // Between the known poses, newest first.
  last: Way,
  before: Way,
  first: Way,
  // Mean square distances under the newest poses, newest first, m^2.
  errors: vec3f,
}

// @param step composed with the pose on the left
fn wayOf(step: Pose, pose: Pose, spread: f32) -> Way {
  // The rotation less no rotation: w - 1 of a unit quaternion with w >= 0.
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

// False where a step has no length.
fn areStraight(a: Way, b: Way) -> bool {
  let lengths = sqrt(dotOfWays(a, a)) * sqrt(dotOfWays(b, b));
  return lengths > 0.0 && dotOfWays(a, b) >= STRAIGHT * lengths;
}

// Takes note of the pose to which `next` has led. @param error mean square distance under it, m^2
fn notePose(course: ptr<function, Course>, error: f32) {
  let newest = (*course).next;
  (*course).first = (*course).before;
  (*course).before = (*course).last;
  (*course).last = newest;
  (*course).errors = vec3f(error, (*course).errors.xy);
  (*course).poses = min((*course).poses + 1u, POSES_OF_COURSE);
}

// Lengths along the course from the newest pose to where the error is least: of the line through the three errors the
// zero, of the parabola the vertex, the nearer of the two that lie ahead, at most LONGEST steps; 0 where there is none.
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
  // Only a line that falls meets zero ahead of its middle, and only a parabola that falls and is open above has its
  // vertex ahead.
  if (lineSlope < 0.0) {
    ahead = clamp(meanV - meanError / lineSlope, 0.0, longest);
  }
  if (bend > 0.0 && slope < 0.0) {
    ahead = min(select(longest, ahead, ahead > 0.0), -slope / (2.0 * bend));
  }
  return ahead;
}

// Lengths of the last step by which the course leads on from the newest pose; 0 where it is not straight or leads nowhere.
fn leapOf(course: Course) -> f32 {
  if (course.poses < POSES_OF_COURSE || !areStraight(course.last, course.before) || !areStraight(course.before, course.first)) {
    return 0.0;
  }
  let lastLength = sqrt(dotOfWays(course.last, course.last));
  let lengthBefore = sqrt(dotOfWays(course.before, course.before));
  return extrapolation(lastLength, lengthBefore, course.errors) / lastLength;
}

// The pose from which a way leads on by so many of its lengths.
fn along(pose: Pose, way: Way, lengths: f32, spread: f32) -> Pose {
  return Pose(
    normalize(pose.rotation + lengths * way.turn),
    pose.translation + (lengths * spread) * way.shift,
  );
}
