import { lazy } from 'react';

// What only signed-in users see on every screen: one chunk, which a visitor does not load.
const load = () => import('./signed-in-parts.ts');

export const Agent = lazy(async () => ({ default: (await load()).Agent }));
export const PasswordNotice = lazy(async () => ({ default: (await load()).PasswordNotice }));
export const SessionTimer = lazy(async () => ({ default: (await load()).SessionTimer }));
