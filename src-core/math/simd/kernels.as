// Hot loops of the odometry and of the registration on a GPU in AssemblyScript, compiled to WebAssembly with SIMD by `npm run build:kernels`. Each is
// the twin of a function in TypeScript, operation by operation, so that its numbers are the same to the last bit:
//   planeEigen    math/eigen3.ts
//   windowNormals odometry/frame/range-image-normals.ts
//   movedCells    odometry/match/match-sums.ts, which looks the planes up between the two
//   matchSums     the same
//   centred       src-lab/gpu/local-cloud.ts
//   cellRuns      odometry/match/cell-runs.ts
//   gyroPoses     odometry/frame/motion.ts, gyroColumns
//   gyroTurns     odometry/frame/motion.ts
// Addresses are bytes in the memory that the caller imports; all layouts are those of the typed arrays there.

const LEAST: f64 = 1e-50;
const MOST: f64 = 1e50;
const C2: f64 = 3.0 * (2.0 - sqrt<f64>(3.0)) - 2.0 / 3.0 - 2.0 / 9.0;
const C3: f64 = 1.0 / 3.0 + 2.0 / 9.0 - 2.0 * (2.0 - sqrt<f64>(3.0));

/** Eigenvalues, then the vector of the smallest: 6 f64 at `out`. */
function planeEigen(xx: f64, xy: f64, xz: f64, yy: f64, yz: f64, zz: f64, out: usize): void {
  const largest = max(
    max(max(max(max(abs(xx), abs(xy)), abs(xz)), abs(yy)), abs(yz)),
    abs(zz),
  );
  if (largest > LEAST && largest < MOST) {
    solve(xx, xy, xz, yy, yz, zz, 1e-15 * largest, out);
    return;
  }
  const scale = largest > 0.0 ? largest : 1.0;
  solve(xx / scale, xy / scale, xz / scale, yy / scale, yz / scale, zz / scale, 1e-15, out);
  store<f64>(out, load<f64>(out) * scale);
  store<f64>(out, load<f64>(out, 8) * scale, 8);
  store<f64>(out, load<f64>(out, 16) * scale, 16);
}

// @ts-ignore: decorator of AssemblyScript
@inline
function solve(xx: f64, xy: f64, xz: f64, yy: f64, yz: f64, zz: f64, isotropic: f64, out: usize): void {
  const mean = (xx + yy + zz) / 3.0;
  const a = xx - mean;
  const b = yy - mean;
  const c = zz - mean;
  const p2 = (a * a + b * b + c * c + 2.0 * (xy * xy + xz * xz + yz * yz)) / 6.0;
  const p = sqrt<f64>(p2);
  if (p < isotropic) {
    store<f64>(out, mean);
    store<f64>(out, mean, 8);
    store<f64>(out, mean, 16);
    store<f64>(out, 0.0, 24);
    store<f64>(out, 0.0, 32);
    store<f64>(out, 1.0, 40);
    return;
  }
  const det = a * (b * c - yz * yz) - xy * (xy * c - yz * xz) + xz * (xy * yz - b * xz);
  const r = min(1.0, max(-1.0, det / (2.0 * p2 * p)));
  const size = abs(r);
  let root = sqrt<f64>(3.0) + size * (1.0 / 3.0 + size * (C2 + size * C3));
  for (let step = 0; step < 3; step++)
    root -= (root * (root * root - 3.0) - 2.0 * size) / (3.0 * root * root - 3.0);
  if (r < 0.0) {
    const low = mean - p * root;
    const middle = mean + 0.5 * p * root;
    const apart = p * sqrt<f64>(max(0.0, 3.0 - 0.75 * root * root));
    store<f64>(out, low);
    store<f64>(out, middle - apart, 8);
    store<f64>(out, middle + apart, 16);
    nullVector(xx - low, xy, xz, yy - low, yz, zz - low, out);
  } else {
    const high = mean + p * root;
    store<f64>(out, high, 16);
    nullVector(xx - high, xy, xz, yy - high, yz, zz - high, out);
    smallestAcross(xx, xy, xz, yy, yz, zz, out);
  }
}

function nullVector(xx: f64, xy: f64, xz: f64, yy: f64, yz: f64, zz: f64, out: usize): void {
  let nx = xy * yz - xz * yy;
  let ny = xz * xy - xx * yz;
  let nz = xx * yy - xy * xy;
  let best = nx * nx + ny * ny + nz * nz;
  const bx = xy * zz - xz * yz;
  const by = xz * xz - xx * zz;
  const bz = xx * yz - xy * xz;
  const second = bx * bx + by * by + bz * bz;
  if (second > best) {
    nx = bx;
    ny = by;
    nz = bz;
    best = second;
  }
  const cx = yy * zz - yz * yz;
  const cy = yz * xz - xy * zz;
  const cz = xy * yz - yy * xz;
  const third = cx * cx + cy * cy + cz * cz;
  if (third > best) {
    nx = cx;
    ny = cy;
    nz = cz;
    best = third;
  }
  const inverse = 1.0 / sqrt<f64>(best);
  store<f64>(out, nx * inverse, 24);
  store<f64>(out, ny * inverse, 32);
  store<f64>(out, nz * inverse, 40);
}

function smallestAcross(xx: f64, xy: f64, xz: f64, yy: f64, yz: f64, zz: f64, out: usize): void {
  const wx = load<f64>(out, 24);
  const wy = load<f64>(out, 32);
  const wz = load<f64>(out, 40);
  const flat = abs(wx) > abs(wy);
  const inverse = 1.0 / sqrt<f64>(flat ? wx * wx + wz * wz : wy * wy + wz * wz);
  const ux = flat ? -wz * inverse : 0.0;
  const uy = flat ? 0.0 : wz * inverse;
  const uz = (flat ? wx : -wy) * inverse;
  const vx = wy * uz - wz * uy;
  const vy = wz * ux - wx * uz;
  const vz = wx * uy - wy * ux;
  const ax = xx * ux + xy * uy + xz * uz;
  const ay = xy * ux + yy * uy + yz * uz;
  const az = xz * ux + yz * uy + zz * uz;
  const uu = ux * ax + uy * ay + uz * az;
  const uv = vx * ax + vy * ay + vz * az;
  const vv =
    vx * (xx * vx + xy * vy + xz * vz) +
    vy * (xy * vx + yy * vy + yz * vz) +
    vz * (xz * vx + yz * vy + zz * vz);
  const half = (uu - vv) / 2.0;
  const apart = sqrt<f64>(half * half + uv * uv);
  store<f64>(out, (uu + vv) / 2.0 - apart);
  store<f64>(out, (uu + vv) / 2.0 + apart, 8);
  const s = half > 0.0 ? uv : half - apart;
  const t = half > 0.0 ? -half - apart : uv;
  const norm = sqrt<f64>(s * s + t * t);
  const shrink = norm > 0.0 ? 1.0 / norm : 0.0;
  const su = norm > 0.0 ? s * shrink : 1.0;
  const tv = t * shrink;
  store<f64>(out, su * ux + tv * vx, 24);
  store<f64>(out, su * uy + tv * vy, 32);
  store<f64>(out, su * uz + tv * vz, 40);
}

/** Bytes of a point's moments: sums x y z, xx xy xz yy yz zz, neighbours, those of its own beam; f64 each. */
const MOMENTS: usize = 88;

/**
 * Normals of the chosen points over a window of the padded range image (`image`: x y z of each pixel, `stride` numbers a
 * row). Two points at a time, a lane each, so that the sums of a point are added in the order of its neighbours.
 *
 * @param scratch room for the moments of two points and an eigenvector
 * @param normal receives 3 f32 a point
 */
export function windowNormals(
  image: usize,
  stride: i32,
  beams: i32,
  columns: i32,
  columnReach: i32,
  beamReach: i32,
  step2: f64,
  xyz: usize,
  pixel: usize,
  chosen: usize,
  count: i32,
  scratch: usize,
  normal: usize,
): void {
  const second = scratch + MOMENTS;
  const eigen = second + MOMENTS;
  for (let k = 0; k < count; k += 2) {
    const other = k + 1 < count ? k + 1 : k;
    const i = load<i32>(chosen + (<usize>k << 2));
    const j = load<i32>(chosen + (<usize>other << 2));
    const pi = load<i32>(pixel + (<usize>i << 2));
    const pj = load<i32>(pixel + (<usize>j << 2));
    const bi = pi / columns;
    const bj = pj / columns;
    const a = xyz + <usize>(12 * i);
    const b = xyz + <usize>(12 * j);
    const ai = image + <usize>(12 * (pi - bi * columns));
    const aj = image + <usize>(12 * (pj - bj * columns));
    if (bi == bj) {
      moments(ai, aj, stride, beams, bi, columnReach, beamReach, step2, a, b, scratch, second);
    } else {
      moments(ai, ai, stride, beams, bi, columnReach, beamReach, step2, a, a, scratch, scratch);
      moments(aj, aj, stride, beams, bj, columnReach, beamReach, step2, b, b, second, second);
    }
    const outA = normal + <usize>(12 * k);
    const outB = normal + <usize>(12 * other);
    // Where one of the two has none, both lanes are the other's.
    if (isSurface(scratch)) {
      if (isSurface(second)) normals(scratch, second, a, b, eigen, outA, outB);
      else {
        normals(scratch, scratch, a, a, eigen, outA, outA);
        noNormal(outB);
      }
    } else {
      if (isSurface(second)) normals(second, second, b, b, eigen, outB, outB);
      else noNormal(outB);
      noNormal(outA);
    }
  }
}

/** A number of f32 at each address, as the lanes of f64x2. */
// @ts-ignore: decorator of AssemblyScript
@inline
function two(a: usize, b: usize): v128 {
  return f64x2.promote_low_f32x4(v128.load_lane<f32>(b, v128.load_zero<f32>(a), 1));
}

// @ts-ignore: decorator of AssemblyScript
@inline
function put(a: usize, b: usize, lanes: v128): void {
  v128.store_lane<f64>(a, lanes, 0);
  v128.store_lane<f64>(b, lanes, 1);
}

/** Moments of the windows of two points of a beam; `imageA`, `imageB`: their windows' first pixel in row 0. */
function moments(
  imageA: usize,
  imageB: usize,
  stride: i32,
  beams: i32,
  beam: i32,
  columnReach: i32,
  beamReach: i32,
  step2: f64,
  a: usize,
  b: usize,
  outA: usize,
  outB: usize,
): void {
  const px = two(a, b);
  const py = two(a + 4, b + 4);
  const pz = two(a + 8, b + 8);
  const range2 = f64x2.add(f64x2.add(f64x2.mul(px, px), f64x2.mul(py, py)), f64x2.mul(pz, pz));
  const reach2 = f64x2.mul(f64x2.splat(step2), range2);
  let n = i64x2.splat(0);
  let own = n;
  let sx = f64x2.splat(0);
  let sy = sx;
  let sz = sx;
  let xx = sx;
  let xy = sx;
  let xz = sx;
  let yy = sx;
  let yz = sx;
  let zz = sx;
  const first = beam > beamReach ? beam - beamReach : 0;
  const last = beam + beamReach < beams ? beam + beamReach : beams - 1;
  const width = <usize>(12 * (2 * columnReach + 1));
  const apart = imageB - imageA;
  for (let row = first; row <= last; row++) {
    let at = imageA + <usize>(4 * row * stride);
    const end = at + width;
    const before = n;
    for (; at < end; at += 12) {
      const bt = at + apart;
      const dx = f64x2.sub(two(at, bt), px);
      const dy = f64x2.sub(two(at + 4, bt + 4), py);
      const dz = f64x2.sub(two(at + 8, bt + 8), pz);
      const dxx = f64x2.mul(dx, dx);
      const dyy = f64x2.mul(dy, dy);
      const dzz = f64x2.mul(dz, dz);
      // All ones, which is -1, where the neighbour is on the surface; zeros also where there is no point, NaN.
      const near = f64x2.le(f64x2.add(f64x2.add(dxx, dyy), dzz), reach2);
      n = i64x2.sub(n, near);
      sx = f64x2.add(sx, v128.and(near, dx));
      sy = f64x2.add(sy, v128.and(near, dy));
      sz = f64x2.add(sz, v128.and(near, dz));
      xx = f64x2.add(xx, v128.and(near, dxx));
      xy = f64x2.add(xy, v128.and(near, f64x2.mul(dx, dy)));
      xz = f64x2.add(xz, v128.and(near, f64x2.mul(dx, dz)));
      yy = f64x2.add(yy, v128.and(near, dyy));
      yz = f64x2.add(yz, v128.and(near, f64x2.mul(dy, dz)));
      zz = f64x2.add(zz, v128.and(near, dzz));
    }
    if (row == beam) own = i64x2.sub(n, before);
  }
  put(outA, outB, sx);
  put(outA + 8, outB + 8, sy);
  put(outA + 16, outB + 16, sz);
  put(outA + 24, outB + 24, xx);
  put(outA + 32, outB + 32, xy);
  put(outA + 40, outB + 40, xz);
  put(outA + 48, outB + 48, yy);
  put(outA + 56, outB + 56, yz);
  put(outA + 64, outB + 64, zz);
  store<f64>(outA, <f64>i64x2.extract_lane(n, 0), 72);
  store<f64>(outB, <f64>i64x2.extract_lane(n, 1), 72);
  store<f64>(outA, <f64>i64x2.extract_lane(own, 0), 80);
  store<f64>(outB, <f64>i64x2.extract_lane(own, 1), 80);
}

/** True if the window of these moments shows a surface: five neighbours, two of them on other beams. */
// @ts-ignore: decorator of AssemblyScript
@inline
function isSurface(m: usize): bool {
  const n = load<f64>(m, 72);
  return n >= 5.0 && n - load<f64>(m, 80) >= 2.0;
}

// @ts-ignore: decorator of AssemblyScript
@inline
function lanes(a: usize, b: usize): v128 {
  return v128.load_lane<f64>(b, v128.load_zero<f64>(a), 1);
}

// @ts-ignore: decorator of AssemblyScript
@inline
function mul(a: v128, b: v128): v128 {
  return f64x2.mul(a, b);
}

// @ts-ignore: decorator of AssemblyScript
@inline
function add(a: v128, b: v128): v128 {
  return f64x2.add(a, b);
}

// @ts-ignore: decorator of AssemblyScript
@inline
function sub(a: v128, b: v128): v128 {
  return f64x2.sub(a, b);
}

// @ts-ignore: decorator of AssemblyScript
@inline
function choose(mask: v128, where: v128, otherwise: v128): v128 {
  return v128.bitselect(where, otherwise, mask);
}

/** Normals of two points from their moments, a lane each, towards the sensor; zeros where there is no surface. */
function normals(m1: usize, m2: usize, a: usize, b: usize, eigen: usize, outA: usize, outB: usize): void {
  const n = lanes(m1 + 72, m2 + 72);
  const mx = f64x2.div(lanes(m1, m2), n);
  const my = f64x2.div(lanes(m1 + 8, m2 + 8), n);
  const mz = f64x2.div(lanes(m1 + 16, m2 + 16), n);
  const xx = sub(f64x2.div(lanes(m1 + 24, m2 + 24), n), mul(mx, mx));
  const xy = sub(f64x2.div(lanes(m1 + 32, m2 + 32), n), mul(mx, my));
  const xz = sub(f64x2.div(lanes(m1 + 40, m2 + 40), n), mul(mx, mz));
  const yy = sub(f64x2.div(lanes(m1 + 48, m2 + 48), n), mul(my, my));
  const yz = sub(f64x2.div(lanes(m1 + 56, m2 + 56), n), mul(my, mz));
  const zz = sub(f64x2.div(lanes(m1 + 64, m2 + 64), n), mul(mz, mz));

  // As `planeEigen` and `solve`; what they treat apart goes to them, one by one.
  const one = f64x2.splat(1.0);
  const three = f64x2.splat(3.0);
  const two_ = f64x2.splat(2.0);
  const largest = f64x2.max(
    f64x2.max(
      f64x2.max(f64x2.max(f64x2.max(f64x2.abs(xx), f64x2.abs(xy)), f64x2.abs(xz)), f64x2.abs(yy)),
      f64x2.abs(yz),
    ),
    f64x2.abs(zz),
  );
  const mean = f64x2.div(add(add(xx, yy), zz), three);
  const da = sub(xx, mean);
  const db = sub(yy, mean);
  const dc = sub(zz, mean);
  const across = add(add(mul(xy, xy), mul(xz, xz)), mul(yz, yz));
  const p2 = f64x2.div(
    add(add(add(mul(da, da), mul(db, db)), mul(dc, dc)), mul(two_, across)),
    f64x2.splat(6.0),
  );
  const p = f64x2.sqrt(p2);
  const usual = v128.and(
    v128.and(f64x2.gt(largest, f64x2.splat(LEAST)), f64x2.lt(largest, f64x2.splat(MOST))),
    f64x2.ge(p, mul(f64x2.splat(1e-15), largest)),
  );
  if (!i64x2.all_true(usual)) {
    apart(xx, xy, xz, yy, yz, zz, 0, a, eigen, outA);
    apart(xx, xy, xz, yy, yz, zz, 1, b, eigen, outB);
    return;
  }
  const det = add(
    sub(
      mul(da, sub(mul(db, dc), mul(yz, yz))),
      mul(xy, sub(mul(xy, dc), mul(yz, xz))),
    ),
    mul(xz, sub(mul(xy, yz), mul(db, xz))),
  );
  const r = f64x2.min(one, f64x2.max(f64x2.splat(-1.0), f64x2.div(det, mul(mul(two_, p2), p))));
  const isLow = f64x2.lt(r, f64x2.splat(0.0));
  const size = f64x2.abs(r);
  let root = add(
    f64x2.splat(sqrt<f64>(3.0)),
    mul(size, add(f64x2.splat(1.0 / 3.0), mul(size, add(f64x2.splat(C2), mul(size, f64x2.splat(C3)))))),
  );
  for (let step = 0; step < 3; step++)
    root = sub(
      root,
      f64x2.div(
        sub(mul(root, sub(mul(root, root), three)), mul(two_, size)),
        sub(mul(mul(three, root), root), three),
      ),
    );
  const off = mul(p, root);
  const extreme = choose(isLow, sub(mean, off), add(mean, off));

  // As `nullVector`.
  const ea = sub(xx, extreme);
  const eb = sub(yy, extreme);
  const ec = sub(zz, extreme);
  let wx = sub(mul(xy, yz), mul(xz, eb));
  let wy = sub(mul(xz, xy), mul(ea, yz));
  let wz = sub(mul(ea, eb), mul(xy, xy));
  let best = add(add(mul(wx, wx), mul(wy, wy)), mul(wz, wz));
  const bx = sub(mul(xy, ec), mul(xz, yz));
  const by = sub(mul(xz, xz), mul(ea, ec));
  const bz = sub(mul(ea, yz), mul(xy, xz));
  const second = add(add(mul(bx, bx), mul(by, by)), mul(bz, bz));
  let better = f64x2.gt(second, best);
  wx = choose(better, bx, wx);
  wy = choose(better, by, wy);
  wz = choose(better, bz, wz);
  best = choose(better, second, best);
  const cx = sub(mul(eb, ec), mul(yz, yz));
  const cy = sub(mul(yz, xz), mul(xy, ec));
  const cz = sub(mul(xy, yz), mul(eb, xz));
  const third = add(add(mul(cx, cx), mul(cy, cy)), mul(cz, cz));
  better = f64x2.gt(third, best);
  wx = choose(better, cx, wx);
  wy = choose(better, cy, wy);
  wz = choose(better, cz, wz);
  best = choose(better, third, best);
  const norm = f64x2.div(one, f64x2.sqrt(best));
  wx = mul(wx, norm);
  wy = mul(wy, norm);
  wz = mul(wz, norm);

  // As `smallestAcross`, which holds where the vector is that of the largest.
  const zero = f64x2.splat(0.0);
  const flat = f64x2.gt(f64x2.abs(wx), f64x2.abs(wy));
  const side = choose(flat, wx, wy);
  const length = f64x2.div(one, f64x2.sqrt(add(mul(side, side), mul(wz, wz))));
  const ux = choose(flat, mul(f64x2.neg(wz), length), zero);
  const uy = choose(flat, zero, mul(wz, length));
  const uz = mul(choose(flat, wx, f64x2.neg(wy)), length);
  const vx = sub(mul(wy, uz), mul(wz, uy));
  const vy = sub(mul(wz, ux), mul(wx, uz));
  const vz = sub(mul(wx, uy), mul(wy, ux));
  const ax = add(add(mul(xx, ux), mul(xy, uy)), mul(xz, uz));
  const ay = add(add(mul(xy, ux), mul(yy, uy)), mul(yz, uz));
  const az = add(add(mul(xz, ux), mul(yz, uy)), mul(zz, uz));
  const uu = add(add(mul(ux, ax), mul(uy, ay)), mul(uz, az));
  const uv = add(add(mul(vx, ax), mul(vy, ay)), mul(vz, az));
  const vv = add(
    add(
      mul(vx, add(add(mul(xx, vx), mul(xy, vy)), mul(xz, vz))),
      mul(vy, add(add(mul(xy, vx), mul(yy, vy)), mul(yz, vz))),
    ),
    mul(vz, add(add(mul(xz, vx), mul(yz, vy)), mul(zz, vz))),
  );
  const half = f64x2.div(sub(uu, vv), two_);
  const distance = f64x2.sqrt(add(mul(half, half), mul(uv, uv)));
  const positive = f64x2.gt(half, zero);
  const s = choose(positive, uv, sub(half, distance));
  const t = choose(positive, sub(f64x2.neg(half), distance), uv);
  const span = f64x2.sqrt(add(mul(s, s), mul(t, t)));
  const some = f64x2.gt(span, zero);
  const shrink = choose(some, f64x2.div(one, span), zero);
  const su = choose(some, mul(s, shrink), one);
  const tv = mul(t, shrink);
  const nx = choose(isLow, wx, add(mul(su, ux), mul(tv, vx)));
  const ny = choose(isLow, wy, add(mul(su, uy), mul(tv, vy)));
  const nz = choose(isLow, wz, add(mul(su, uz), mul(tv, vz)));
  towardsSensor(nx, ny, nz, 0, a, outA);
  towardsSensor(nx, ny, nz, 1, b, outB);
}

// @ts-ignore: decorator of AssemblyScript
@inline
function lane(v: v128, which: i32): f64 {
  return which == 0 ? f64x2.extract_lane(v, 0) : f64x2.extract_lane(v, 1);
}

/** Normal of one point of two, in scalars. */
function apart(
  xx: v128,
  xy: v128,
  xz: v128,
  yy: v128,
  yz: v128,
  zz: v128,
  which: i32,
  point: usize,
  eigen: usize,
  out: usize,
): void {
  planeEigen(
    lane(xx, which),
    lane(xy, which),
    lane(xz, which),
    lane(yy, which),
    lane(yz, which),
    lane(zz, which),
    eigen,
  );
  const nx = f64x2.splat(load<f64>(eigen, 24));
  const ny = f64x2.splat(load<f64>(eigen, 32));
  const nz = f64x2.splat(load<f64>(eigen, 40));
  towardsSensor(nx, ny, nz, which, point, out);
}

// @ts-ignore: decorator of AssemblyScript
@inline
function towardsSensor(nx: v128, ny: v128, nz: v128, which: i32, point: usize, out: usize): void {
  const x = lane(nx, which);
  const y = lane(ny, which);
  const z = lane(nz, which);
  const px = <f64>load<f32>(point);
  const py = <f64>load<f32>(point, 4);
  const pz = <f64>load<f32>(point, 8);
  const towards: f64 = x * px + y * py + z * pz > 0.0 ? -1.0 : 1.0;
  store<f32>(out, <f32>(towards * x));
  store<f32>(out, <f32>(towards * y), 4);
  store<f32>(out, <f32>(towards * z), 8);
}

// @ts-ignore: decorator of AssemblyScript
@inline
function noNormal(out: usize): void {
  store<f32>(out, 0);
  store<f32>(out, 0, 4);
  store<f32>(out, 0, 8);
}

/**
 * Brings points to a pose and lists those that are in another bin than before.
 *
 * @param points 3 f32 each, sensor frame
 * @param pose R row by row and t, 12 f64
 * @param inverse one over the edge of a bin
 * @param place receives 3 f64 each, map frame
 * @param cell bin of each, 3 i32, overwritten where it is another
 * @param moved receives the places of those in the list of points, u32, ascending
 * @returns their number
 */
export function movedCells(
  points: usize,
  count: i32,
  pose: usize,
  inverse: f64,
  place: usize,
  cell: usize,
  moved: usize,
): i32 {
  const r0 = load<f64>(pose);
  const r1 = load<f64>(pose, 8);
  const r2 = load<f64>(pose, 16);
  const r3 = load<f64>(pose, 24);
  const r4 = load<f64>(pose, 32);
  const r5 = load<f64>(pose, 40);
  const r6 = load<f64>(pose, 48);
  const r7 = load<f64>(pose, 56);
  const r8 = load<f64>(pose, 64);
  const t0 = load<f64>(pose, 72);
  const t1 = load<f64>(pose, 80);
  const t2 = load<f64>(pose, 88);
  let found = 0;
  for (let i = 0; i < count; i++) {
    const px = <f64>load<f32>(points);
    const py = <f64>load<f32>(points, 4);
    const pz = <f64>load<f32>(points, 8);
    const x = r0 * px + r1 * py + r2 * pz + t0;
    const y = r3 * px + r4 * py + r5 * pz + t1;
    const z = r6 * px + r7 * py + r8 * pz + t2;
    store<f64>(place, x);
    store<f64>(place, y, 8);
    store<f64>(place, z, 16);
    const bi = <i32>floor(x * inverse);
    const bj = <i32>floor(y * inverse);
    const bk = <i32>floor(z * inverse);
    if (bi != load<i32>(cell) || bj != load<i32>(cell, 4) || bk != load<i32>(cell, 8)) {
      store<i32>(cell, bi);
      store<i32>(cell, bj, 4);
      store<i32>(cell, bk, 8);
      store<i32>(moved + 4 * found, i);
      found++;
    }
    points += 12;
    place += 24;
    cell += 12;
  }
  return found;
}

// @ts-ignore: decorator of AssemblyScript
@inline
function pair(a: f64, b: f64): v128 {
  return f64x2.replace_lane(f64x2.splat(a), 1, b);
}

/**
 * Sums of the normal equations over points with their planes.
 *
 * @param points 3 f32 each, sensor frame
 * @param normal own unit normal of each, 3 f32; zeros: unknown
 * @param place 3 f64 each, map frame
 * @param plane 8 f64 each, as in `plane-map.ts`; the last below 0: none
 * @param pose R row by row, 9 f64
 * @param out receives 36 f64: the lower triangle of H row by row, b, the lower triangle of the information on the
 *   translation, squared residuals of the inliers, their number, and that of all that are matched
 */
export function matchSums(
  points: usize,
  normal: usize,
  place: usize,
  plane: usize,
  count: i32,
  pose: usize,
  noise2: f64,
  sigmas2: f64,
  minCosine: f64,
  kernel2: f64,
  out: usize,
): void {
  const r0 = load<f64>(pose);
  const r1 = load<f64>(pose, 8);
  const r2 = load<f64>(pose, 16);
  const r3 = load<f64>(pose, 24);
  const r4 = load<f64>(pose, 32);
  const r5 = load<f64>(pose, 40);
  const r6 = load<f64>(pose, 48);
  const r7 = load<f64>(pose, 56);
  const r8 = load<f64>(pose, 64);
  let matched = 0;
  let inliers = 0;
  let squared: f64 = 0.0;
  // Two entries of the matrix side by side, a lane each.
  const zero = f64x2.splat(0.0);
  let h00_22 = zero;
  let h10_11 = zero;
  let h20_21 = zero;
  let h30_31 = zero;
  let h32_33 = zero;
  let h40_41 = zero;
  let h42_43 = zero;
  let h50_51 = zero;
  let h52_53 = zero;
  let h54_55 = zero;
  let h44: f64 = 0.0;
  let b01 = zero;
  let b23 = zero;
  let b45 = zero;
  let i10_20 = zero;
  let i00_11 = zero;
  let i21: f64 = 0.0;
  let i22: f64 = 0.0;
  for (let i = 0; i < count; i++, points += 12, normal += 12, place += 24, plane += 64) {
    const tilt = load<f64>(plane, 56);
    if (tilt < 0.0) continue;
    const nx = load<f64>(plane, 24);
    const ny = load<f64>(plane, 32);
    const nz = load<f64>(plane, 40);
    // The plane's normal in the sensor frame.
    const lx = r0 * nx + r3 * ny + r6 * nz;
    const ly = r1 * nx + r4 * ny + r7 * nz;
    const lz = r2 * nx + r5 * ny + r8 * nz;
    const ownX = <f64>load<f32>(normal);
    const ownY = <f64>load<f32>(normal, 4);
    const ownZ = <f64>load<f32>(normal, 8);
    const known = ownX != 0.0 || ownY != 0.0 || ownZ != 0.0;
    if (known && abs(ownX * lx + ownY * ly + ownZ * lz) < minCosine) continue;

    const px = <f64>load<f32>(points);
    const py = <f64>load<f32>(points, 4);
    const pz = <f64>load<f32>(points, 8);
    const e =
      (load<f64>(place) - load<f64>(plane)) * nx +
      (load<f64>(place, 8) - load<f64>(plane, 8)) * ny +
      (load<f64>(place, 16) - load<f64>(plane, 16)) * nz;
    const deviation = load<f64>(plane, 48);
    const variance = noise2 + deviation * deviation;
    const scale2 = sigmas2 * variance;
    const e2 = e * e;
    matched++;
    if (e2 < scale2) {
      inliers++;
      squared += e2;
    }
    const width2 = scale2 > kernel2 ? scale2 : kernel2;
    const ratio = width2 / (width2 + e2);
    const weight = (ratio * ratio) / variance;
    const ax = py * lz - pz * ly;
    const ay = pz * lx - px * lz;
    const az = px * ly - py * lx;
    const w0 = weight * ax;
    const w1 = weight * ay;
    const w2 = weight * az;
    const w3 = weight * lx;
    const w4 = weight * ly;
    const w5 = weight * lz;
    const both = f64x2.splat(e);
    b01 = sub(b01, mul(pair(w0, w1), both));
    b23 = sub(b23, mul(pair(w2, w3), both));
    b45 = sub(b45, mul(pair(w4, w5), both));
    const a01 = pair(ax, ay);
    const a23 = pair(az, lx);
    const a45 = pair(ly, lz);
    h00_22 = add(h00_22, mul(pair(w0, w2), pair(ax, az)));
    h10_11 = add(h10_11, mul(f64x2.splat(w1), a01));
    h20_21 = add(h20_21, mul(f64x2.splat(w2), a01));
    const along3 = f64x2.splat(w3);
    h30_31 = add(h30_31, mul(along3, a01));
    h32_33 = add(h32_33, mul(along3, a23));
    const along4 = f64x2.splat(w4);
    h40_41 = add(h40_41, mul(along4, a01));
    h42_43 = add(h42_43, mul(along4, a23));
    h44 += w4 * ly;
    const along5 = f64x2.splat(w5);
    h50_51 = add(h50_51, mul(along5, a01));
    h52_53 = add(h52_53, mul(along5, a23));
    h54_55 = add(h54_55, mul(along5, a45));
    const feigned = tilt * tilt;
    const l01 = pair(lx, ly);
    i00_11 = add(i00_11, mul(f64x2.splat(weight), sub(mul(l01, l01), f64x2.splat(feigned))));
    i10_20 = add(i10_20, mul(along3, a45));
    i21 += w4 * lz;
    i22 += weight * (lz * lz - feigned);
  }
  store<f64>(out, f64x2.extract_lane(h00_22, 0));
  v128.store(out, h10_11, 8);
  v128.store(out, h20_21, 24);
  store<f64>(out, f64x2.extract_lane(h00_22, 1), 40);
  v128.store(out, h30_31, 48);
  v128.store(out, h32_33, 64);
  v128.store(out, h40_41, 80);
  v128.store(out, h42_43, 96);
  store<f64>(out, h44, 112);
  v128.store(out, h50_51, 120);
  v128.store(out, h52_53, 136);
  v128.store(out, h54_55, 152);
  v128.store(out, b01, 168);
  v128.store(out, b23, 184);
  v128.store(out, b45, 200);
  store<f64>(out, f64x2.extract_lane(i00_11, 0), 216);
  store<f64>(out, f64x2.extract_lane(i10_20, 0), 224);
  store<f64>(out, f64x2.extract_lane(i00_11, 1), 232);
  store<f64>(out, f64x2.extract_lane(i10_20, 1), 240);
  store<f64>(out, i21, 248);
  store<f64>(out, i22, 256);
  store<f64>(out, squared, 264);
  store<f64>(out, <f64>inliers, 272);
  store<f64>(out, <f64>matched, 280);
}

/**
 * Points about their mean in f32. Four points at a time, each with a sum of its own.
 *
 * @param xyz 3 f64 each
 * @param count at least 1
 * @param mean receives the mean, 3 f64
 * @param out receives 3 f32 each
 */
export function centred(xyz: usize, count: i32, mean: usize, out: usize): void {
  const x = load<f64>(xyz);
  const y = load<f64>(xyz, 8);
  const z = load<f64>(xyz, 16);
  const fours = count >> 2;
  const firstXY = pair(x, y);
  const firstZX = pair(z, x);
  const firstYZ = pair(y, z);
  let xy0 = f64x2.splat(0.0);
  let zx0 = xy0;
  let yz0 = xy0;
  let xy1 = xy0;
  let zx1 = xy0;
  let yz1 = xy0;
  let from = xyz;
  for (let k = 0; k < fours; k++, from += 96) {
    xy0 = f64x2.add(xy0, f64x2.sub(v128.load(from), firstXY));
    zx0 = f64x2.add(zx0, f64x2.sub(v128.load(from, 16), firstZX));
    yz0 = f64x2.add(yz0, f64x2.sub(v128.load(from, 32), firstYZ));
    xy1 = f64x2.add(xy1, f64x2.sub(v128.load(from, 48), firstXY));
    zx1 = f64x2.add(zx1, f64x2.sub(v128.load(from, 64), firstZX));
    yz1 = f64x2.add(yz1, f64x2.sub(v128.load(from, 80), firstYZ));
  }
  let sumX = f64x2.extract_lane(xy0, 0) + f64x2.extract_lane(zx0, 1) + (f64x2.extract_lane(xy1, 0) + f64x2.extract_lane(zx1, 1));
  let sumY = f64x2.extract_lane(xy0, 1) + f64x2.extract_lane(yz0, 0) + (f64x2.extract_lane(xy1, 1) + f64x2.extract_lane(yz1, 0));
  let sumZ = f64x2.extract_lane(zx0, 0) + f64x2.extract_lane(yz0, 1) + (f64x2.extract_lane(zx1, 0) + f64x2.extract_lane(yz1, 1));
  for (let i = 4 * fours; i < count; i++, from += 24) {
    sumX += load<f64>(from) - x;
    sumY += load<f64>(from, 8) - y;
    sumZ += load<f64>(from, 16) - z;
  }
  const mx = x + sumX / <f64>count;
  const my = y + sumY / <f64>count;
  const mz = z + sumZ / <f64>count;
  store<f64>(mean, mx);
  store<f64>(mean, my, 8);
  store<f64>(mean, mz, 16);

  const meanXY = pair(mx, my);
  const meanZX = pair(mz, mx);
  const meanYZ = pair(my, mz);
  from = xyz;
  for (let k = 0; k < fours; k++, from += 96, out += 48) {
    v128.store(out, floats(f64x2.sub(v128.load(from), meanXY), f64x2.sub(v128.load(from, 16), meanZX)));
    v128.store(out, floats(f64x2.sub(v128.load(from, 32), meanYZ), f64x2.sub(v128.load(from, 48), meanXY)), 16);
    v128.store(out, floats(f64x2.sub(v128.load(from, 64), meanZX), f64x2.sub(v128.load(from, 80), meanYZ)), 32);
  }
  for (let i = 4 * fours; i < count; i++, from += 24, out += 12) {
    store<f32>(out, <f32>(load<f64>(from) - mx));
    store<f32>(out, <f32>(load<f64>(from, 8) - my), 4);
    store<f32>(out, <f32>(load<f64>(from, 16) - mz), 8);
  }
}

// @ts-ignore: decorator of AssemblyScript
@inline
function floats(low: v128, high: v128): v128 {
  return i64x2.shuffle(f32x4.demote_f64x2_zero(low), f32x4.demote_f64x2_zero(high), 0, 2);
}

/** Rounds f64 lanes to f32. */
// @ts-ignore: decorator of AssemblyScript
@inline
function rounded(v: v128): v128 {
  return f64x2.promote_low_f32x4(f32x4.demote_f64x2_zero(v));
}

/** Numbers of a pose: R row by row, then t. */
const POSE: u32 = 12;

/** Numbers `k` of the poses of two columns, `a` and `a + apart`, where `by` is the bytes from one number to the next. */
// @ts-ignore: decorator of AssemblyScript
@inline
function posed(a: usize, apart: usize, by: usize, k: usize): v128 {
  const at = a + k * by;
  return apart == 8 ? v128.load(at) : lanes(at, at + apart);
}

/** Row of the poses of two columns times a point each, rounded to f32. */
// @ts-ignore: decorator of AssemblyScript
@inline
function deskewed(a: usize, apart: usize, by: usize, row: usize, x: v128, y: v128, z: v128): v128 {
  const sum = add(
    add(
      add(mul(posed(a, apart, by, 3 * row), x), mul(posed(a, apart, by, 3 * row + 1), y)),
      mul(posed(a, apart, by, 3 * row + 2), z),
    ),
    posed(a, apart, by, 9 + row),
  );
  return rounded(sum);
}

/** Distance of a quotient from a whole number beyond which rounding does not take it across. */
const ROUNDING: f64 = 1e-6;
/** Added to a whole number, it leaves the 32 low bits of it at the end of the f64, as `| 0` does. */
const WHOLE: f64 = 6755399441055744.0;

/**
 * De-skews points, places them in the map and lists the cells that they fall into, in runs of consecutive points. Two
 * points at a time, a lane each.
 *
 * @param xyz 3 f32 each, sensor frame of its column
 * @param pixel u32 each
 * @param columns of a row of pixels
 * @param columnPoses 12 f64 a column
 * @param turned room for as many numbers
 * @param pose R row by row and t, 12 f64
 * @param size edge of a cell
 * @param runs receives 4 i32 a run: the cell, and the first point
 * @returns number of runs
 */
export function cellRuns(
  xyz: usize,
  pixel: usize,
  count: i32,
  columns: u32,
  columnPoses: usize,
  turned: usize,
  pose: usize,
  size: f64,
  runs: usize,
): i32 {
  // Number by number instead of column by column, so that the lanes of neighbours come with one load.
  const by = <usize>columns << 3;
  for (let column: u32 = 0; column < columns; column++, columnPoses += 96) {
    const to = turned + ((<usize>column) << 3);
    for (let k: u32 = 0; k < POSE; k++)
      store<f64>(to + k * by, load<f64>(columnPoses + ((<usize>k) << 3)));
  }
  const r0 = f64x2.splat(load<f64>(pose));
  const r1 = f64x2.splat(load<f64>(pose, 8));
  const r2 = f64x2.splat(load<f64>(pose, 16));
  const r3 = f64x2.splat(load<f64>(pose, 24));
  const r4 = f64x2.splat(load<f64>(pose, 32));
  const r5 = f64x2.splat(load<f64>(pose, 40));
  const r6 = f64x2.splat(load<f64>(pose, 48));
  const r7 = f64x2.splat(load<f64>(pose, 56));
  const r8 = f64x2.splat(load<f64>(pose, 64));
  const t0 = f64x2.splat(load<f64>(pose, 72));
  const t1 = f64x2.splat(load<f64>(pose, 80));
  const t2 = f64x2.splat(load<f64>(pose, 88));
  const edge = f64x2.splat(size);
  const inverse = f64x2.splat(1.0 / size);
  const half = f64x2.splat(0.5);
  const whole = f64x2.splat(WHOLE);
  const certain = f64x2.splat(0.5 - ROUNDING);
  const first = runs;
  let row: u32 = 0;
  let i0: i32 = 0;
  let j0: i32 = 0;
  let k0: i32 = 0;
  for (let p = 0; p < count; p += 2) {
    const q = p + 1 < count ? p + 1 : p;
    const a = xyz + 12 * <usize>p;
    const b = xyz + 12 * <usize>q;
    const pa = load<u32>(pixel + ((<usize>p) << 2));
    const pb = load<u32>(pixel + ((<usize>q) << 2));
    if (pa - row >= columns) row = pa - (pa % columns);
    const ca = turned + ((<usize>(pa - row)) << 3);
    if (pb - row >= columns) row = pb - (pb % columns);
    const apart = turned + ((<usize>(pb - row)) << 3) - ca;
    const px = two(a, b);
    const py = two(a + 4, b + 4);
    const pz = two(a + 8, b + 8);
    const x = deskewed(ca, apart, by, 0, px, py, pz);
    const y = deskewed(ca, apart, by, 1, px, py, pz);
    const z = deskewed(ca, apart, by, 2, px, py, pz);
    const mx = add(add(add(mul(r0, x), mul(r1, y)), mul(r2, z)), t0);
    const my = add(add(add(mul(r3, x), mul(r4, y)), mul(r5, z)), t1);
    const mz = add(add(add(mul(r6, x), mul(r7, y)), mul(r8, z)), t2);
    // A product instead of a quotient, where that cannot change the whole number below.
    const qx = mul(mx, inverse);
    const qy = mul(my, inverse);
    const qz = mul(mz, inverse);
    let fx = f64x2.floor(qx);
    let fy = f64x2.floor(qy);
    let fz = f64x2.floor(qz);
    const far = f64x2.pmax(
      f64x2.pmax(f64x2.abs(sub(sub(qx, fx), half)), f64x2.abs(sub(sub(qy, fy), half))),
      f64x2.abs(sub(sub(qz, fz), half)),
    );
    if (!i64x2.all_true(f64x2.lt(far, certain))) {
      fx = f64x2.floor(f64x2.div(mx, edge));
      fy = f64x2.floor(f64x2.div(my, edge));
      fz = f64x2.floor(f64x2.div(mz, edge));
    }
    const i = add(fx, whole);
    const j = add(fy, whole);
    const k = add(fz, whole);
    const ia = i32x4.extract_lane(i, 0);
    const ja = i32x4.extract_lane(j, 0);
    const ka = i32x4.extract_lane(k, 0);
    // Written at any rate, and kept where it begins a run: which is not to be foreseen.
    store<i32>(runs, ia);
    store<i32>(runs, ja, 4);
    store<i32>(runs, ka, 8);
    store<i32>(runs, p, 12);
    runs += <usize>(((ia ^ i0) | (ja ^ j0) | (ka ^ k0)) != 0 || p == 0) << 4;
    i0 = i32x4.extract_lane(i, 2);
    j0 = i32x4.extract_lane(j, 2);
    k0 = i32x4.extract_lane(k, 2);
    store<i32>(runs, i0);
    store<i32>(runs, j0, 4);
    store<i32>(runs, k0, 8);
    store<i32>(runs, q, 12);
    runs += <usize>(((ia ^ i0) | (ja ^ j0) | (ka ^ k0)) != 0) << 4;
  }
  return <i32>((runs - first) >> 4);
}

/** Squared angle of a step below which `expSo3Of` takes its series, and squared half angle likewise of `integrateTurns`. */
const POSE_SERIES: f64 = 1e-6;
const TURN_SERIES: f64 = 1e-4;

/** Where a step between two readings is, in the middle, as a part of the time between them; 0 outside of them all. */
// @ts-ignore: decorator of AssemblyScript
@inline
function partOf(times: usize, next: i32, count: i32, at: f64, to: f64): f64 {
  if (next == 0 || next == count) return 0.0;
  const last = load<f64>(times + ((<usize>(next - 1)) << 3));
  return ((at + to) / 2.0 - last) / (load<f64>(times + ((<usize>next) << 3)) - last);
}

// @ts-ignore: decorator of AssemblyScript
@inline
function firstAfterZero(times: usize, count: i32): i32 {
  let next = 0;
  while (next < count && !(load<f64>(times + ((<usize>next) << 3)) > 0.0)) next++;
  return next;
}

/**
 * Poses of columns with rotation from the gyro and translation at constant velocity.
 *
 * @param fraction of the rotation, f64 a column, ascending
 * @param times of the readings, f64 each
 * @param rates 3 f64 each
 * @param bias 3 f64, then the velocity, 3 f64, then the rotation to the reference instant, 9 f64
 * @param middle fraction of the reference instant
 * @param out receives 12 f64 a column
 * @returns 1; 0 where a step is too large for the series: the twin then does all of it
 */
export function gyroPoses(
  fraction: usize,
  columns: i32,
  period: f64,
  times: usize,
  rates: usize,
  count: i32,
  bias: usize,
  middle: f64,
  out: usize,
): i32 {
  const bx = load<f64>(bias);
  const by = load<f64>(bias, 8);
  const bz = load<f64>(bias, 16);
  const vx = load<f64>(bias, 24);
  const vy = load<f64>(bias, 32);
  const vz = load<f64>(bias, 40);
  const reference = bias + 48;
  let r0: f64 = 1.0;
  let r1: f64 = 0.0;
  let r2: f64 = 0.0;
  let r3: f64 = 0.0;
  let r4: f64 = 1.0;
  let r5: f64 = 0.0;
  let r6: f64 = 0.0;
  let r7: f64 = 0.0;
  let r8: f64 = 1.0;
  let at: f64 = 0.0;
  let next = firstAfterZero(times, count);
  for (let column = 0; column < columns; column++, fraction += 8, out += 96) {
    const share = load<f64>(fraction);
    const end = share * period;
    while (at < end) {
      let to = end;
      if (next < count) {
        const stamp = load<f64>(times + ((<usize>next) << 3));
        if (stamp < end) to = stamp;
      }
      const dt = to - at;
      const before = rates + 24 * <usize>(next == 0 ? 0 : next - 1);
      const after = rates + 24 * <usize>(next == count ? count - 1 : next);
      const f = partOf(times, next, count, at, to);
      const b0 = load<f64>(before);
      const b1 = load<f64>(before, 8);
      const b2 = load<f64>(before, 16);
      const wx = (b0 + f * (load<f64>(after) - b0) - bx) * dt;
      const wy = (b1 + f * (load<f64>(after, 8) - b1) - by) * dt;
      const wz = (b2 + f * (load<f64>(after, 16) - b2) - bz) * dt;
      const theta2 = wx * wx + wy * wy + wz * wz;
      if (!(theta2 < POSE_SERIES)) return 0;
      const a = 1.0 - theta2 / 6.0 + (theta2 * theta2) / 120.0;
      const b = 0.5 - theta2 / 24.0 + (theta2 * theta2) / 720.0;
      const e0 = 1.0 - b * (wy * wy + wz * wz);
      const e1 = b * wx * wy - a * wz;
      const e2 = b * wx * wz + a * wy;
      const e3 = b * wx * wy + a * wz;
      const e4 = 1.0 - b * (wx * wx + wz * wz);
      const e5 = b * wy * wz - a * wx;
      const e6 = b * wx * wz - a * wy;
      const e7 = b * wy * wz + a * wx;
      const e8 = 1.0 - b * (wx * wx + wy * wy);
      const s0 = r0 * e0 + r1 * e3 + r2 * e6;
      const s1 = r0 * e1 + r1 * e4 + r2 * e7;
      const s2 = r0 * e2 + r1 * e5 + r2 * e8;
      const s3 = r3 * e0 + r4 * e3 + r5 * e6;
      const s4 = r3 * e1 + r4 * e4 + r5 * e7;
      const s5 = r3 * e2 + r4 * e5 + r5 * e8;
      const s6 = r6 * e0 + r7 * e3 + r8 * e6;
      const s7 = r6 * e1 + r7 * e4 + r8 * e7;
      const s8 = r6 * e2 + r7 * e5 + r8 * e8;
      r0 = s0;
      r1 = s1;
      r2 = s2;
      r3 = s3;
      r4 = s4;
      r5 = s5;
      r6 = s6;
      r7 = s7;
      r8 = s8;
      at = to;
      if (next < count && at >= load<f64>(times + ((<usize>next) << 3))) next++;
    }
    for (let row = 0; row < 3; row++) {
      const m = reference + 24 * <usize>row;
      const m0 = load<f64>(m);
      const m1 = load<f64>(m, 8);
      const m2 = load<f64>(m, 16);
      const to = out + 24 * <usize>row;
      store<f64>(to, m0 * r0 + m1 * r3 + m2 * r6);
      store<f64>(to, m0 * r1 + m1 * r4 + m2 * r7, 8);
      store<f64>(to, m0 * r2 + m1 * r5 + m2 * r8, 16);
    }
    const since = share - middle;
    store<f64>(out, vx * since, 72);
    store<f64>(out, vy * since, 80);
    store<f64>(out, vz * since, 88);
  }
  return 1;
}

/**
 * The rotations of `gyroPoses` as unit quaternions.
 *
 * @param bias 3 f64, then the turn to the reference instant, x y z w
 * @param out receives 4 f64 a column
 * @returns 1; 0 where a step is too large for the series
 */
export function gyroTurns(
  fraction: usize,
  columns: i32,
  period: f64,
  times: usize,
  rates: usize,
  count: i32,
  bias: usize,
  out: usize,
): i32 {
  const bx = load<f64>(bias);
  const by = load<f64>(bias, 8);
  const bz = load<f64>(bias, 16);
  const rx = load<f64>(bias, 24);
  const ry = load<f64>(bias, 32);
  const rz = load<f64>(bias, 40);
  const rw = load<f64>(bias, 48);
  let x: f64 = 0.0;
  let y: f64 = 0.0;
  let z: f64 = 0.0;
  let w: f64 = 1.0;
  let at: f64 = 0.0;
  let next = firstAfterZero(times, count);
  for (let column = 0; column < columns; column++, fraction += 8, out += 32) {
    const end = load<f64>(fraction) * period;
    while (at < end) {
      let to = end;
      if (next < count) {
        const stamp = load<f64>(times + ((<usize>next) << 3));
        if (stamp < end) to = stamp;
      }
      const before = rates + 24 * <usize>(next == 0 ? 0 : next - 1);
      const after = rates + 24 * <usize>(next == count ? count - 1 : next);
      const f = partOf(times, next, count, at, to);
      const half = (to - at) / 2.0;
      const b0 = load<f64>(before);
      const b1 = load<f64>(before, 8);
      const b2 = load<f64>(before, 16);
      const hx = half * (b0 + f * (load<f64>(after) - b0) - bx);
      const hy = half * (b1 + f * (load<f64>(after, 8) - b1) - by);
      const hz = half * (b2 + f * (load<f64>(after, 16) - b2) - bz);
      const h2 = hx * hx + hy * hy + hz * hz;
      if (!(h2 < TURN_SERIES)) return 0;
      const c = 1.0 - h2 * (1.0 / 2.0 - h2 * (1.0 / 24.0 - h2 / 720.0));
      const s = 1.0 - h2 * (1.0 / 6.0 - h2 * (1.0 / 120.0 - h2 / 5040.0));
      const sx = s * hx;
      const sy = s * hy;
      const sz = s * hz;
      const qx = w * sx + x * c + y * sz - z * sy;
      const qy = w * sy - x * sz + y * c + z * sx;
      const qz = w * sz + x * sy - y * sx + z * c;
      w = w * c - x * sx - y * sy - z * sz;
      x = qx;
      y = qy;
      z = qz;
      at = to;
      if (next < count && at >= load<f64>(times + ((<usize>next) << 3))) next++;
    }
    const real = rw * w + rx * x + ry * y + rz * z;
    const side: f64 = real < 0.0 ? -1.0 : 1.0;
    store<f64>(out, side * (rw * x - rx * w - ry * z + rz * y));
    store<f64>(out, side * (rw * y + rx * z - ry * w - rz * x), 8);
    store<f64>(out, side * (rw * z - rx * y + ry * x - rz * w), 16);
    store<f64>(out, side * real, 24);
  }
  return 1;
}
