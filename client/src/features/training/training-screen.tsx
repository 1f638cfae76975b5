import { useSession } from '#session/session.ts';
import { Page } from '#ui/layout/page.tsx';
import { FriendResults } from './friend-results.tsx';
import { History } from './history.tsx';
import { SaveSample } from './save-sample.tsx';
import { Sample } from './sample.tsx';
import { Setup } from './setup.tsx';

export default function TrainingScreen() {
  const session = useSession();
  return (
    <Page
      heading="TRAINING"
      lede="Questions on money and the economy, one at a time, each with an explanation. General information, not advice."
    >
      {session ? (
        <>
          <SaveSample />
          <Setup />
          <History />
          <FriendResults />
        </>
      ) : (
        <Sample />
      )}
    </Page>
  );
}
