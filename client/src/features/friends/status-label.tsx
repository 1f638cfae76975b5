import type { FriendRequest } from 'contract/friends.ts';
import type { ReactNode } from 'react';
import { cx } from '#ui/cx.ts';
import styles from './status-label.module.css';

type Tone = FriendRequest['status'];

const words: Record<Tone, string> = { pending: 'Pending', accepted: 'Accepted', rejected: 'Rejected' };

/** How a request stands, or in other words, how one stands with a person. */
export function StatusLabel({ status, children = words[status] }: { status: Tone; children?: ReactNode }) {
  return <span className={cx(styles.label, styles[status])}>{children}</span>;
}
