/** `navLinks` are shown before MORE; `narrowScreenPx` is where narrow layouts begin. */
export const layoutLimits = { navLinks: 4, narrowScreenPx: 768, sideNavigationPx: 240 } as const;
