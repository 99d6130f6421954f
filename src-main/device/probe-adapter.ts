import { fileURLToPath } from 'node:url';
import { ownModule } from '../files/own-module.ts';
import type { AdapterMethods, AdapterReport } from './adapter-report.ts';
import { askChild } from './ask-child.ts';

export type AdapterProbe =
  | { readonly kind: 'adapter'; readonly adapter: AdapterReport }
  | { readonly kind: 'none'; readonly reason: string }
  | { readonly kind: 'crashed'; readonly reason: string };

const PROGRAM = fileURLToPath(ownModule('device/report-adapter'));

/**
 * Requests an adapter and a device from Dawn in a child process.
 *
 * @param env environment of the child; controls Vulkan (VK_DRIVER_FILES)
 */
export async function probeAdapter(
  env: NodeJS.ProcessEnv = process.env,
  program = PROGRAM,
): Promise<AdapterProbe> {
  const answer = await askChild<AdapterMethods, 'report'>(program, 'report', null, { env });
  if (answer.kind === 'crashed') return answer;
  const { reply: adapter, complaint } = answer;
  return adapter === null ? { kind: 'none', reason: complaint } : { kind: 'adapter', adapter };
}
