import type { User } from 'contract/users/user.ts';
import { inWords } from '#parts/format/format.ts';
import { Tag } from '#ui/feedback/tag.tsx';

export function AccountStatus({ status }: { status: User['account_status'] }) {
  if (status === 'active') return inWords(status);
  return <Tag tone={status === 'disabled' ? 'error' : 'warn'}>{inWords(status)}</Tag>;
}
