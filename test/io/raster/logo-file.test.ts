import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { crc32, deflateSync, gzipSync } from 'node:zlib';
import { encode } from 'fast-png';
import { describe, expect, it } from 'vitest';
import { readLogo } from '../../../src-core/io/raster/logo-file.ts';
import { SocavonError } from '../../../src-core/model/errors.ts';
import { LARGEST_LOGO_BYTES } from '../../../src-core/model/logo.ts';

/** Pictures of another program: a red square and a blue disc, 120 x 60; see the page beside them. */
const LOGOS = resolve(import.meta.dirname, '../../fixtures/logos');
const file = (name: string): Uint8Array => new Uint8Array(readFileSync(resolve(LOGOS, name)));

/** What is said of a file that is refused; null: it is taken. */
function refusal(bytes: Uint8Array): string | null {
  try {
    readLogo(bytes, 'mark');
    return null;
  } catch (error) {
    if (!(error instanceof SocavonError) || error.code !== 'file-format') throw error;
    expect(error.message).toMatch(/^Logo mark: [^.]+(?:\.\w[^.]*)*\.$/);
    return error.message;
  }
}

const text = (words: string): Uint8Array => new TextEncoder().encode(words);
const XMLNS = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';
const svg = (content: string, attributes = 'viewBox="0 0 40 20"', before = ''): Uint8Array =>
  text(`${before}<svg ${XMLNS} ${attributes}>\n${content}\n</svg>`);

function chunk(kind: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A PNG of 8 bit grey with these contents. */
function png(width: number, height: number, pixels: Uint8Array, ...more: readonly Buffer[]): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    ...more,
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('the logo of a report', () => {
  it.each([
    ...['rgba', 'rgb', 'palette', 'gray', 'gray-alpha', 'gray16', 'bilevel', 'interlaced'].map(
      (name) => [`${name}.png`, 'png'] as const,
    ),
    ...['baseline', 'progressive', 'gray'].map((name) => [`${name}.jpg`, 'jpeg'] as const),
    ['logo.svg', 'svg'] as const,
  ])('is read from %s, by its content', (name, type) => {
    expect(readLogo(file(name), 'mark')).toEqual({ type, width: 120, height: 60 });
  });

  it.each<[string, Uint8Array, RegExp]>([
    ['nothing', new Uint8Array(0), /the file is empty/],
    ['words', text('a company'), /it is no picture/],
    ['a page', text('<!DOCTYPE html><html><body>a</body></html>'), /it is no picture/],
    ['a GIF', file('logo.gif'), /it is a GIF file; save it as PNG, JPEG or SVG/],
    ['a WebP', file('logo.webp'), /it is a WebP file/],
    ['a PDF', text('%PDF-1.7'), /it is a PDF file/],
    ['an SVG in gzip', gzipSync(file('logo.svg')), /it is no picture/],
    ['an animated PNG', file('animated.png'), /it is animated/],
    ['a JPEG in CMYK', file('cmyk.jpg'), /CMYK/],
    ['a JPEG that is to be turned', file('turned.jpg'), /save it upright/],
    ['too many bytes', new Uint8Array(LARGEST_LOGO_BYTES + 1), /1001 kB of at most 1000/],
    ['a PNG of gigabytes', png(60_000, 60_000, new Uint8Array(9)), /60000 x 60000 pixels/],
    ['a dot', png(8, 8, new Uint8Array(72)), /8 x 8 pixels; 16 to 2500/],
    ['a line', png(1300, 100, new Uint8Array(130_100)), /13 times the short one/],
    ['half of the rows', png(100, 100, new Uint8Array(5050)), /damaged/],
    ['a row of an unknown filter', png(100, 100, new Uint8Array(10_100).fill(9)), /damaged/],
    ['no header', Buffer.concat([file('rgb.png').subarray(0, 8), chunk('IEND', Buffer.alloc(0))]), /damaged/],
  ])('refuses %s', (_, bytes, sentence) => {
    expect(refusal(bytes)).toMatch(sentence);
  });

  it.each(['rgba.png', 'interlaced.png', 'baseline.jpg', 'progressive.jpg'])(
    'refuses %s cut at any byte',
    (name) => {
      const whole = file(name);
      for (let length = 0; length < whole.length; length++)
        expect(refusal(whole.subarray(0, length)), `${length} bytes`).not.toBeNull();
    },
  );

  it('refuses a PNG with any one bit changed', () => {
    const whole = file('rgba.png');
    const taken: number[] = [];
    for (let bit = 0; bit < 8 * whole.length; bit++) {
      const changed = whole.slice();
      changed[bit >> 3] ^= 1 << (bit & 7);
      if (refusal(changed) === null) taken.push(bit);
    }
    expect(taken).toEqual([]);
  });

  it('takes a picture of the greatest edge', () => {
    const [width, height] = [2500, 209];
    const bytes = encode({ width, height, data: new Uint8Array(3 * width * height), channels: 3 });
    expect(readLogo(bytes, 'mark')).toEqual({ type: 'png', width, height });
  });
});

describe('the logo as SVG', () => {
  it.each<[string, Uint8Array, RegExp]>([
    ['a script', svg('<script>alert(1)</script>'), /an element <script> \(line 2\)/],
    ['a script of a prefix', svg('<s:script xmlns:s="http://www.w3.org/2000/svg"/>'), /<script>/],
    ['a script of HTML', svg('<h:script xmlns:h="http://www.w3.org/1999/xhtml"/>'), /<script>/],
    ['a handler', svg('<rect width="9" height="9" onload="a()"/>'), /holds onload \(line 2\)/],
    ['HTML within', svg('<foreignObject/>'), /<foreignObject>/],
    ['a picture', svg('<image xlink:href="data:image/png;base64,AA"/>'), /<image>/],
    ['a link', svg('<a xlink:href="#a"><rect/></a>'), /<a>/],
    ['a drawing elsewhere', svg('<use xlink:href="http://a.example/b.svg#c"/>'), /holds xlink:href/],
    ['a drawing in a file', svg('<use href="b.svg#c"/>'), /holds href/],
    ['words of a font', svg('<text>A</text>'), /has text \(line 2\).*convert the text to paths/],
    ['what moves', svg('<rect><animate attributeName="x"/></rect>'), /<animate>/],
    ['a filter', svg('<filter id="f"/>'), /<filter>/],
    ['a fill elsewhere', svg('<rect fill="url(http://a.example/b#c)"/>'), /holds fill/],
    ['a style elsewhere', svg(`<rect style="fill: URL( 'b.svg#c')"/>`), /holds style/],
    ['a style in code', svg(String.raw`<rect style="fill: \75rl(//a.example)"/>`), /holds style/],
    ['a sheet that is fetched', svg('<style>@import "a.css";</style>'), /holds <style>/],
    ['a font', svg('<style><![CDATA[@font-face { src: url(a) }]]></style>'), /holds <style>/],
    ['a sheet with a picture', svg('<style>.a { fill: url(a.svg#b) }</style>'), /holds <style>/],
    ['a sheet beside', svg('', 'viewBox="0 0 4 4"', '<?xml-stylesheet href="a.css"?>'), /xml-stylesheet/],
    ['another base', svg('<g xml:base="http://a.example/"><use href="#a"/></g>'), /holds xml:base/],
    ['entities', svg('&a;', 'viewBox="0 0 4 4"', '<!DOCTYPE svg [<!ENTITY a "b">]>'), /ENTITY/],
    ['itself', svg('<g id="a"><use href="#a"/></g>'), /refers to itself/],
    ['itself by a mask', svg('<mask id="m"><rect mask="url(#m)"/></mask><rect mask="url(#m)"/>'), /itself/],
    [
      'itself by a class',
      svg(
        '<style>.a{clip-path:url("#m")}</style><clipPath id="m"><rect class="b a"/></clipPath><rect class="a"/>',
      ),
      /itself/,
    ],
    [
      'ten to the tenth squares',
      svg(
        Array.from(
          { length: 10 },
          (_, i) => `<g id="g${i}">${i === 0 ? '<rect/>' : `<use href="#g${i - 1}"/>`.repeat(10)}</g>`,
        ).join(''),
      ),
      /draws far too much/,
    ],
    ['no size', svg('<rect/>', 'width="40" height="20"'), /no viewBox/],
    ['a size of nothing', svg('<rect/>', 'viewBox="0 0 0 20"'), /no viewBox/],
    ['a size of nobody', svg('<rect/>', 'viewBox="0 0 1e-300 1e-300"'), /no viewBox/],
    ['a size of words', svg('<rect/>', 'viewBox="0 0 a 20"'), /no viewBox/],
    ['a size too thin', svg('<rect/>', 'viewBox="0 0 1 20"'), /20 times the short one/],
    ['an end too early', text(`<svg ${XMLNS} viewBox="0 0 4 4"><g>`), /not well formed \(line 1/],
    ['no namespace', text('<svg viewBox="0 0 4 4"/>'), /does not begin as one/],
    [
      'letters of Windows',
      Buffer.from(`<svg ${XMLNS} viewBox="0 0 4 4"><desc>\xf1</desc></svg>`, 'latin1'),
      /UTF-8/,
    ],
    [
      'a hundred thousand groups in each other',
      svg('<g>'.repeat(1e5) + '</g>'.repeat(1e5)),
      /draws far too much/,
    ],
  ])('refuses %s', (_, bytes, sentence) => {
    expect(refusal(bytes)).toMatch(sentence);
  });

  it.each<[string, Uint8Array]>([
    ['notes of a drawing program', svg('<n:view xmlns:n="http://n.example" n:file="C:\\url.svg"/><rect/>')],
    ['a shape drawn twice', svg('<rect id="a"/><use href="#a"/><use xlink:href="#a"/>')],
    ['a fill of its own', svg(`<linearGradient id="a"/><rect fill="url('#a')" style="mask:url(#b)"/>`)],
    [
      'an instruction of XML',
      svg('<rect/>', 'viewBox="-5,-5 , 10 10"', '\ufeff<?xml version="1.0"?>\n<!-- a -->\n'),
    ],
  ])('takes %s', (_, bytes) => {
    expect(refusal(bytes)).toBeNull();
  });
});
