/**
 * Every colour of the product: the stylesheet's variables, emails, pictures and downloads have them from here. The figures
 * are WCAG contrast ratios on `bg`.
 */
const green = {
  bg: '#050a05',
  surface: '#0a140d',
  raised: '#12221a',
  // Three brightnesses of text: what leads, what is read, what follows. The figures are on `bg`, then on `raised`.
  /** 19.4, 16.0: headings, figures, values. */
  strong: '#f1fff5',
  /** 13.6, 11.3 */
  text: '#bedccb',
  /** 8.7, 7.2: labels, hints, axes. */
  muted: '#8ab59a',
  /** 5.4: placeholders and disabled controls only. */
  dim: '#5f8f6f',
  /** 14.6: what acts, and the one figure or line that leads a screen. */
  accent: '#00ff41',
  'accent-hover': '#7dffa1',
  'on-accent': '#050a05',
  /** 4.4, and 3.7 on `raised`: borders of inputs and buttons. */
  control: '#46835c',
  /** 1.5: decoration only. */
  rule: '#1b3325',
  /** 3.6, and 4.1 beside `accent`. */
  'chart-second': '#2f7549',
  /** 8.9 */
  ok: '#00c853',
  /** 10.9 */
  warn: '#ffb000',
  /** 8.4 */
  hot: '#ff79c6',
  /** 6.7 */
  error: '#ff5c7a',
  /** 12.4 */
  info: '#7ad7ff',
  /** Over the drawing of a loan only. */
  scanline: 'rgb(0 0 0 / 0.14)',
  backdrop: 'rgb(0 0 0 / 0.72)',
} as const;

type Theme = Readonly<Record<keyof typeof green, string>>;

const highContrast: Theme = {
  bg: '#000000',
  surface: '#000000',
  raised: '#0b0b0b',
  /** 21 */
  strong: '#ffffff',
  text: '#ffffff',
  /** 19.4 */
  muted: '#d9ffe5',
  /** 14.4 */
  dim: '#b4e0c2',
  /** 15.9 */
  accent: '#4dff7c',
  'accent-hover': '#c2ffd3',
  'on-accent': '#000000',
  control: '#d9ffe5',
  /** 9.8 */
  rule: '#7fbf95',
  /** 5.1, and 3.1 beside `accent`. */
  'chart-second': '#4f8a63',
  ok: '#5dff9b',
  warn: '#ffd166',
  hot: '#ffb3de',
  error: '#ffa3b3',
  info: '#b5e9ff',
  scanline: 'transparent',
  backdrop: green.backdrop,
};

const paper: Theme = {
  bg: '#ffffff',
  surface: '#ffffff',
  raised: '#ffffff',
  strong: '#000000',
  text: '#000000',
  muted: '#333333',
  dim: '#444444',
  accent: '#000000',
  'accent-hover': '#000000',
  'on-accent': '#ffffff',
  control: '#555555',
  rule: '#999999',
  'chart-second': '#999999',
  ok: '#00602a',
  warn: '#6b4600',
  hot: '#8a1457',
  error: '#9c0f2e',
  info: '#00517a',
  scanline: 'transparent',
  backdrop: green.backdrop,
};

export const colors = { green, highContrast, paper } as const;

export type ColorToken = keyof Theme;
