import { useQuery } from '@tanstack/react-query';
import { paths } from '#parts/paths.ts';
import { useUnsavedBlocker } from '#parts/use-unsaved-blocker.ts';
import { useSession } from '#session/session.ts';
import { Alert } from '#ui/alert.tsx';
import { BackLink } from '#ui/back-link.tsx';
import { Button } from '#ui/button.tsx';
import { PageHeading } from '#ui/page-heading.tsx';
import { Loading } from '#ui/spinner.tsx';
import { SettingsForm } from './settings-form.tsx';
import { settingsPage } from './settings.queries.ts';
import styles from './settings-screen.module.css';

export default function SettingsScreen() {
  useUnsavedBlocker();
  const { data, error, refetch } = useQuery(settingsPage);
  const mayWrite = useSession()?.user.is_superuser === true;
  return (
    <div className={styles.screen}>
      <header className={styles.intro}>
        <BackLink to={paths.adminDashboard}>Back</BackLink>
        <PageHeading>Settings</PageHeading>
        <p className={styles.lede}>In effect everywhere within two seconds, without a restart.</p>
      </header>
      {data ? (
        <SettingsForm page={data} mayWrite={mayWrite} />
      ) : error ? (
        <Alert tone="error" role="alert" title="Failed to fetch the settings">
          <p>{error.message}</p>
          <p>
            <Button onClick={() => void refetch()}>Try Again</Button>
          </p>
        </Alert>
      ) : (
        <Loading />
      )}
    </div>
  );
}
