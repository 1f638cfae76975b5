import { layoutTexts } from 'contract/texts.ts';
import { useRouteError } from 'react-router-dom';
import { ApiError } from '#api/api-error.ts';
import { paths } from '#parts/paths.ts';
import { Button } from '#ui/button.tsx';
import { PageHeading } from '#ui/page-heading.tsx';
import { Loading } from '#ui/spinner.tsx';
import { MissingFile } from './missing-file.tsx';
import { useReloadOnChunkError } from './reload-on-chunk-error.ts';
import styles from './error-screen.module.css';

/** The page for an unknown address. */
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

/** The page for every other error of a route. Its button reloads the app, which may be what helps. */
export function RouteErrorScreen() {
  const error = useRouteError();
  const isReloading = useReloadOnChunkError(error);
  if (isReloading) return <Loading />;
  return (
    <div className={styles.screen}>
      <div className={styles.text} role="alert">
        <PageHeading title="Error">
          {error instanceof ApiError ? error.message : layoutTexts.systemError}
        </PageHeading>
        <Button variant="primary" to={paths.core} reloadDocument>
          {layoutTexts.returnToCore}
        </Button>
      </div>
      <MissingFile className={styles.drawing} />
    </div>
  );
}
