import type { MethodId } from '../model/registration-ids.ts';
import { emIcp } from './em-icp.ts';
import { icpApprox } from './icp-approx.ts';
import { icpPlane } from './icp-plane.ts';
import { icpPoint } from './icp-point.ts';
import type { Method } from './method.ts';
import { newtonCustom } from './newton-custom.ts';
import { newtonPlane } from './newton-plane.ts';
import { newtonPoint } from './newton-point.ts';
import { newtonSecondOrder } from './newton-second-order.ts';
import { picp } from './picp.ts';
import { softassign } from './softassign.ts';

/** How each method is done. */
export type Methods = Readonly<Record<MethodId, Method>>;

/** The reference of each method, f64 on the CPU. */
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
};
