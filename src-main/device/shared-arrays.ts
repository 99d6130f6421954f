type Numbers = Float64Array | Int32Array | Uint32Array | Uint8Array;

/** The same values with the typed arrays among them copied to shared memory (unless they are there), which threads read without a copy. */
export function sharedArrays<Values extends object>(values: Values): Values {
  const entries = Object.entries(values).map(([name, value]) => [
    name,
    isNumbers(value) ? sharedCopy(value) : value,
  ]);
  return Object.fromEntries(entries) as Values;
}

function isNumbers(value: unknown): value is Numbers {
  return [Float64Array, Int32Array, Uint32Array, Uint8Array].some((kind) => value instanceof kind);
}

function sharedCopy<Kind extends Numbers>(numbers: Kind): Kind {
  if (numbers.buffer instanceof SharedArrayBuffer) return numbers;
  const OfKind = numbers.constructor as new (memory: SharedArrayBuffer) => Kind;
  const shared = new OfKind(new SharedArrayBuffer(numbers.byteLength));
  shared.set(numbers);
  return shared;
}
