import { useQuery } from '@tanstack/react-query';
import { UnsavedBlocker } from '#parts/unsaved-blocker.tsx';
import { useSession } from '#session/session.ts';
import { StaffPage } from '#parts/staff-page.tsx';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Loading } from '#ui/spinner.tsx';
import { SettingsForm } from './settings-form.tsx';
import { settingsPage } from './settings.queries.ts';

export default function SettingsScreen() {
  const { data, error, refetch } = useQuery(settingsPage);
  const mayWrite = useSession()?.user.is_superuser === true;
  return (
    <StaffPage heading="Settings" lede="In effect everywhere within two seconds, without a restart.">
      <UnsavedBlocker />
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
    </StaffPage>
  );
}
