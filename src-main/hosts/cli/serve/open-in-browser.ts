import { spawn } from 'node:child_process';

/** Opens an address in the user's browser; without a browser the printed address remains. */
export function openInBrowser(address: string, platform: NodeJS.Platform = process.platform): void {
  const [program, ...args] = opener(platform);
  const child = spawn(program, [...args, address], { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}

function opener(platform: NodeJS.Platform): [string, ...string[]] {
  switch (platform) {
    case 'win32':
      // Not `start`, a word of cmd.exe, which would read an & in the address.
      return ['rundll32', 'url.dll,FileProtocolHandler'];
    case 'darwin':
      return ['open'];
    default:
      return ['xdg-open'];
  }
}
