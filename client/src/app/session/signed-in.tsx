import { lazy } from 'react';

/** The components that signed-in users need on every screen are in one chunk. */
const load = () => import('./signed-in-parts.ts');

export const Agent = lazy(async () => ({ default: (await load()).Agent }));
/** In this chunk, because a separate chunk could not be loaded after a sign-out while offline. */
export const LogoutSender = lazy(async () => ({ default: (await load()).LogoutSender }));
export const NotificationBell = lazy(async () => ({ default: (await load()).NotificationBell }));
export const SessionNotices = lazy(async () => ({ default: (await load()).SessionNotices }));
export const WaitingDot = lazy(async () => ({ default: (await load()).WaitingDot }));
export const SessionTimer = lazy(async () => ({ default: (await load()).SessionTimer }));
