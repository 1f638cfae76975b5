import type { User } from 'contract/user.ts';
import { Tag } from '#ui/tag.tsx';

/** The word; what is not the usual one stands out. */
export function AccountStatus({ status }: { status: User['account_status'] }) {
  if (status === 'active') return status;
  return <Tag tone={status === 'disabled' ? 'error' : 'warn'}>{status}</Tag>;
}
