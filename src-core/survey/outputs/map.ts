import { EXPORT_MAP_DEFAULTS, exportMap } from '../../io/cloud/export-map.ts';
import { endingsOf } from '../../model/survey-content.ts';
import { layerSystem, systemComments } from '../publish/stated-grid.ts';
import { thinMap } from '../publish/thin-map.ts';
import { withWall } from '../publish/wall-attributes.ts';
import { mapOutput } from './output.ts';

/** Map as point cloud, every format in one pass over the points. */
export const map = mapOutput('map', {
  failsAs: (formats) => formats.map((format) => `map${endingsOf('map', format)[0]}`),
  async write(survey, formats, context) {
    const { task, wall, outputs } = survey;
    const { options, output, source } = task;
    const { placed, points, ownScans, dynamic, calibration } = survey.map;
    const { attributes } = output.choice;
    const system = layerSystem(source.grid ?? null, placed);
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
    if (output.mapBeside !== undefined && ownScans !== null && wall === null) {
      const { trajectory } = placed;
      const scans = { trajectory, dynamic, calibration, thin: options.map, options: mapOptions };
      const { failed, ...exported } = await output.mapBeside.write(scans, context);
      outputs.failed.push(...failed);
      survey.exported = exported;
    } else {
      const known = wall?.() ?? null;
      const clouds = () => withWall(thinMap(points(attributes), options.map), known);
      survey.exported = await exportMap(clouds, output.folder, mapOptions, context, outputs.attempt);
    }
    outputs.wrote(survey.exported.files.map(({ fileName }) => fileName));
  },
});
