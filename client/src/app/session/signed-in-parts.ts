export { WaitingDot } from '#features/friends/waiting.tsx';
export { NotificationBell } from '#features/notifications/notification-bell.tsx';
export { Agent } from './agent.tsx';
export { LogoutSender } from './logout-sender.tsx';
export { SessionNotices } from './session-notices.tsx';
export { SessionTimer } from './session-timer.tsx';
