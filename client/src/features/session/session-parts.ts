/** What only signed-in users see on every screen: one piece of code, which no guest fetches. */
export { Agent } from './agent.tsx';
export { PasswordNotice } from './password-notice.tsx';
export { SessionTimer } from './session-timer.tsx';
