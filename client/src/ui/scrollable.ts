/** For a frame that may scroll, with a label: the keyboard scrolls only what it can focus (WCAG 2.1.1). */
export const scrollable = { role: 'group', tabIndex: 0 } as const;
