import packageJson from '../../package.json' with { type: 'json' };

/** Version of this program, kept with everything that it makes. */
export const SOFTWARE_VERSION: string = packageJson.version;
