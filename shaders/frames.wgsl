// Principal frames and curvatures of a cloud. LANES threads process points in a strided loop: they find the nearest
// neighbours of each, including the point itself, fit a least-squares quadric and write the principal frame and
// curvatures.
//   tree, structure, slots  boxes over the binned cloud, see boxes.wgsl, and match.wgsl
//   surface              two per point, by its index: unit normal and first curvature (1/m, positive where the surface
//                        bends towards the normal), first principal direction and second curvature; flat where the
//                        neighbours determine no quadric, 0 0 0 for a normal if they are collinear
// CPU twin: src-lab/methods/curvature.ts.
// Needs match.wgsl, boxes.wgsl, tree-binding.wgsl, lanes.wgsl, boxes-reach.wgsl, a walk of it,
// neighbours.wgsl, eigen3.wgsl, tangent.wgsl.

// Coefficients of the quadric f + d u + e v + (a u^2 + 2 b u v + c v^2) / 2.
const TERMS: u32 = 6;
// The first fit corrects the normal, the second yields the curvatures.
const FITS: u32 = 2;
// Below this fraction of its diagonal a pivot is f32 noise.
const PIVOT_FLOOR: f32 = 1e-5;

@group(0) @binding(1) var<storage, read> slots: array<vec4u>;
@group(0) @binding(2) var<storage, read> structure: array<vec4f>;
@group(0) @binding(3) var<storage, read_write> surface: array<vec4f>;

struct Frame {
  normal: vec3f,
  e1: vec3f,
  curvature: vec2f,
}

// Component of a direction perpendicular to n, normalised.
fn across(n: vec3f, direction: vec3f) -> vec3f {
  return normalize(direction - dot(n, direction) * n);
}

// Normal equations of the fit: lower triangle and right-hand side.
var<private> A: array<f32, 36>;
var<private> x: array<f32, 6>;

fn addToFit(slot: u32, frame: Frame, radius: f32) {
  if (slot == NO_SLOT) {
    return;
  }
  let d = (positionOf(slot) - query) / radius;
  let s = dot(frame.e1, d);
  let t = dot(cross(frame.normal, frame.e1), d);
  let height = dot(frame.normal, d);
  var row = array<f32, 6>(1.0, s, t, 0.5 * s * s, s * t, 0.5 * t * t);
  for (var i = 0u; i < TERMS; i++) {
    x[i] += row[i] * height;
    for (var j = 0u; j <= i; j++) {
      A[TERMS * i + j] += row[i] * row[j];
    }
  }
}

fn refined(frame: Frame, radius: f32) -> Frame {
  let u = frame.e1;
  let v = cross(frame.normal, u);
  A = array<f32, 36>();
  x = array<f32, 6>();
  for (var k = 0u; k < NEIGHBOURS; k++) {
    addToFit(neighbourSlot(k), frame, radius);
  }
  for (var i = 0u; i < TERMS; i++) {
    let diagonal = A[TERMS * i + i];
    for (var j = 0u; j <= i; j++) {
      var sum = A[TERMS * i + j];
      for (var k = 0u; k < j; k++) {
        sum -= A[TERMS * i + k] * A[TERMS * j + k];
      }
      if (i != j) {
        A[TERMS * i + j] = sum * A[TERMS * j + j];
      } else if (sum > PIVOT_FLOOR * diagonal) {
        A[TERMS * i + i] = inverseSqrt(sum); // stored inverted
      } else {
        return frame;
      }
    }
  }
  for (var i = 0u; i < TERMS; i++) {
    for (var k = 0u; k < i; k++) {
      x[i] -= A[TERMS * i + k] * x[k];
    }
    x[i] *= A[TERMS * i + i];
  }
  for (var n = 0u; n < TERMS; n++) {
    let i = TERMS - 1u - n;
    for (var k = i + 1u; k < TERMS; k++) {
      x[i] -= A[TERMS * k + i] * x[k];
    }
    x[i] *= A[TERMS * i + i];
  }
  let normal = normalize(frame.normal - x[1] * u - x[2] * v);
  let half = length(vec2f(0.5 * (x[3] - x[5]), x[4]));
  let mean = 0.5 * (x[3] + x[5]);
  let angle = 0.5 * select(atan2(2.0 * x[4], x[3] - x[5]), 0.0, half == 0.0);
  return Frame(normal, across(normal, cos(angle) * u + sin(angle) * v), vec2f(mean + half, mean - half) / radius);
}

// Writes the surface data of the point in a slot after its neighbours were found.
fn leaveSurface(own: u32) {
  var frame = Frame(normalOfNeighbours(), vec3f(0.0), vec2f(0.0));
  if (any(frame.normal != vec3f(0.0))) {
    frame.e1 = across(frame.normal, axisAcross(frame.normal));
    let radius = sqrt(farthestSquared());
    for (var k = 0u; k < FITS; k++) {
      frame = refined(frame, radius);
    }
  }
  let index = slots[own].w;
  surface[2u * index] = vec4f(frame.normal, frame.curvature.x);
  surface[2u * index + 1u] = vec4f(frame.e1, frame.curvature.y);
}
