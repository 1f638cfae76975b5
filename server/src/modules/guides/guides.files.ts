import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GlossaryTerm, type Guide, GuideHead } from 'contract/guides/guides.ts';
import { isNode, LineCounter, parseDocument } from 'yaml';
import { z } from 'zod';
import { StartError } from '#platform/process/start-error.ts';

export type GuideText = Guide & { body: string };

export const headOf = ({ body: _body, ...head }: GuideText): Guide => head;

const wordsPerMinute = 200;

/** YAML front matter, then Markdown. */
const guideFile = /^---\n(?<head>.*?)\n---\n+(?<body>.*)$/s;
/** The number of the front matter's first line. */
const headStart = 2;

/** Sorted by title. */
export function readGuides(folder: string): GuideText[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.md'));
  return files
    .map((name) => readGuide(name, readFileSync(join(folder, name), 'utf8')))
    .toSorted((a, b) => a.title.localeCompare(b.title, 'en'));
}

/** An error names the file and the line. */
export function readGuide(name: string, text: string): GuideText {
  const { head, body } = guideFile.exec(text)?.groups ?? {};
  if (head === undefined || body === undefined) {
    throw new StartError(`${name}:1: must begin with front matter between two lines of ---`);
  }
  const lines = new LineCounter();
  const document = parseDocument(head, { lineCounter: lines, prettyErrors: false });
  const refuse = (position: number, reason: string): never => {
    throw new StartError(`${name}:${lines.linePos(position).line - 1 + headStart}: ${reason}`);
  };
  const [mistake] = document.errors;
  if (mistake) return refuse(mistake.pos[0], mistake.message);
  const parsed = GuideHead.safeParse(document.toJS());
  if (!parsed.success) {
    const { path = [], message = '' } = parsed.error.issues[0] ?? {};
    // A missing entry has no position of its own.
    const node = document.getIn(path, true) ?? document.getIn(path.slice(0, -1), true);
    return refuse(isNode(node) ? (node.range?.[0] ?? 0) : 0, [...path, message].join(' '));
  }
  const { title, summary, updated } = parsed.data;
  const minutes = Math.ceil(body.split(/\s+/).length / wordsPerMinute);
  return { slug: name.replace(/\.md$/, ''), title, summary, minutes, updated, body };
}

export const readGlossary = (path: string) =>
  z.array(GlossaryTerm).parse(JSON.parse(readFileSync(path, 'utf8')));
