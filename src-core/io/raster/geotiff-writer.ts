import type { ColourRaster, ValueRaster } from '../../model/raster.ts';
import { xmlText } from '../bytes/xml-text.ts';
import { checkRaster } from './check-raster.ts';
import { type TiffEntry, tiffBytes } from './tiff-bytes.ts';

/** Numbers of the TIFF tags, as the standards name them. */
const TAG = {
  ImageWidth: 256,
  ImageLength: 257,
  BitsPerSample: 258,
  Compression: 259,
  PhotometricInterpretation: 262,
  SamplesPerPixel: 277,
  PlanarConfiguration: 284,
  ExtraSamples: 338,
  SampleFormat: 339,
  ModelPixelScale: 33550,
  ModelTiepoint: 33922,
  GeoKeyDirectory: 34735,
  GeoAsciiParams: 34737,
  GdalMetadata: 42112,
  GdalNoData: 42113,
} as const;

const USER_DEFINED = 32767;
const PIXEL_IS_AREA = 1;
const METRE = 9001;

/**
 * Encodes a colour or value raster as GeoTIFF, uncompressed, which every GIS opens. Its plane is no map projection
 * but local coordinates of the working (x along the drive, y along the perimeter, metres), and its GeoKeys say so:
 * user-defined model, named by `plane`. Values are 32-bit floats, NaN for no data.
 *
 * @param plane meaning of x and y, ASCII, such as "Unrolled wall: chainage x perimeter position"
 * @throws SocavonError export-range if frame and values do not match, or the file would exceed 2 GB
 */
export function geoTiffBytes(raster: ColourRaster | ValueRaster, plane: string): Uint8Array {
  checkRaster(raster);
  const { columns, rows, cell, left, top } = raster;
  const citation = `${plane.replace(/[^\x20-\x7e]/g, '?').replaceAll('|', '/')}|`;
  const entries: TiffEntry[] = [
    { tag: TAG.ImageWidth, type: 'long', values: [columns] },
    { tag: TAG.ImageLength, type: 'long', values: [rows] },
    { tag: TAG.Compression, type: 'short', values: [1] },
    { tag: TAG.PlanarConfiguration, type: 'short', values: [1] },
    { tag: TAG.ModelPixelScale, type: 'double', values: [cell, cell, 0] },
    { tag: TAG.ModelTiepoint, type: 'double', values: [0, 0, 0, left, top, 0] },
    { tag: TAG.GeoKeyDirectory, type: 'short', values: geoKeys(citation.length) },
    { tag: TAG.GeoAsciiParams, type: 'ascii', values: citation },
    ...(raster.kind === 'colour' ? colourEntries() : valueEntries(raster)),
  ];
  return tiffBytes(entries, 4 * columns, rows, rowBytes(raster));
}

function colourEntries(): TiffEntry[] {
  return [
    { tag: TAG.BitsPerSample, type: 'short', values: [8, 8, 8, 8] },
    { tag: TAG.PhotometricInterpretation, type: 'short', values: [2] },
    { tag: TAG.SamplesPerPixel, type: 'short', values: [4] },
    // The fourth sample is an unassociated (not premultiplied) alpha.
    { tag: TAG.ExtraSamples, type: 'short', values: [2] },
  ];
}

function valueEntries({ quantity, unit }: ValueRaster): TiffEntry[] {
  return [
    { tag: TAG.BitsPerSample, type: 'short', values: [32] },
    { tag: TAG.PhotometricInterpretation, type: 'short', values: [1] },
    { tag: TAG.SamplesPerPixel, type: 'short', values: [1] },
    { tag: TAG.SampleFormat, type: 'short', values: [3] },
    {
      tag: TAG.GdalMetadata,
      type: 'ascii',
      values: `<GDALMetadata><Item name="DESCRIPTION" sample="0" role="description">${ascii(quantity)}</Item><Item name="UNITTYPE" sample="0" role="unittype">${ascii(unit)}</Item></GDALMetadata>`,
    },
    { tag: TAG.GdalNoData, type: 'ascii', values: 'nan' },
  ];
}

/** GeoKeys: header, then key, location of its value, count, value. */
function geoKeys(citationLength: number): number[] {
  return [
    ...[1, 1, 0, 4],
    ...[1024, 0, 1, USER_DEFINED], // GTModelType
    ...[1025, 0, 1, PIXEL_IS_AREA], // GTRasterType
    ...[1026, TAG.GeoAsciiParams, citationLength, 0], // GTCitation
    ...[3076, 0, 1, METRE], // ProjLinearUnits
  ];
}

/** The bytes of one row, little-endian. */
function rowBytes(raster: ColourRaster | ValueRaster): (row: number) => Uint8Array {
  const { columns } = raster;
  if (raster.kind === 'colour')
    return (row) => Uint8Array.from(raster.rgba.subarray(4 * columns * row, 4 * columns * (row + 1)));
  return (row) => {
    const view = new DataView(new ArrayBuffer(4 * columns));
    for (let i = 0; i < columns; i++) view.setFloat32(4 * i, raster.values[row * columns + i], true);
    return new Uint8Array(view.buffer);
  };
}

/** ASCII, as the tag requires; GDAL escapes twice, and reverses it on reading. */
function ascii(text: string): string {
  return xmlText(xmlText(text)).replace(/[^\x20-\x7e]/gu, (sign) => `&#${sign.codePointAt(0)};`);
}
