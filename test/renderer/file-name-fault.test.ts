import { describe, expect, it } from 'vitest';
import { fileNameFault } from '../../src-renderer/shell/file-name-fault.ts';

describe('the name of a new file', () => {
  it.each(['Labor 4210 – Ñuñoa.socavon', 'nivel.4210.png', 'consola.socavon', 'ñ'.repeat(110)])(
    '%s is usable',
    (name) => {
      expect(fileNameFault(name)).toBeNull();
    },
  );

  it.each([
    ['a/b:c*?.socavon', 'characters', '/ : * ?'],
    ['a\\b', 'characters', '\\'],
    ['a\tb', 'characters', ''],
    ['labor.', 'end', ''],
    ['CON.socavon', 'reserved', ''],
    ['lpt1', 'reserved', ''],
    ['ñ'.repeat(200), 'long', ''],
  ])('%s is not: %s', (name, fault, characters) => {
    expect(fileNameFault(name)).toEqual({ fault, characters });
  });
});
