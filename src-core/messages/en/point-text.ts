/** Points as text: XYZ, PTS, PTX; and the folders of KITTI. */
export const POINT_TEXT = {} as const;
