import { basename } from 'node:path';
import { type DesignFileOptions, readDesignFile } from '../../../src-core/io/cad/read-design-file.ts';
import type { SolidOptions } from '../../../src-core/io/mesh/read-solid.ts';
import { type Message, message } from '../../../src-core/messages/message.ts';
import type { SectionPlane } from '../../../src-core/model/axis.ts';
import { checkProgramme } from '../../../src-core/model/check-programme.ts';
import { type CancelToken, inOneGo } from '../../../src-core/model/context.ts';
import { soleSection } from '../../../src-core/model/design.ts';
import type { Design } from '../../../src-core/model/design-schema.ts';
import { designOfSolid } from '../../../src-core/tunnel/design/solid-design.ts';
import { readBytes } from '../../files/read-bytes.ts';
import type { NamedAxis } from './read-axis.ts';
import { readSolidFile } from './read-solid-file.ts';

/**
 * Reads a design file that the user named, with remarks on how it was interpreted.
 *
 * @throws SocavonError 'file-missing', 'file-unreadable', and what `readDesignFile` throws
 */
export async function readDesign(
  path: string,
  drawn: Partial<DesignFileOptions>,
  cancel: CancelToken,
): Promise<{ readonly design: Design; readonly notes: readonly Message[] }> {
  const name = basename(path);
  const bytes = await readBytes(path);
  const { design: programme, notes } = await inOneGo(cancel, () => readDesignFile(bytes, name, drawn));
  const [{ section }] = programme.stretches;
  return { design: { name, section, ...(soleSection(programme) === null && { programme }) }, notes };
}

/**
 * Reads a closed solid in the frame of the survey as a design: its outlines in the planes of the sections of an axis.
 *
 * @throws SocavonError 'file-missing', 'file-unreadable', and what `readSolid` and `designOfSolid` throw
 */
export async function readSolidDesign(
  path: string,
  stated: Pick<SolidOptions, 'unit' | 'part'>,
  { axis }: NamedAxis,
  sections: SectionPlane,
  cancel: CancelToken,
): Promise<{ readonly design: Design; readonly notes: readonly Message[] }> {
  const { name, mesh, notes } = await readSolidFile(path, stated, cancel);
  const { programme, length, every } = await inOneGo(cancel, () =>
    Promise.resolve(designOfSolid(mesh, axis, sections, name)),
  );
  checkProgramme(programme, name);
  const { stretches } = programme;
  return {
    design: { name, section: stretches[0].section, programme },
    notes: [
      ...notes,
      message('design-solid', {
        name,
        metres: length.toFixed(1),
        count: stretches.length,
        every: every.toFixed(2),
      }),
    ],
  };
}
