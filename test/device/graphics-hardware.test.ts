import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mayHaveGpu } from '../../src-main/device/graphics-hardware.ts';
import { machineKey } from '../../src-main/device/machine-key.ts';
import { temporaryFolder } from '../project/fixtures.ts';

/** A folder of device files. */
function devices(...names: string[]): string {
  const folder = temporaryFolder();
  for (const name of names) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), '');
  }
  return folder;
}

describe('a look for graphics hardware', () => {
  it.each([
    [true, ['null', 'nvidia0']],
    [true, ['dri/card0', 'dri/renderD128']],
    [true, ['dxg']],
    [true, ['mali0']],
    [false, ['null', 'tty0', 'fb0']],
    [false, ['dri/card0']], // a display without a processor
    [false, ['nvidiactl', 'nvidia-uvm']], // the driver without a card
    [false, []],
  ])('says %s for the device files %j', (isHit, names) => {
    expect(mayHaveGpu('linux', devices(...names))).toBe(isHit);
  });

  it('takes no folder for no hardware, and other systems for such that may have it', () => {
    expect(mayHaveGpu('linux', join(devices(), 'none'))).toBe(false);
    expect(mayHaveGpu('win32')).toBe(true);
    expect(mayHaveGpu('darwin')).toBe(true);
  });

  it('knows the machine again, until a Vulkan driver comes or another is asked for', () => {
    const data = temporaryFolder();
    const before = machineKey({ XDG_DATA_HOME: data });
    expect(machineKey({ XDG_DATA_HOME: data })).toBe(before);
    mkdirSync(join(data, 'vulkan', 'icd.d'), { recursive: true });
    writeFileSync(join(data, 'vulkan', 'icd.d', 'card.json'), '{}');
    const after = machineKey({ XDG_DATA_HOME: data });
    expect(after).not.toBe(before);
    expect(machineKey({ XDG_DATA_HOME: data, VK_DRIVER_FILES: '/a.json' })).not.toBe(after);
  });
});
