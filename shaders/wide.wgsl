// Sums and products of numbers in two parts: a float and what it leaves out, some 46 bits together. Three at a time.
// They stand or fall with the rounding of each operation: `rounded` keeps compilers from contracting or reordering it.
// Needs scan-options.wgsl. Dekker 1971, Knuth 1969.

struct Wide {
  high: vec3f,
  // At most half a unit in the last place of `high`.
  low: vec3f,
}

// The same number, of which the compiler knows nothing: no scan has that many levels.
fn rounded(a: vec3f) -> vec3f {
  return bitcast<vec3f>(bitcast<vec3u>(a) | vec3u(options.levels >> 31u));
}

// a + b, exactly.
fn wideSum(a: vec3f, b: vec3f) -> Wide {
  let sum = rounded(a + b);
  let added = rounded(sum - a);
  return Wide(sum, rounded(a - rounded(sum - added)) + rounded(b - added));
}

// a + b, where a is the larger.
fn normalised(a: vec3f, b: vec3f) -> Wide {
  let sum = rounded(a + b);
  return Wide(sum, b - rounded(sum - a));
}

// The upper twelve bits: products of such halves are exact.
fn upperHalf(a: vec3f) -> vec3f {
  return bitcast<vec3f>(bitcast<vec3u>(a) & vec3u(0xfffff000u));
}

// a * b, exactly.
fn wideProduct(a: vec3f, b: vec3f) -> Wide {
  let product = rounded(a * b);
  let a1 = upperHalf(a);
  let a2 = a - a1;
  let b1 = upperHalf(b);
  let b2 = b - b1;
  return Wide(product, ((a1 * b1 - product) + a1 * b2 + a2 * b1) + a2 * b2);
}

fn plus(a: Wide, b: Wide) -> Wide {
  let sum = wideSum(a.high, b.high);
  return normalised(sum.high, sum.low + (a.low + b.low));
}

fn times(a: Wide, b: vec3f) -> Wide {
  let product = wideProduct(a.high, b);
  return normalised(product.high, product.low + a.low * b);
}

fn minus(a: Wide, b: Wide) -> Wide {
  return plus(a, Wide(-b.high, -b.low));
}

// Largest whole numbers that are not above.
fn floorOf(a: Wide) -> vec3f {
  let high = floor(a.high);
  return select(high, high - 1.0, (high == a.high) & (a.low < vec3f(0.0)));
}
