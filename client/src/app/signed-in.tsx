import { lazy } from 'react';

/** One chunk for what only signed-in users see on every screen, so that a visitor does not load it. */
const load = () => import('./signed-in-parts.ts');

export const Agent = lazy(async () => ({ default: (await load()).Agent }));
export const PasswordNotice = lazy(async () => ({ default: (await load()).PasswordNotice }));
export const SessionTimer = lazy(async () => ({ default: (await load()).SessionTimer }));
