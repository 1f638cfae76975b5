import { layoutTexts } from 'contract/messages.ts';
import { Button } from '#ui/button.tsx';
import { PageHeading } from '#ui/page-heading.tsx';
import { paths } from './paths.ts';
import styles from './login-soon.module.css';

export default function LoginSoon() {
  return (
    <main className={styles.screen}>
      <PageHeading title="Sign in">SYSTEM ACCESS</PageHeading>
      <p>Sign-in opens soon. The loan calculator needs no account and is open now.</p>
      <div className={styles.actions}>
        <Button variant="primary" to={paths.loanCalculator}>
          LOAN OPS
        </Button>
        <Button to={paths.core}>{layoutTexts.returnToCore}</Button>
      </div>
    </main>
  );
}
