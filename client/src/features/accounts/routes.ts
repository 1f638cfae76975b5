import type { FeatureRoute } from '#parts/navigation/feature.ts';
import { paths } from '#parts/navigation/paths.ts';

const undoScreens = () => import('./email-links/undo-screens.tsx');

export const accounts: readonly FeatureRoute[] = [
  {
    path: paths.login,
    access: 'guest',
    load: () => import('./sign-in/login-screen.tsx'),
    title: 'Sign in',
    isBare: true,
  },
  {
    path: paths.register,
    access: 'guest',
    load: () => import('./register-screen.tsx'),
    title: 'Register',
    isBare: true,
  },
  {
    path: paths.emailVerificationNotice,
    access: 'guest',
    load: () => import('./email-verification-notice-screen.tsx'),
    title: 'Registration Successful',
  },
  {
    path: paths.verifyEmail,
    access: 'guest',
    load: () => import('./email-links/verify-email-screen.tsx'),
    title: 'Verify email',
  },
  {
    path: paths.resendVerification,
    access: 'guest',
    load: () => import('./resend-verification-screen.tsx'),
    title: 'Resend verification',
  },
  {
    path: paths.forgotPassword,
    access: 'guest',
    load: () => import('./forgot-password-screen.tsx'),
    title: 'Forgot password',
  },
  {
    path: paths.goodbye,
    access: 'guest',
    load: () => import('./goodbye-screen.tsx'),
    title: 'Goodbye',
  },
  {
    path: paths.resetPassword,
    access: 'guest',
    load: () => import('./email-links/reset-password-screen.tsx'),
    title: 'Reset password',
  },
  {
    path: paths.undoEmailChange,
    access: 'guest',
    load: async () => ({ default: (await undoScreens()).UndoEmailChangeScreen }),
    title: 'Undo email change',
  },
  {
    path: paths.undoDeletion,
    access: 'guest',
    load: async () => ({ default: (await undoScreens()).UndoDeletionScreen }),
    title: 'Undo deletion',
  },
  {
    path: paths.unsubscribe,
    access: 'guest',
    load: async () => ({ default: (await undoScreens()).UnsubscribeScreen }),
    title: 'Unsubscribe',
  },
  {
    path: paths.notMe,
    access: 'guest',
    load: async () => ({ default: (await undoScreens()).NotMeScreen }),
    title: 'Not me',
  },
];
