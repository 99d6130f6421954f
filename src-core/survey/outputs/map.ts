import { EXPORT_MAP_DEFAULTS, exportMap } from '../../io/cloud/export-map.ts';
import { endingsOf } from '../../model/survey-content.ts';
import { layerSystem, systemComments } from '../publish/stated-grid.ts';
import { thinMap } from '../publish/thin-map.ts';
import { withWall } from '../publish/wall-attributes.ts';
import { type MapExport, mapOutput } from './output.ts';

/** Writes the files of a map of its points. */
export const exportSurveyedMap: MapExport = ({ points }, { thin, options, wall, folder }, outputs, context) =>
  exportMap(
    () => withWall(thinMap(points(options.attributes), thin), wall),
    folder,
    options,
    context,
    outputs.attempt,
  );

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
