import { describe, expect, it } from 'vitest';
import { placeOnGrid } from '../../src-core/closing/control/place-on-grid.ts';
import { formatRemark, type Remark } from '../../src-core/messages/remark.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import { alignWarnings } from '../../src-core/survey/align-warnings.ts';
import { PathGrants } from '../../src-main/engine/path-grants.ts';

function sayIn(locale: 'es' | 'en') {
  return (remark: Remark) => formatRemark(remark, locale);
}

describe('what the engine says', () => {
  it('is a warning in the language of the window, with its figures', () => {
    const [changed, gyro] = alignWarnings([{ kind: 'reject', scan: 5 }], false);
    expect(sayIn('es')(changed)).toBe('Una persona cambió la alineación a mano: barrido 5 dejado fuera.');
    expect(sayIn('es')(gyro)).toContain('La IMU contradijo a las paredes');
    expect(sayIn('en')(gyro)).toBe(gyro.message);
  });

  it('is a refusal in the language of the window, with a path that looks like a place or a plural', () => {
    const path = '/mina {nivel} | 2@x.socavon';
    try {
      new PathGrants().toRead(path);
      expect.unreachable('nothing was granted');
    } catch (error) {
      const refusal = error as SocavonError;
      expect(refusal).toBeInstanceOf(SocavonError);
      expect(sayIn('es')(refusal)).toBe(
        `Usted no eligió ${path} para leerlo; elíjalo en el diálogo o suéltelo en la ventana.`,
      );
      expect(sayIn('en')(refusal)).toBe(refusal.message);
    }
  });

  it('is why control points do not place a survey', () => {
    const placement = placeOnGrid([], null);
    if (placement.kind !== 'open') throw new Error('nothing places it');
    expect(sayIn('en')(placement.remark)).toBe(placement.remark.message);
    expect(sayIn('es')(placement.remark)).toMatch(/^No se halló ningún punto de control; hacen falta tres/);
  });

  it('is English where the window has no sentence', () => {
    const message = 'Something new.';
    expect(sayIn('es')({ message })).toBe(message);
    expect(sayIn('es')({ message, sentence: { code: 'of-a-later-version', values: {} } })).toBe(message);
  });
});
