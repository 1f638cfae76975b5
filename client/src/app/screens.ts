import type { ComponentType } from 'react';
import { reloadForCode } from './missing-code.ts';
import { paths } from './paths.ts';

export interface Screen {
  path: string;
  /** Set once the code is here, so that a render need not wait for it. */
  loaded: ComponentType | undefined;
  load: () => Promise<{ default: ComponentType }>;
}

export function screen(path: string, load: Screen['load']): Screen {
  const self: Screen = {
    path,
    loaded: undefined,
    load: async () => {
      wait(1);
      try {
        const module = await load().catch(reloadForCode);
        self.loaded = module.default;
        return module;
      } finally {
        wait(-1);
      }
    },
  };
  return self;
}

let underWay = 0;

/** Marks the page while a screen's code is on its way: the screen before it stays in view until then. */
function wait(change: 1 | -1): void {
  underWay += change;
  document.documentElement.toggleAttribute('data-waiting', underWay > 0);
}

/** The screens whose code is fetched when they are first opened. */
export const screens = {
  about: screen(paths.about, () => import('#features/about/about-screen.tsx')),
  loanCalculator: screen(paths.loanCalculator, () => import('#features/loans/loan-calculator-screen.tsx')),
  login: screen(paths.login, () => import('#features/accounts/login-screen.tsx')),
  register: screen(paths.register, () => import('#features/accounts/register-screen.tsx')),
  emailVerificationNotice: screen(
    paths.emailVerificationNotice,
    () => import('#features/accounts/email-verification-notice-screen.tsx'),
  ),
  verifyEmail: screen(paths.verifyEmail, () => import('#features/accounts/verify-email-screen.tsx')),
  resendVerification: screen(
    paths.resendVerification,
    () => import('#features/accounts/resend-verification-screen.tsx'),
  ),
  forgotPassword: screen(paths.forgotPassword, () => import('#features/accounts/forgot-password-screen.tsx')),
  resetPassword: screen(paths.resetPassword, () => import('#features/accounts/reset-password-screen.tsx')),
  undoEmailChange: screen(
    paths.undoEmailChange,
    () => import('#features/accounts/undo-email-change-screen.tsx'),
  ),
  userProfile: screen(paths.userProfile, () => import('./user-profile-screen.tsx')),
  staff: screen(paths.admin, async () => ({ default: (await import('./staff-screens.tsx')).StaffScreens })),
};

/** Fetches the code of the screen at an address. A failure is left to the screen, which tries again and shows it. */
export async function loadScreenAt(pathname: string): Promise<void> {
  const found = Object.values(screens).find(({ path }) => pathname.startsWith(path.split(/[:*]/)[0] ?? path));
  await found?.load().catch(() => undefined);
}
