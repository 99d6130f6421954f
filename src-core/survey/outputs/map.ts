import { EXPORT_MAP_DEFAULTS } from '../../io/cloud/export-map.ts';
import { endingsOf } from '../../model/survey-content.ts';
import { layerSystem, systemComments } from '../publish/stated-grid.ts';
import { mapOutput } from './output.ts';

/** Map as point cloud, every format in one pass over the points. */
export const map = mapOutput('map', {
  failsAs: (formats) => formats.map((format) => `map${endingsOf('map', format)[0]}`),
  async write(survey, formats, context) {
    const { task, wall, outputs } = survey;
    const { options, output, source } = task;
    const { attributes } = output.choice;
    const system = layerSystem(source.grid ?? null, survey.map.placed);
    const mapOptions = {
      ...EXPORT_MAP_DEFAULTS,
      formats,
      attributes,
      keepsPoints: true,
      las: { ...EXPORT_MAP_DEFAULTS.las, wkt: system?.wkt ?? null },
      e57: { ...EXPORT_MAP_DEFAULTS.e57, wkt: system?.wkt ?? null },
      ply: { comments: systemComments(system) },
      pcd: { comments: systemComments(system) },
    };
    const files = { thin: options.map, options: mapOptions, wall: wall?.() ?? null, folder: output.folder };
    survey.exported = await survey.exportMap(survey.map, files, outputs, context);
    outputs.wrote(survey.exported.files.map(({ fileName }) => fileName));
  },
});
