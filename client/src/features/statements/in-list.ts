/** `a, b, or c` */
export const inList = (parts: readonly string[], word: 'and' | 'or'): string =>
  parts.length < 2
    ? parts.join('')
    : `${parts.slice(0, -1).join(', ')}${parts.length > 2 ? ',' : ''} ${word} ${parts.at(-1)!}`;
