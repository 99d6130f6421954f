import { TERMS } from '../terms.ts';

/** Comparison of two surveys. */
export const EPOCHS = {
  'compare-itself': 'A survey cannot be compared with itself; give two sessions.',
  'epochs-apart':
    'The earlier survey reaches from chainage {start} to {end}, the later one from {laterStart} to {laterEnd}: they share no stretch. Are both in the same grid and along the same axis?',
  'epochs-axes':
    'The two surveys were measured along different axes; measure both along one, such as that of the design.',
  'epochs-cells':
    'The two surveys were measured with slabs or cells of different size; measure both in the same way.',
  'epochs-dates':
    'The later survey is dated {later}, before the earlier one of {earlier}; exchange them or correct the dates.',
  'epochs-grids':
    'One survey is in the mine grid, the other in a grid of its own; tie both to the mine grid, or join the later to the earlier.',
  'epochs-local':
    'Both surveys are in grids of their own, which have nothing to do with each other; join the later to the earlier, or tie both to the mine grid.',
  'epochs-off':
    'Only {percent} % of the walls that both surveys measured lie on each other; check that both are in the same grid and along the same axis.',
  'face-went-back':
    'The later face stands {metres} m behind the earlier one: muck lies before it, or the two surveys are not in one grid.',
  'join-unused':
    'Both surveys have control points, and these place them: the join of the later to the earlier is not used.',
  'placed-by-control': TERMS.placedByControl.en,
  'placed-by-coordinates': TERMS.placedByCoordinates.en,
  'placed-by-join': TERMS.placedByJoin.en,
  'placed-by-local': TERMS.placedByFirstScan.en,
  'placed-by-pose': TERMS.placedByPose.en,
} as const;
