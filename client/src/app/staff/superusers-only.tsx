import { StaffPage } from '#parts/navigation/staff-page.tsx';
import { useSession } from '#session/session.ts';

/** In place of a screen of superusers, for other staff. */
export function SuperusersOnly() {
  return (
    <StaffPage heading="For superusers" title="For superusers">
      <p>
        Only a superuser can open this page. You are signed in as {useSession()?.user.username}, an agent
        without this role. Ask a superuser for what you need from it.
      </p>
    </StaffPage>
  );
}
