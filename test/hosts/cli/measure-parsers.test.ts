import { InvalidArgumentError } from 'commander';
import { describe, expect, it } from 'vitest';
import {
  parseBox,
  parseGradients,
  parsePlace,
  parseShotcrete,
  parseStretchLength,
  parseTolerance,
  parseVehiclePlace,
} from '../../../src-main/hosts/cli/measure-parsers.ts';
import { formatsParser } from '../../../src-main/hosts/cli/output-options.ts';

const parseMapFormats = formatsParser('map');
const parseDrawings = formatsParser('drawings');
const parseReportForms = formatsParser('report');

describe('what is measured', () => {
  it('is read as a person writes it', () => {
    expect(parseStretchLength('0+010:3.2')).toEqual({ start: 10, length: 3.2 });
    expect(parseBox('2.5x2.8X8')).toEqual({ width: 2.5, height: 2.8, length: 8 });
    expect(parseDrawings('svg, STR')).toEqual(['str', 'svg']);
    expect(parseMapFormats('LAZ, ply')).toEqual(['ply', 'laz']);
    expect(parsePlace('350012.5,4301.2')).toEqual([350012.5, 4301.2]);
    expect(parseTolerance('0.15:0.05')).toEqual({ over: 0.15, under: 0.05 });
    expect(parseTolerance('0.15:')).toEqual({ over: 0.15, under: null });
    expect(parseShotcrete('0.05')).toEqual({ thickness: 0.05, side: 'inward' });
    expect(parseShotcrete('0.05:outward')).toEqual({ thickness: 0.05, side: 'outward' });
    expect(['best', 'middle', '-0.4'].map(parseVehiclePlace)).toEqual(['best', 'middle', { left: -0.4 }]);
    expect(parseGradients('0:120:12.5, 0+120:180:-2')).toEqual([
      { from: 0, to: 120, percent: 12.5 },
      { from: 120, to: 180, percent: -2 },
    ]);
  });

  it.each([
    [parseStretchLength, '10', 'START:LENGTH'],
    [parseBox, '2x3', 'WxHxL'],
    [parseBox, '2x3x0', 'more than 0'],
    [parseDrawings, 'dxf,dwg', 'dxf, str'],
    [parseMapFormats, 'las,e99', 'ply, las'],
    [parsePlace, '1', 'ACROSS,UP'],
    [parseTolerance, '0.15', 'OVER:UNDER'],
    [parseTolerance, ':', 'OVER:UNDER'],
    [parseTolerance, '-1:0', '0 or more'],
    [parseShotcrete, '0.05:outside', '0.05:outward'],
    [parseShotcrete, '1.1', 'It takes 0 to 1 m'],
    [parseVehiclePlace, 'left', 'is not a number'],
    [parseGradients, '0:120', '"0:120" is not a run'],
    [parseGradients, '0:120:steep', 'is not a run'],
  ] as const)('is refused by %o as %j', (parse, text, sentence) => {
    expect(() => parse(text)).toThrow(sentence);
  });
});

describe('the forms of the report', () => {
  it.each<[string, string[]]>([
    ['pdf', ['pdf']],
    ['docx, HTML', ['html', 'docx']],
    ['html,html', ['html']],
  ])('are read from %j', (text, forms) => {
    expect(parseReportForms(text)).toEqual(forms);
  });

  it.each(['', 'doc', 'pdf;html', 'pdf,'])('are refused as %j', (text) => {
    expect(() => parseReportForms(text)).toThrow(InvalidArgumentError);
    expect(() => parseReportForms(text)).toThrow('Give html, pdf, docx, or several');
  });
});
