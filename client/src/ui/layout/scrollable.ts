/** For labelled frames that may scroll: the keyboard scrolls focusable elements only (WCAG 2.1.1). */
export const scrollable = { role: 'group', tabIndex: 0 } as const;
