/**
 * The dark green of `client/src/styles/tokens.css`, for what cannot load that file: mails, whose readers load no
 * stylesheets, and the mailbox that shows them.
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
