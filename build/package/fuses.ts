import { type FuseConfig, FuseV1Options, FuseVersion } from '@electron/fuses';

/** What of Electron's program is burnt in or out for good when the application is packaged. */
export const FUSES: FuseConfig = {
  version: FuseVersion.V1,
  strictlyRequireAllFuses: true,
  // The graphics driver is asked in a Node process of its own, which may fall; see src-main/device/ask-child.ts.
  [FuseV1Options.RunAsNode]: true,
  // There are no cookies.
  [FuseV1Options.EnableCookieEncryption]: false,
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  [FuseV1Options.EnableNodeCliInspectArguments]: false,
  // The application lies in a folder and not in an asar, for its native modules and kernels.
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: false,
  [FuseV1Options.OnlyLoadAppFromAsar]: false,
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
  [FuseV1Options.WasmTrapHandlers]: true,
};
