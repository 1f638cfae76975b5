export interface Html {
  readonly markup: string;
}

type Part = string | number | Html | readonly Html[];

/** A tagged template. Interpolated text is escaped, for elements and quoted attributes alike. `Html` is not escaped. */
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
