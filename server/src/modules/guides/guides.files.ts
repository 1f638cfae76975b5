import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Guide, GuideHead } from 'contract/guides.ts';
import { parse } from 'yaml';

const wordsPerMinute = 200;

/** YAML front matter, then Markdown. */
const guideFile = /^---\n(?<head>.*?)\n---\n+(?<body>.*)$/s;

/** By title. */
export function readGuides(folder: string): (Guide & { body: string })[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.md'));
  return files
    .map((name) => readGuide(name, readFileSync(join(folder, name), 'utf8')))
    .toSorted((a, b) => a.title.localeCompare(b.title, 'en'));
}

function readGuide(name: string, text: string): Guide & { body: string } {
  const { head = '', body = '' } = guideFile.exec(text)?.groups ?? {};
  const parsed = GuideHead.safeParse(parse(head));
  if (!parsed.success) throw new Error(`${name}: ${parsed.error.message}`);
  const { title, summary, updated } = parsed.data;
  const minutes = Math.ceil(body.split(/\s+/).length / wordsPerMinute);
  return { slug: name.replace(/\.md$/, ''), title, summary, minutes, updated, body };
}
