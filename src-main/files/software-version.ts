import packageJson from '../../package.json' with { type: 'json' };

/** Version of this program, stored with all its results. */
export const SOFTWARE_VERSION: string = packageJson.version;
