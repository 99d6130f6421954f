import { describe, expect, it } from 'vitest';
import type { Profile } from '../../src-core/model/tunnel.ts';
import { lookingAzimuth } from '../../src-renderer/features/sections/section-looking.ts';
import { sectionDxf, sectionSvg } from '../../src-renderer/features/sections/section-paper.ts';
import { sectionScale } from '../../src-renderer/features/sections/section-paths.ts';
import {
  fittedView,
  panned,
  unitsPerPixel,
  viewAfterKey,
  viewBox,
  zoomedAt,
} from '../../src-renderer/features/sections/section-view.ts';

const window = { left: [-3, 3], up: [-2, 3] } as const;
const scale = sectionScale(window);
const area = { width: 800, height: 600, margin: { top: 10, side: 40, bottom: 60 } };

describe('the view of a section', () => {
  it('fits the section with room for the labels, and fills its element', () => {
    const [x, y, width, height] = viewBox(scale, fittedView(scale), area);
    expect(width / height).toBeCloseTo(area.width / area.height, 12);
    const unit = unitsPerPixel(scale, fittedView(scale), area);
    expect(-x / unit).toBeGreaterThanOrEqual(area.margin.side - 1e-9);
    expect(-y / unit).toBeGreaterThanOrEqual(area.margin.top - 1e-9);
    expect((y + height - scale.height) / unit).toBeGreaterThanOrEqual(area.margin.bottom - 1e-9);
  });

  it('keeps what is under the pointer where it is while zooming', () => {
    const at = { x: 420, y: 130 };
    const place = (view: ReturnType<typeof fittedView>): number[] => {
      const [x, y] = viewBox(scale, view, area);
      const unit = unitsPerPixel(scale, view, area);
      return [(at.x - x) / unit, (at.y - y) / unit];
    };
    const before = fittedView(scale);
    const after = zoomedAt(scale, before, at, 3);
    expect(after.zoom).toBe(3);
    place(after).forEach((pixel, k) => {
      expect(pixel).toBeCloseTo(place(before)[k], 9);
    });
  });

  it('never loses the section: no smaller than fitted, and its middle stays in the drawing', () => {
    const near = zoomedAt(scale, fittedView(scale), { x: 0, y: 0 }, 10);
    expect(zoomedAt(scale, near, { x: 600, y: 0 }, 1e-6)).toEqual(fittedView(scale));
    expect(panned(scale, near, -1e6, 1e6)).toEqual({ x: 0, y: scale.height, zoom: 10 });
    expect(panned(scale, fittedView(scale), 50, 50)).toEqual(fittedView(scale));
  });

  it('follows the keys, and leaves others alone', () => {
    const near = viewAfterKey(scale, fittedView(scale), '+')!;
    expect(near.zoom).toBeGreaterThan(1);
    expect(viewAfterKey(scale, near, 'ArrowRight')!.x).toBeGreaterThan(near.x);
    expect(viewAfterKey(scale, near, '0')).toEqual(fittedView(scale));
    expect(viewAfterKey(scale, near, 'PageDown')).toBeNull();
  });
});

it.each([
  [0, [-1, 0, 0]],
  [90, [0, 1, 0]],
  [180, [1, 0, 0]],
  [270, [0, -1, 0]],
] as const)('looks towards azimuth %i°', (azimuth, left) => {
  expect(lookingAzimuth({ left, up: [0, 0, 1] })).toBeCloseTo(azimuth, 9);
});

describe('a section for paper', () => {
  const profile: Profile = {
    chainage: 25,
    origin: [0, 0, 0],
    left: [-1, 0, 0],
    up: [0, 0, 1],
    outline: Float64Array.of(2, -2, 2, 2, -2, 2, -2, -2),
    measured: Uint8Array.of(1, 1, 1, 0),
    area: 16,
    perimeter: 16,
    measuredShare: 0.5,
    centroid: [0, 0],
    support: 4,
  };
  const section = { profile, design: null, payLine: null, breaks: null };

  it('is an SVG at a true scale, with its name, the way one looks and its size', () => {
    const svg = sectionSvg({ section, window, language: 'es', title: 'Labor <1>', looking: 'Vista N' });
    expect(svg.startsWith('<svg xmlns=')).toBe(true);
    expect(svg).toContain('Labor &#60;1&#62;');
    expect(svg).toContain('Vista N · 4.00 × 4.00 m');
    // 6 m by 5 m on 180 mm by 190 mm: 1:50, so the wall of 4 m is 80 mm long.
    const wall = /d="M([\d.]+) ([\d.]+)L([\d.]+) ([\d.]+)/.exec(svg)!.slice(1).map(Number);
    expect(Math.hypot(wall[2] - wall[0], wall[3] - wall[1])).toBeCloseTo(80, 6);
  });

  it('is a DXF in metres, in plain ASCII', () => {
    const dxf = sectionDxf({ section, language: 'es' });
    expect(dxf).toContain('LWPOLYLINE');
    expect(dxf).toContain('PERFIL_MEDIDO');
    expect([...dxf].every((letter) => letter.charCodeAt(0) < 128)).toBe(true);
    expect(dxf.trimEnd().endsWith('EOF')).toBe(true);
  });
});
