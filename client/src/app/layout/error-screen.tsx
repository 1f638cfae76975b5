import { layoutTexts } from 'contract/texts.ts';
import { useRouteError } from 'react-router-dom';
import { ApiError } from '#api/api-error.ts';
import { paths } from '#parts/paths.ts';
import { Button } from '#ui/button.tsx';
import { PageHeading } from '#ui/page-heading.tsx';
import { Loading } from '#ui/spinner.tsx';
import styles from './error-screen.module.css';
import { useReloadOnChunkError } from './reload-on-chunk-error.ts';

export function RouteErrorScreen() {
  const error = useRouteError();
  const isReloading = useReloadOnChunkError(error);
  if (isReloading) return <Loading />;
  return (
    <div className={styles.screen} role="alert">
      <PageHeading title="Error">
        {error instanceof ApiError ? error.message : layoutTexts.systemError}
      </PageHeading>
      <Button variant="primary" to={paths.core} reloadDocument>
        {layoutTexts.returnToCore}
      </Button>
    </div>
  );
}
