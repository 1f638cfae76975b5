import { lazy } from 'react';

/** One chunk for signed-in users, on every screen. */
const load = () => import('./signed-in-parts.ts');

export const Agent = lazy(async () => ({ default: (await load()).Agent }));
/** Here because a sign-out without a connection could not load it. */
export const LogoutSender = lazy(async () => ({ default: (await load()).LogoutSender }));
export const NotificationBell = lazy(async () => ({ default: (await load()).NotificationBell }));
export const SessionNotices = lazy(async () => ({ default: (await load()).SessionNotices }));
export const WaitingDot = lazy(async () => ({ default: (await load()).WaitingDot }));
export const SessionTimer = lazy(async () => ({ default: (await load()).SessionTimer }));
