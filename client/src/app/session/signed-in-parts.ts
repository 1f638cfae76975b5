export { NotificationBell } from '#features/notifications/notification-bell.tsx';
export { Agent } from './agent.tsx';
export { PasswordNotice } from './password-notice.tsx';
export { SessionTimer } from './session-timer.tsx';
