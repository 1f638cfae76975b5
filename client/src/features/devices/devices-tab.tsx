import { DevicesPanel } from './devices-panel.tsx';
import styles from './devices-tab.module.css';
import { SessionsPanel } from './sessions-panel.tsx';
import { SignInsPanel } from './sign-ins-panel.tsx';

export default function DevicesTab() {
  return (
    <div className={styles.tab}>
      <SessionsPanel />
      <DevicesPanel />
      <div className={styles.wide}>
        <SignInsPanel />
      </div>
    </div>
  );
}
