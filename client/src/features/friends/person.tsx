import type { FriendRequest, Person as PersonData } from 'contract/friends.ts';
import type { ReactNode } from 'react';
import { SignedImage } from '#parts/signed-image.tsx';
import { cx } from '#ui/cx.ts';
import styles from './person.module.css';

interface PersonProps {
  /** Undefined if not known: then without a placeholder. */
  person: Pick<PersonData, 'username'> & { user_image?: string | null };
  children?: ReactNode;
}

const imageSizePx = 40;

export function Person({ person: { username, user_image: path }, children }: PersonProps) {
  return (
    <div className={styles.person}>
      {path !== undefined && <SignedImage path={path} alt="" size={imageSizePx} />}
      <div className={styles.words}>
        <p className={styles.name}>{username}</p>
        {children && <p className={styles.detail}>{children}</p>}
      </div>
    </div>
  );
}

/** Creating a formatter costs a hundred times its use. */
const longDate = new Intl.DateTimeFormat('en-AU', { dateStyle: 'long' });

/** In the user's time zone. */
export function FriendDate({ timestamp }: { timestamp: string }) {
  return <time dateTime={timestamp}>{longDate.format(new Date(timestamp))}</time>;
}

type Status = FriendRequest['status'];

const words: Record<Status, string> = { pending: 'Pending', accepted: 'Accepted', rejected: 'Rejected' };

/** With children, another relation in the colour of the status. */
export function StatusLabel({ status, children = words[status] }: { status: Status; children?: ReactNode }) {
  return <span className={cx(styles.label, styles[status])}>{children}</span>;
}
