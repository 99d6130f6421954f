import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { memorySource } from '../../../src-core/io/bytes/byte-stream.ts';
import { EXPORT_MAP_DEFAULTS, exportMap } from '../../../src-core/io/cloud/export-map.ts';
import { openLas } from '../../../src-core/io/cloud/las-reader.ts';
import { SILENT_CONTEXT } from '../../../src-core/model/context.ts';
import { memoryFolder, randomCloud, streamOf } from '../export/clouds.ts';
import { programHere } from '../export/programs.ts';

const here = programHere('GDAL', ['gdalsrsinfo', 'EPSG:32719'], 'apt-get install gdal-bin');

describe('the coordinate system of a map in the hands of GDAL', () => {
  it.skipIf(!here)('is a valid local system in metres', async () => {
    const folder = memoryFolder();
    const cloud = randomCloud(221, 10, [0, 0, 0]);
    await exportMap(
      () => streamOf([cloud]),
      folder,
      { ...EXPORT_MAP_DEFAULTS, formats: ['las'] },
      SILENT_CONTEXT,
    );
    const { crs } = await openLas(memorySource('map.las', folder.files.get('map.las')!));
    const said = execFileSync('gdalsrsinfo', ['-v', '-o', 'wkt2', crs!.wkt!], { encoding: 'utf8' });
    expect(said).toContain('Validate Succeeds');
    expect(said).toMatch(/ENGCRS\["Local grid, not georeferenced"/);
    expect(said).toContain('LENGTHUNIT["metre",1');
  });
});
