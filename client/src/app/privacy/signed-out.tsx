import { BehindSignIn } from '#app/routing/behind-sign-in.tsx';
import { PrivacyLine } from './privacy-line.tsx';

export function SignedOut() {
  return (
    <BehindSignIn>
      <ul>
        <PrivacyLine title="What is held">
          Every record about you, counted; all of it in one file.
        </PrivacyLine>
        <PrivacyLine title="Who has looked">
          What staff looked at, changed or exported, and each sign-in with its IP address and browser.
        </PrivacyLine>
        <PrivacyLine title="Who gets in">
          Your sessions, known browsers, second factors and tokens for programs, each to be ended.
        </PrivacyLine>
        <PrivacyLine title="Who finds you">Whether the search of other users finds you.</PrivacyLine>
        <PrivacyLine title="Erasure">Delete your account and everything that belongs to it.</PrivacyLine>
      </ul>
    </BehindSignIn>
  );
}
