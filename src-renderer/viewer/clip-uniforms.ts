import type { ShaderMaterial } from '@babylonjs/core/Materials/shaderMaterial.js';
import { Vector4 } from '@babylonjs/core/Maths/math.vector.js';
import { type Clip, scaledAxes } from './clip.ts';
import { fromEye, type ViewFrame } from './frame.ts';
import { dot, scale } from './vector.ts';

/** Prepares the clipping of a frame. @returns a function that sets it in a material; see `shaders/clip` */
export function clipSetter(frame: ViewFrame, { box, slab }: Clip): (material: ShaderMaterial) => void {
  const centre = box === null ? [0, 0, 0] : fromEye(frame, box.centre);
  const axes = box === null ? new Array(12).fill(0) : scaledAxes(box).flatMap((axis) => [...axis, 0]);
  const from = slab && { n: slab.from.tangent, p: fromEye(frame, slab.from.point) };
  const to = slab && { n: scale(slab.to.tangent, -1), p: fromEye(frame, slab.to.point) };
  const plane = (half: typeof from): number[] => (half ? [...half.n, -dot(half.n, half.p)] : [0, 0, 0, 0]);
  const middle = slab === null ? [0, 0, 0] : fromEye(frame, slab.centre);
  const boxCentre = new Vector4(centre[0], centre[1], centre[2], box === null ? 0 : 1);
  const planes = [...plane(from), ...plane(to)];
  const slabSphere = new Vector4(middle[0], middle[1], middle[2], slab === null ? -1 : slab.radius ** 2);
  return (material) => {
    material.setVector4('boxCentre', boxCentre);
    material.setArray4('boxAxes', axes);
    material.setArray4('planes', planes);
    material.setVector4('slabSphere', slabSphere);
  };
}
