import { describeSizes, SIZES_SEED } from './sizes.ts';
import { describeOnGpu } from './software-device.ts';

describeOnGpu(
  `sizes around the edges of workgroups of 256 threads (seed ${SIZES_SEED})`,
  (gpu) => describeSizes(gpu),
  {},
  { workgroupSize: 256 },
);
