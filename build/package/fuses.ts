import { type FuseConfig, FuseV1Options, FuseVersion } from '@electron/fuses';

/** What of Electron's program is burnt in or out for good when the application is packaged. */
export const FUSES: FuseConfig = {
  version: FuseVersion.V1,
  strictlyRequireAllFuses: true,
  // The graphics driver is asked in a Node process of its own, which may fall; see src-main/device/ask-child.ts. It is asked
  // by the engine and its threads, and only the main process of Electron can start a utility process in its place.
  [FuseV1Options.RunAsNode]: true,
  // There are no cookies.
  [FuseV1Options.EnableCookieEncryption]: false,
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  [FuseV1Options.EnableNodeCliInspectArguments]: false,
  // The application lies in a folder and not in an asar: threads, child processes, native modules and kernels are opened by
  // their paths. Whoever can write there can replace the program too; docs/security.md says so.
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: false,
  [FuseV1Options.OnlyLoadAppFromAsar]: false,
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
  [FuseV1Options.WasmTrapHandlers]: true,
};
