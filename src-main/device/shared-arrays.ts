type Numbers = Float64Array | Uint32Array | Uint8Array;

/** The same values with the typed arrays among them copied to shared memory, which threads read without a copy. */
export function sharedArrays<Values extends object>(values: Values): Values {
  const entries = Object.entries(values).map(([name, value]) => [
    name,
    isNumbers(value) ? sharedCopy(value) : value,
  ]);
  return Object.fromEntries(entries) as Values;
}

function isNumbers(value: unknown): value is Numbers {
  return value instanceof Float64Array || value instanceof Uint32Array || value instanceof Uint8Array;
}

function sharedCopy<Kind extends Numbers>(numbers: Kind): Kind {
  const OfKind = numbers.constructor as new (memory: SharedArrayBuffer) => Kind;
  const shared = new OfKind(new SharedArrayBuffer(numbers.byteLength));
  shared.set(numbers);
  return shared;
}
