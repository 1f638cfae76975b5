import { Page } from '#ui/layout/page.tsx';
import { FriendResults } from './friend-results.tsx';
import { History } from './history.tsx';
import { Setup } from './setup.tsx';

export default function TrainingScreen() {
  return (
    <Page
      heading="TRAINING"
      lede="Questions on money and the economy, one at a time, each with an explanation. General information, not advice."
    >
      <Setup />
      <History />
      <FriendResults />
    </Page>
  );
}
