import { toastLimits } from 'contract/limits.ts';
import { toast } from '#ui/feedback/toast.ts';

const rightNames = { is_active: 'active', is_staff: 'staff', is_premium_user: 'a premium user' } as const;

type Right = keyof typeof rightNames;

/** A toast for each right that the saved user has. */
export function askToVerify(username: string, rights: Record<Right, boolean>): void {
  for (const [right, name] of Object.entries(rightNames)) {
    if (rights[right as Right])
      toast.info(`Please verify that ${username} should be ${name}.`, toastLimits.verifyNoticeMs);
  }
}
