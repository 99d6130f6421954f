import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { shippedPackages } from './third-party-notices.ts';

/**
 * What the program is shipped with as a CycloneDX 1.5 document (https://cyclonedx.org/docs/1.5/json), for those who look up
 * known weaknesses by it. Of the same list as the notices: `npm sbom --omit dev` leaves out packages that a tool needs too.
 */
export function billOfMaterials(root: string): object {
  const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: { type: 'application', name, version, licenses: [{ license: { id: 'MIT' } }] } },
    components: shippedPackages(root).map((one) => ({
      type: 'library',
      'bom-ref': `${one.name}@${one.version}`,
      name: one.name,
      version: one.version,
      purl: `pkg:npm/${one.name.replace('@', '%40')}@${one.version}`,
      licenses: [/[ ()]/.test(one.licence) ? { expression: one.licence } : { license: { id: one.licence } }],
      hashes: hashesOf(packages[`node_modules/${one.name}`]?.integrity),
    })),
  };
}

/** Digests of a package as npm's lock file keeps them: the name of the method, and the digest in base 64. */
function hashesOf(integrity = ''): object[] {
  return integrity
    .split(' ')
    .filter((part) => part.startsWith('sha512-'))
    .map((part) => ({ alg: 'SHA-512', content: Buffer.from(part.slice(7), 'base64').toString('hex') }));
}
