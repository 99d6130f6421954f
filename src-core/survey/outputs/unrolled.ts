import type { ExportFolder } from '../../io/cloud/export-map.ts';
import { exportGeoTiff, exportPng } from '../../io/raster/export-raster.ts';
import { type StageContext, throwIfCancelled } from '../../model/context.ts';
import type { Attempt } from '../../model/outputs.ts';
import type { LayeredWall, WallLayer } from '../../model/unrolled.ts';
import type { AnsweredQuestion } from '../../question/survey-question.ts';
import { layerClasses } from '../../report/figures/layer-classes.ts';
import { risingClasses } from '../../report/figures/map-classes.ts';
import { rasterise, valueRaster } from '../../report/figures/rasterise.ts';
import { MEASURED, UNKNOWN } from '../../tunnel/wall/cells/wall-grid.ts';
import { unroll } from '../measure.ts';
import type { MeasuredSurvey } from '../publish/measured-survey.ts';
import { measuresOutput } from './output.ts';

/** Unit of each layer's values; reflectivity is in the sensor's own units. */
const UNITS: Readonly<Record<WallLayer, string>> = {
  design: 'm',
  convergence: 'm',
  residual: 'm',
  reflectivity: '1',
};
const PLANE = 'Unrolled wall: chainage x perimeter position, metres';

/** Layers of the unrolled wall, those of the report if it has them. */
export const unrolled = measuresOutput('unrolled', {
  async write({ task, measured, unrolled: ofReport, outputs }, _formats, context) {
    const wall = ofReport ?? unrolledWall(measured, task.request);
    outputs.wrote(await exportUnrolled(wall, task.output.folder, context, outputs.attempt));
  },
});

/** The unrolled wall of the chainages of the volume, with its layers. */
export function unrolledWall(
  { wall, measures: { volume }, compared }: MeasuredSurvey,
  { files: { design } }: Pick<AnsweredQuestion, 'files'>,
): LayeredWall {
  return unroll(wall, {
    chainage: { from: volume.chainageFrom, to: volume.chainageTo },
    design: design?.programme ?? null,
    convergence: compared?.convergence ?? null,
  });
}

/**
 * Writes each layer of an unrolled wall, and a mask of the measured (1) and interpolated (0) cells, as a
 * georeferenced picture (`unrolled-LAYER.png`, `.pgw`) and as values (`unrolled-LAYER.tif`). Each file
 * appears complete or not at all.
 *
 * @param attempt of the files of each layer
 * @returns the names of the files, in the order in which they were written
 * @throws CancelledError. An attempt gets SocavonError export-range
 */
async function exportUnrolled(
  { wall, layers }: LayeredWall,
  folder: ExportFolder,
  context: StageContext,
  attempt: Attempt,
): Promise<string[]> {
  const known = Float32Array.from(wall.state, (state) =>
    state === UNKNOWN ? Number.NaN : state === MEASURED ? 1 : 0,
  );
  const all = [
    ...layers.map(({ layer, values }) => ({
      name: layer as string,
      values,
      classes: layerClasses(layer, values),
      unit: UNITS[layer],
    })),
    { name: 'measured', values: known, classes: risingClasses(0, 1, 2), unit: '1' },
  ];
  const written: string[] = [];
  for (const { name, values, classes, unit } of all) {
    throwIfCancelled(context.cancel, 'work-unroll');
    const base = `unrolled-${name}`;
    await attempt(`${base}.png`, async () => {
      written.push(...(await exportPng(rasterise(wall, values, classes), folder, base)));
    });
    await attempt(`${base}.tif`, async () => {
      written.push(await exportGeoTiff(valueRaster(wall, values, name, unit), folder, base, PLANE));
    });
    context.emit({ kind: 'progress', stage: 'export', done: written.length, total: null, unit: 'files' });
  }
  return written;
}
