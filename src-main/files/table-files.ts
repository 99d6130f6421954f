import { geoPackageBytes, readGeoPackage } from './geopackage.ts';
import { readWorkbook, workbookBytes } from './workbook.ts';

/** Writers and readers of tables, loaded on demand: most requests write none. */
export const TABLE_FILES = {
  workbook: workbookBytes,
  readWorkbook,
  geoPackage: geoPackageBytes,
  readGeoPackage,
};
