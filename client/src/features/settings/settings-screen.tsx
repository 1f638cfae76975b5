import { useQuery } from '@tanstack/react-query';
import { QueryState } from '#parts/query/query-state.tsx';
import { UnsavedBlocker } from '#parts/unsaved/unsaved-blocker.tsx';
import { useSession } from '#session/session.ts';
import { StaffPage } from '#parts/navigation/staff-page.tsx';
import { Backups } from './backups.tsx';
import { SettingsForm } from './settings-form.tsx';
import { TestMail } from './test-mail.tsx';
import { settingsPage } from './settings.queries.ts';

export default function SettingsScreen() {
  const settings = useQuery(settingsPage);
  const mayWrite = useSession()?.user.is_superuser === true;
  return (
    <StaffPage
      heading="Settings"
      lede="Changes take effect everywhere within two seconds, without a restart."
    >
      <UnsavedBlocker />
      <QueryState query={settings} failure="Failed to fetch the settings">
        {(page) => <SettingsForm page={page} mayWrite={mayWrite} />}
      </QueryState>
      {mayWrite && (
        <>
          <Backups />
          <TestMail />
        </>
      )}
    </StaffPage>
  );
}
