import type { User } from 'contract/user.ts';
import { askToConfirm } from '#ui/confirm.tsx';

export function askToDeleteUser({ username, email }: User, onConfirm: () => void): void {
  askToConfirm({
    title: `Delete ${username}?`,
    message: `${username} (${email}) is deleted for good, with sessions, requests, friendships and files.`,
    confirmLabel: 'Delete user',
    onConfirm,
  });
}
