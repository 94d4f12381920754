import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

interface Manifest {
  name: string;
  version: string;
  license?: string;
  author?: string | { name: string };
}

/**
 * Lists the packages of which something is in the build, with the texts of their
 * licenses, in assets/licenses.txt. Workers are built apart, hence two plugins.
 */
export function licenses(): { page(): Plugin; worker(): Plugin } {
  const folders = new Set<string>();
  const note = (ids: Iterable<string>): void => {
    for (const id of ids) {
      const folder = packageOf(id);
      if (folder !== undefined) folders.add(folder);
    }
  };
  return {
    worker: () => ({
      name: 'licenses-of-workers',
      generateBundle() {
        note(this.getModuleIds());
      },
    }),
    page: () => ({
      name: 'licenses',
      generateBundle() {
        note(this.getModuleIds());
        this.emitFile({ type: 'asset', fileName: 'assets/licenses.txt', source: list([...folders]) });
      },
    }),
  };
}

/** The folder of the package that a module is of, if it is of one. */
function packageOf(id: string): string | undefined {
  const path = id.replace(/^\0/, '').replace(/\?.*$/, '');
  const inside = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path);
  return inside?.[1];
}

function list(folders: string[]): string {
  const parts = folders.map((folder) => {
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
    return { title: `${manifest.name} ${manifest.version}`, text: textOf(folder, manifest) };
  });
  const once = new Map(parts.map((part) => [part.title, part.text]));
  const titles = [...once.keys()].sort();
  return [
    "The page's script, style and fonts contain parts of these packages.\n",
    ...titles.map((title) => `${'='.repeat(78)}\n${title}\n${'='.repeat(78)}\n${once.get(title)}`),
  ].join('\n');
}

/** The license and notices as they come with a package; its name where no text does. */
function textOf(folder: string, manifest: Manifest): string {
  const files = readdirSync(folder)
    .filter((name) => /^(licen[cs]e|notice|thirdpartynotices)/i.test(name))
    .sort();
  if (files.length > 0) {
    return files.map((name) => readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n').trimEnd() + '\n').join('\n');
  }
  const { author, license } = manifest;
  if (license === undefined) throw new Error(`${manifest.name} does not say its license`);
  const by = typeof author === 'object' ? author.name : author;
  return `License: ${license}${by === undefined ? '' : `, by ${by}`}\n`;
}
