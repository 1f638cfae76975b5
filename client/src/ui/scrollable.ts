/** For a labelled frame that may scroll: the keyboard scrolls only focusable elements (WCAG 2.1.1). */
export const scrollable = { role: 'group', tabIndex: 0 } as const;
