export interface Html {
  readonly markup: string;
}

type Part = string | number | Html | readonly Html[];

/** Tagged template: interpolated texts are escaped, for elements and quoted attributes alike; `Html` is not. */
export function html(literals: TemplateStringsArray, ...parts: Part[]): Html {
  const filled = parts.map((part, index) => toMarkup(part) + (literals[index + 1] ?? ''));
  return { markup: (literals[0] ?? '') + filled.join('') };
}

function toMarkup(part: Part): string {
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part));
  if ('markup' in part) return part.markup;
  return part.map(({ markup }) => markup).join('');
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/**
 * The dark green of `client/src/styles/tokens.css`, for pages without that file: mails, and the
 * mailbox that shows them.
 */
export const palette = {
  bg: '#050a05',
  surface: '#0a120c',
  text: '#b6ffcf',
  muted: '#7fbf95',
  accent: '#00ff41',
  control: '#2f8f4e',
  rule: '#1d5c2d',
} as const;
