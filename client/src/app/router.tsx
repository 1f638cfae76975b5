import { Suspense } from 'react';
import { Navigate, Route, Routes } from 'react-router-dom';
import { LandingScreen } from '#features/landing/landing-screen.tsx';
import { Loading } from '#ui/spinner.tsx';
import { NotFoundScreen } from './error-screen.tsx';
import { Layout } from './layout.tsx';
import { lazyScreen } from './lazy-screen.tsx';
import { paths } from './paths.ts';
import { RequireSession, ToOwnProfile } from './require-session.tsx';
import { screens } from './screens.ts';
import { ScrollToTop } from './scroll-to-top.ts';
import { SessionWatch } from './session-watch.tsx';

const About = lazyScreen(screens.about);
const LoanCalculator = lazyScreen(screens.loanCalculator);
const Login = lazyScreen(screens.login);
const Register = lazyScreen(screens.register);
const EmailVerificationNotice = lazyScreen(screens.emailVerificationNotice);
const VerifyEmail = lazyScreen(screens.verifyEmail);
const ResendVerification = lazyScreen(screens.resendVerification);
const ForgotPassword = lazyScreen(screens.forgotPassword);
const ResetPassword = lazyScreen(screens.resetPassword);
const UndoEmailChange = lazyScreen(screens.undoEmailChange);
const UserProfile = lazyScreen(screens.userProfile);
const Staff = lazyScreen(screens.staff);

export function Router() {
  return (
    <Suspense fallback={<Loading />}>
      <ScrollToTop />
      <SessionWatch />
      <Routes>
        <Route element={<Layout />}>
          <Route path={paths.core} element={<LandingScreen />} />
          <Route path={paths.about} element={<About />} />
          <Route path={paths.loanCalculator} element={<LoanCalculator />} />
          <Route path={paths.emailVerificationNotice} element={<EmailVerificationNotice />} />
          <Route path={paths.verifyEmail} element={<VerifyEmail />} />
          <Route path={paths.resendVerification} element={<ResendVerification />} />
          <Route path={paths.forgotPassword} element={<ForgotPassword />} />
          <Route path={paths.resetPassword} element={<ResetPassword />} />
          <Route path={paths.undoEmailChange} element={<UndoEmailChange />} />
          <Route element={<RequireSession />}>
            <Route path={paths.profile} element={<ToOwnProfile />} />
            <Route path={paths.userProfile} element={<UserProfile />} />
          </Route>
          <Route element={<RequireSession only="staff" />}>
            <Route path={paths.admin} element={<Staff />} />
          </Route>
          <Route path="*" element={<NotFoundScreen />} />
        </Route>
        <Route path={paths.login} element={<Login />} />
        <Route path={paths.register} element={<Register />} />
        <Route path={paths.home} element={<Navigate to={paths.core} replace />} />
      </Routes>
    </Suspense>
  );
}
