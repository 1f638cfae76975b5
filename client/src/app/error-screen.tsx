import { layoutTexts } from 'contract/messages.ts';
import { Button } from '#ui/button.tsx';
import { PageHeading } from '#ui/page-heading.tsx';
import { MissingFile } from './missing-file.tsx';
import { paths } from './paths.ts';
import styles from './error-screen.module.css';

/** The page for an address that leads nowhere. */
export function NotFoundScreen() {
  return (
    <div className={styles.screen}>
      <div className={styles.text}>
        <p className={styles.status}>404</p>
        <PageHeading title="Not found">{layoutTexts.accessDenied}</PageHeading>
        <p className={styles.message}>{layoutTexts.targetNotFound}</p>
        <Button variant="primary" to={paths.core}>
          {layoutTexts.returnToCore}
        </Button>
      </div>
      <MissingFile className={styles.drawing} />
    </div>
  );
}

/** The page for everything else that goes wrong. Its button loads the app anew, which may be what helps. */
export function ErrorScreen({ message = layoutTexts.systemError }: { message?: string }) {
  return (
    <div className={styles.screen}>
      <div className={styles.text} role="alert">
        <PageHeading title="Error">{message}</PageHeading>
        <Button variant="primary" to={paths.core} reloadDocument>
          {layoutTexts.returnToCore}
        </Button>
      </div>
      <MissingFile className={styles.drawing} />
    </div>
  );
}
