import type { MethodId } from '../../src-core/model/registration-ids.ts';
import { gicp } from '../methods/gicp.ts';
import { icpApprox } from '../methods/icp-approx.ts';
import { icpIntensity } from '../methods/icp-intensity.ts';
import { icpPlane } from '../methods/icp-plane.ts';
import { icpPoint } from '../methods/icp-point.ts';
import { ndt } from '../methods/ndt.ts';
import { newtonCustom } from '../methods/newton-custom.ts';
import { newtonPlane } from '../methods/newton-plane.ts';
import { newtonPoint } from '../methods/newton-point.ts';
import { newtonSecondOrder } from '../methods/newton-second-order.ts';
import { vgicp } from '../methods/vgicp.ts';
import { picp } from '../picp/picp.ts';
import type { Method } from '../problem/method.ts';
import { emIcp } from '../soft/em-icp.ts';
import { softassign } from '../soft/softassign.ts';

/** Implementation of each method. */
export type Methods = Readonly<Record<MethodId, Method>>;

/** Reference implementations, f64 on the CPU. */
export const METHODS: Methods = {
  'icp-point': icpPoint,
  'icp-plane': icpPlane,
  'icp-approx': icpApprox,
  'newton-point': newtonPoint,
  'newton-plane': newtonPlane,
  'newton-second-order': newtonSecondOrder,
  'newton-custom': newtonCustom,
  softassign,
  'em-icp': emIcp,
  picp,
  gicp,
  vgicp,
  ndt,
  'icp-intensity': icpIntensity,
};
