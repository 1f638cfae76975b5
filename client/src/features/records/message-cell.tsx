import type { LogRecord } from 'contract/records.ts';
import { LogLevelTag } from '#parts/log-level-tag.tsx';
import { Button } from '#ui/button.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import styles from './message-cell.module.css';

interface MessageCellProps {
  record: LogRecord;
  onRead: () => void;
}

/** The start of a message, its level, and the way to all of it. */
export function MessageCell({ record: { level, message }, onRead }: MessageCellProps) {
  return (
    <div className={styles.cell}>
      <p className={styles.start}>{message}</p>
      <div className={styles.line}>
        <LogLevelTag level={level} />
        <Button variant="ghost" className={styles.read} onClick={onRead}>
          Click to read <VisuallyHidden>the {level} message</VisuallyHidden>
        </Button>
      </div>
    </div>
  );
}
