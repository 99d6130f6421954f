import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

interface PackageRequest {
  /** Of the repository, built. */
  readonly root: string;
  /** Electron's unpacked runtime. */
  readonly runtime: string;
  /** Folders of packages in node_modules, absolute. */
  readonly packages: readonly string[];
  /** New, or replaced. */
  readonly to: string;
  readonly platform: NodeJS.Platform;
  /** @param program whose fuses are set */
  readonly setFuses: (program: string) => Promise<unknown>;
}

/** Puts Electron, the bundles and the packages that they need into a folder that starts anywhere. @returns the program */
export async function packageApplication(request: PackageRequest): Promise<string> {
  const { root, runtime, packages, to, platform, setFuses } = request;
  rmSync(to, { recursive: true, force: true });
  cpSync(runtime, to, { recursive: true, verbatimSymlinks: true });
  const { resources, program, named } = placesOf(to, platform);
  rmSync(join(resources, 'default_app.asar'), { force: true });

  const app = join(resources, 'app');
  mkdirSync(app);
  for (const folder of ['main', 'preload', 'renderer', 'shaders', 'sample'])
    cpSync(join(root, 'out', folder), join(app, 'out', folder), { recursive: true });
  for (const path of packages)
    cpSync(path, join(app, relative(root, path)), { recursive: true, dereference: true });
  writeFileSync(join(app, 'package.json'), JSON.stringify(shippedPackage(root), null, 2));
  cpSync(join(root, 'LICENSE'), join(app, 'LICENSE'));
  const notices = 'THIRD-PARTY-NOTICES.txt';
  // Beside the licence, where a person looks, and where the program itself does.
  for (const path of [notices, join('out', notices)]) cpSync(join(root, 'out', notices), join(app, path));
  cpSync(join(root, 'out', 'sbom.cdx.json'), join(app, 'sbom.cdx.json'));
  if (platform === 'linux') cpSync(join(root, 'resources', 'linux'), join(to, 'share'), { recursive: true });

  await setFuses(program);
  renameSync(program, named);
  return named;
}

interface Places {
  readonly resources: string;
  readonly program: string;
  /** What the program is called in the end. */
  readonly named: string;
}

function placesOf(folder: string, platform: NodeJS.Platform): Places {
  if (platform === 'darwin') {
    // A bundle is named in its Info.plist too, which the signing of a release writes.
    const program = join(folder, 'Electron.app', 'Contents', 'MacOS', 'Electron');
    return { resources: join(folder, 'Electron.app', 'Contents', 'Resources'), program, named: program };
  }
  const end = platform === 'win32' ? '.exe' : '';
  const program = join(folder, `electron${end}`);
  const named = join(dirname(program), platform === 'win32' ? 'Socavon.exe' : 'socavon');
  return { resources: join(folder, 'resources'), program, named };
}

function shippedPackage(root: string): object {
  const { name, productName, version, description, license, type, main } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  );
  if (!existsSync(join(root, main))) throw new Error(`${main} is not built; run npm run build first`);
  return { name, productName, version, description, license, type, main };
}
