import { UnsavedBlocker } from '#parts/unsaved/unsaved-blocker.tsx';
import { useSession } from '#session/session.ts';
import { UserForm } from './user-form.tsx';
import { UserFrame } from './user-frame.tsx';

export default function EditUserScreen() {
  const agent = useSession()?.user;
  return (
    <>
      <UnsavedBlocker />
      <UserFrame prefix="Edit">
        {({ user, isManaged }) => <UserForm user={user} isManaged={isManaged} agent={agent} />}
      </UserFrame>
    </>
  );
}
