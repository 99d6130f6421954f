import { expect, it } from 'vitest';
import { layerClasses } from '../../src-core/report/figures/layer-classes.ts';
import { classOf } from '../../src-core/report/figures/map-classes.ts';

it('shades rock by whole steps of reflectivity, however bright a few targets are', () => {
  const values = Float32Array.from({ length: 1000 }, (_, i) => (i < 10 ? 9000 : 20 + (60 * i) / 1000));
  values[500] = Number.NaN;
  const classes = layerClasses('reflectivity', values);
  expect(classes.ends.map((end) => end / classes.ends[0])).toEqual(
    classes.ends.map((_, i) => expect.closeTo(i + 1, 9)),
  );
  expect(new Set([...values].map((value) => classOf(classes, value))).size).toBeGreaterThan(4);
  expect(classOf(classes, 9000)).toBe(classes.colours.length - 1);
  expect(layerClasses('reflectivity', Float32Array.of(Number.NaN)).ends[0]).toBeGreaterThan(0);
});

it('tells movements apart where most of the wall did not move', () => {
  const values = new Float32Array(1000);
  for (let i = 0; i < 20; i++) values[i] = i < 10 ? 0.025 : 0.1;
  const classes = layerClasses('convergence', values);
  const [small, large] = [0.025, 0.1].map((value) => classOf(classes, value));
  expect(small).toBeGreaterThan(classOf(classes, 0));
  expect(large).toBeGreaterThan(small);
});

it.each(['design', 'residual'] as const)('tells decimetres of %s apart beside a cross-cut', (layer) => {
  const values = Float32Array.from({ length: 1000 }, (_, i) => (i < 60 ? 4 : 0.3 * Math.sin(i)));
  const classes = layerClasses(layer, values);
  const [small, large] = [0.1, 0.25].map((value) => classOf(classes, value));
  expect(small).toBeGreaterThan(classOf(classes, 0));
  expect(large).toBeGreaterThan(small);
  expect(classOf(classes, 4)).toBe(classes.colours.length - 1);
});
