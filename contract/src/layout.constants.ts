/** `navLinks` links precede MORE in the navigation. Screens narrower than `narrowScreenPx` get the narrow layout. */
export const layoutLimits = { navLinks: 4, narrowScreenPx: 768, sideNavigationPx: 240 } as const;
