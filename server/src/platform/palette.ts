/** The green theme of `client/src/styles/tokens.css`, for emails, pages and pictures that do not load that file. */
export const palette = {
  bg: '#050a05',
  surface: '#0a140d',
  strong: '#f1fff5',
  text: '#bedccb',
  muted: '#8ab59a',
  accent: '#00ff41',
  control: '#46835c',
  rule: '#1b3325',
} as const;
