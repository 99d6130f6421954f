import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { unzipSync } from 'fflate';
import mammoth from 'mammoth';
import { inject } from 'vitest';
import { type ReadPdf, readPdf } from '../pdf/poppler.ts';

/** Whether LibreOffice is here, which opens a Word document without knowing who wrote it. */
export const HAS_LIBREOFFICE = spawnSync('soffice', ['--version']).error === undefined;

/** An element in the order of the file: one key is the tag, ':@' has the attributes. */
type Node = Record<string, Node[]> & { ':@'?: Record<string, string> };

/** A Word document, read by other programs than wrote it. */
export interface ReadDocx {
  /** Its parts, by their paths. */
  readonly parts: Readonly<Record<string, Uint8Array>>;
  /** What the validator has against its parts of XML. */
  readonly faults: readonly string[];
  /** All words of the body, by mammoth. */
  readonly text: string;
  readonly body: Node;
  /** Path of a part by the name of its relationship in the body. */
  readonly targets: ReadonlyMap<string, string>;
}

/** Reads a Word document by mammoth and as a package of XML. */
export async function readDocx(bytes: Uint8Array): Promise<ReadDocx> {
  const parts = unzipSync(bytes);
  const xml = (path: string): string => new TextDecoder('utf-8', { fatal: true }).decode(parts[path]);
  const faults = Object.keys(parts)
    .filter((path) => /\.(?:xml|rels|svg)$/.test(path))
    .flatMap((path) => {
      const verdict = XMLValidator.validate(xml(path));
      return verdict === true ? [] : [`${path}: ${verdict.err.msg}`];
    });
  const { value } = await mammoth.extractRawText({ buffer: Buffer.from(bytes) });
  const options = { preserveOrder: true, ignoreAttributes: false, attributeNamePrefix: '' };
  const parser = new XMLParser({ ...options, trimValues: false, parseTagValue: false });
  const [root] = (parser.parse(xml('word/document.xml')) as Node[]).filter((node) => 'w:document' in node);
  const [relations] = (parser.parse(xml('word/_rels/document.xml.rels')) as Node[]).filter(
    (node) => 'Relationships' in node,
  );
  const targets = new Map(
    relations.Relationships.map((node) => [node[':@']!.Id, `word/${node[':@']!.Target}`]),
  );
  return { parts, faults, text: value.replace(/\s+/g, ' '), body: root, targets };
}

/** All elements of a tag below a node, in order. */
export function all(node: Node, tag: string): Node[] {
  const nodes: Node[] = [];
  for (const [key, children] of Object.entries(node)) {
    if (key === ':@' || !Array.isArray(children)) continue;
    for (const child of children) {
      if (tag in child) nodes.push(child);
      nodes.push(...all(child, tag));
    }
  }
  return nodes;
}

/** Words below a node. */
export function wordsIn(node: Node): string {
  return all(node, 'w:t')
    .flatMap((one) => one['w:t'].map((text) => String(text['#text'] ?? '')))
    .join('');
}

/** The pages of a Word document, as LibreOffice prints them, read back by poppler. */
export function printedByLibreOffice(bytes: Uint8Array): ReadPdf {
  const folder = mkdtempSync(join(inject('scratch'), 'word-'));
  writeFileSync(join(folder, 'report.docx'), bytes);
  // A profile of its own: one that another run has open is refused.
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
  execFileSync('soffice', [profile, '--headless', '--convert-to', 'pdf', '--outdir', folder, 'report.docx'], {
    cwd: folder,
    stdio: 'ignore',
  });
  return readPdf(readFileSync(join(folder, 'report.pdf')));
}
