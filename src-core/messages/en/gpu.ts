/** Graphics cards and engines. */
export const GPU = {
  'costs-damaged': '{path} is damaged or not of this version ({how}); delete it, or run `socavon tune`.',
  'costs-ignored': "The measured timings of this machine's engines are ignored: {why}",
  'costs-not-kept': 'The engine will be chosen by a new measurement next time: {why}',
  'costs-timed': 'Timed both engines once for {work}; it is remembered in {path}.',
  'custom-distance-missing':
    'The method newton-custom needs a distance function, which only a program can supply (option customDistance); choose newton-point, newton-plane or newton-second-order.',
  'engine-choice': '{what}',
  'gpu-adapter-none':
    'No GPU adapter was found; use the CPU engine, or see `socavon doctor` for what is missing.',
  'gpu-buffer-too-large':
    'The GPU takes buffers up to {most} MiB and {name} needs {bytes}; thin the clouds or use the CPU engine.',
  'gpu-driver-fails': 'The graphics driver of this machine fails: {why}.',
  'gpu-failed':
    'The GPU reported an error and its results cannot be trusted ({why}). What was finished before is kept; use the CPU engine.',
  'gpu-levels': 'The GPU matches with up to {most} levels of bins, not {levels}; use the CPU engine.',
  'gpu-lost':
    'The GPU was lost while it worked ({why}). What was finished before is kept; start again, or use the CPU engine.',
  'gpu-family-none':
    'Transforms of the family {family} are sought on the CPU only; use the engine cpu or auto, or the family rigid.',
  'gpu-weights-none':
    'Weights of the points are taken on the CPU only; use the engine cpu or auto, or leave the weights out.',
  'gpu-method-none': 'The method {method} runs on the CPU only; use the engine cpu or auto.',
  'gpu-method-whole':
    'The method {method} matches all points with all and keeps no target on the GPU; call registerOnGpu.',
  'gpu-voxels-many':
    'A cloud of {count} points is too large for the voxels of the GPU, which hold up to {most}; thin it, or use the engine cpu or auto.',
  'gpu-none': 'No graphics card was found that can compute; the processor does the work.',
  'gpu-replaced': 'The CPU takes the place of the GPU: {why}',
  'gpu-software':
    'The only graphics adapter, {adapter}, computes on the processor itself and is slower than it.',
  'not-json': 'not JSON',
  'picp-threads': 'The workers of pICP were the threads of {adapter}.',
} as const;
