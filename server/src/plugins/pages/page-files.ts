import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { MakePageRenderer } from 'contract/page-renderer.ts';

/** The files that a page of the client loads, as URLs. */
export interface PageFiles {
  styles: readonly string[];
  scripts: readonly string[];
}

/** An entry of Vite's manifest: a chunk of the build. */
interface ManifestChunk {
  file: string;
  /** The keys of the chunks that it imports. */
  imports?: string[];
  css?: string[];
}

export type FilesOf = (modules: readonly string[]) => PageFiles;

/** Finds the files of screens that the client's page does not link already. */
export function readPageFiles(clientFolder: string, template: string): FilesOf {
  const manifest = JSON.parse(readFileSync(join(clientFolder, '.vite/manifest.json'), 'utf8')) as Partial<
    Record<string, ManifestChunk>
  >;
  const withImports = (key: string, found: Set<string>) => {
    if (found.has(key)) return;
    found.add(key);
    for (const imported of manifest[key]?.imports ?? []) withImports(imported, found);
  };
  const unlinked = (files: string[]) =>
    [...new Set(files)].map((file) => `/${file}`).filter((url) => !template.includes(url));
  return (modules) => {
    const found = new Set<string>();
    for (const module of modules) withImports(module, found);
    const chunks = [...found].flatMap((key) => manifest[key] ?? []);
    return {
      styles: unlinked(chunks.flatMap(({ css = [] }) => css)),
      scripts: unlinked(chunks.map(({ file }) => file)),
    };
  };
}

/** Undefined if the renderer has not been built. */
export async function loadPageRenderer(folder: string): Promise<MakePageRenderer | undefined> {
  const file = join(folder, 'render.js');
  if (!existsSync(file)) return undefined;
  const module = (await import(pathToFileURL(file).href)) as { makePageRenderer: MakePageRenderer };
  return module.makePageRenderer;
}
