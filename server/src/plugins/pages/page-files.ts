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
  /** The chunks that a chunk imports precede it, as its styles refine theirs. */
  const withImports = (key: string, visited: Set<string>): ManifestChunk[] => {
    const chunk = manifest[key];
    if (!chunk || visited.has(key)) return [];
    visited.add(key);
    return [...(chunk.imports ?? []).flatMap((imported) => withImports(imported, visited)), chunk];
  };
  const unlinked = (files: string[]) =>
    [...new Set(files)].map((file) => `/${file}`).filter((url) => !template.includes(url));
  return (modules) => {
    const visited = new Set<string>();
    const chunks = modules.flatMap((module) => withImports(module, visited));
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
