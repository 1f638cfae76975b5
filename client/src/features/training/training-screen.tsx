import { PageHeading } from '#ui/page-heading.tsx';
import { FriendResults } from './friend-results.tsx';
import { History } from './history.tsx';
import { Setup } from './setup.tsx';
import styles from './training.module.css';

export default function TrainingScreen() {
  return (
    <div className={styles.screen}>
      <header className={styles.intro}>
        <PageHeading>TRAINING</PageHeading>
        <p className={styles.lede}>
          Questions on money and the economy, one at a time, each with its reason. General information, not
          advice.
        </p>
      </header>
      <Setup />
      <History />
      <FriendResults />
    </div>
  );
}
