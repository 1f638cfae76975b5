import type { FeatureRoute } from '#parts/navigation/feature.ts';
import { paths } from '#parts/navigation/paths.ts';

const undoScreens = () => import('./email-links/undo-screens.tsx');

const screens = [
  {
    path: paths.login,
    load: () => import('./sign-in/login-screen.tsx'),
    title: 'Sign in',
    isBare: true,
  },
  {
    path: paths.register,
    load: () => import('./register-screen.tsx'),
    title: 'Register',
    isBare: true,
  },
  {
    path: paths.emailVerificationNotice,
    load: () => import('./email-verification-notice-screen.tsx'),
    title: 'Registration Successful',
  },
  {
    path: paths.verifyEmail,
    load: () => import('./email-links/verify-email-screen.tsx'),
    title: 'Verify email',
  },
  {
    path: paths.resendVerification,
    load: () => import('./resend-verification-screen.tsx'),
    title: 'Resend verification',
  },
  {
    path: paths.forgotPassword,
    load: () => import('./forgot-password-screen.tsx'),
    title: 'Forgot password',
  },
  {
    path: paths.goodbye,
    load: () => import('./goodbye-screen.tsx'),
    title: 'Goodbye',
  },
  {
    path: paths.resetPassword,
    load: () => import('./email-links/reset-password-screen.tsx'),
    title: 'Reset password',
  },
  {
    path: paths.undoEmailChange,
    load: async () => ({ default: (await undoScreens()).UndoEmailChangeScreen }),
    title: 'Undo email change',
  },
  {
    path: paths.undoDeletion,
    load: async () => ({ default: (await undoScreens()).UndoDeletionScreen }),
    title: 'Undo deletion',
  },
  {
    path: paths.unsubscribe,
    load: async () => ({ default: (await undoScreens()).UnsubscribeScreen }),
    title: 'Unsubscribe',
  },
  {
    path: paths.notMe,
    load: async () => ({ default: (await undoScreens()).NotMeScreen }),
    title: 'Not me',
  },
];

export const accounts = screens.map((screen): FeatureRoute => ({ ...screen, access: 'guest' }));
