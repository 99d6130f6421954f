import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { AdapterReport } from './adapter-report.ts';

export type AdapterProbe =
  | { readonly kind: 'adapter'; readonly adapter: AdapterReport }
  | { readonly kind: 'none'; readonly reason: string }
  | { readonly kind: 'crashed'; readonly reason: string };

/** The first use of a driver compiles its caches. */
const TIMEOUT_MS = 30_000;
const PROGRAM = fileURLToPath(new URL('report-adapter.ts', import.meta.url));

/**
 * Asks Dawn for an adapter and a device in a child process, because a broken Vulkan driver may crash or hang
 * the process that loads it.
 *
 * @param env for the child; Vulkan is steered by it (VK_DRIVER_FILES)
 */
export function probeAdapter(env: NodeJS.ProcessEnv = process.env, program = PROGRAM): Promise<AdapterProbe> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [program], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: TIMEOUT_MS,
      killSignal: 'SIGKILL',
    });
    let output = '';
    let complaint = '';
    child.stdout.on('data', (text) => {
      output += text;
    });
    child.stderr.on('data', (text) => {
      complaint += text;
    });
    child.on('error', (error) => resolve({ kind: 'crashed', reason: error.message }));
    child.on('close', (status, signal) => {
      if (status === 0) resolve(probeOf(output, firstLine(complaint)));
      else if (signal === 'SIGKILL')
        resolve({ kind: 'crashed', reason: `the driver did not answer in ${TIMEOUT_MS / 1000} s` });
      else {
        const how = signal ?? `status ${status}`;
        resolve({
          kind: 'crashed',
          reason: `the driver ended the process (${how}) ${firstLine(complaint)}`.trim(),
        });
      }
    });
  });
}

function probeOf(output: string, complaint: string): AdapterProbe {
  const adapter: AdapterReport | null = JSON.parse(output);
  return adapter === null ? { kind: 'none', reason: complaint } : { kind: 'adapter', adapter };
}

function firstLine(text: string): string {
  return text.trim().split('\n', 1)[0];
}
