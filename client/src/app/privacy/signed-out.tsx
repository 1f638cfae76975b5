import { layoutTexts } from 'contract/texts.ts';
import { paths } from '#parts/paths.ts';
import { useReturnHere } from '#parts/return-to.ts';
import { Button } from '#ui/button.tsx';
import { Panel } from '#ui/panel.tsx';
import { PrivacyLine } from './privacy-line.tsx';
import styles from './privacy-screen.module.css';

export function SignedOut() {
  const here = useReturnHere();
  return (
    <Panel title="Behind the Sign-in">
      <ul>
        <PrivacyLine title="What is held">
          Every record about you, counted; all of it in one file.
        </PrivacyLine>
        <PrivacyLine title="Who has looked">
          What staff looked at, changed or exported, and each sign-in with its address and browser.
        </PrivacyLine>
        <PrivacyLine title="Who gets in">
          Your sessions, known browsers, second factors and tokens for programs, each to be ended.
        </PrivacyLine>
        <PrivacyLine title="Who finds you">Whether the search of other users finds you.</PrivacyLine>
        <PrivacyLine title="Erasure">
          Your account and all that belongs to it, deleted by yourself.
        </PrivacyLine>
      </ul>
      <div className={styles.actions}>
        <Button variant="primary" to={paths.login} state={here}>
          {layoutTexts.initialize}
        </Button>
        <Button to={paths.register}>{layoutTexts.initiateProfile}</Button>
      </div>
    </Panel>
  );
}
