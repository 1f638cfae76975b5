import type { FriendRequest, Person as PersonData } from 'contract/friends/friends.ts';
import type { ReactNode } from 'react';
import { kindInWords } from '#parts/format/format.ts';
import { PersonMenu } from '#parts/flags/person-menu.tsx';
import { SignedImage } from '#parts/images/signed-image.tsx';
import { cx } from '#ui/cx.ts';
import { formatLocalLongDay } from '#ui/local-time.tsx';

interface PersonProps {
  /** Without `user_image`, no placeholder is displayed. */
  person: Pick<PersonData, 'username'> & { user_image?: string | null };
  children?: ReactNode;
}

const imageSizePx = 40;

export function Person({ person: { username, user_image: path }, children }: PersonProps) {
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-2">
      {path !== undefined && <SignedImage path={path} alt="" size={imageSizePx} />}
      <div className="min-w-0 flex-1">
        <p className="text-sm leading-[1.4] font-semibold wrap-anywhere text-strong">{username}</p>
        {children && <p className="text-xs leading-[1.5] text-muted">{children}</p>}
      </div>
    </div>
  );
}

/** A draft of a request has no id of the user yet. */
export function OtherMenu({ id, username }: { id: string | undefined; username: string }) {
  return id !== undefined && <PersonMenu person={{ id, username }} />;
}

/** The date in the user's time zone. */
export function FriendDate({ timestamp }: { timestamp: string }) {
  return <time dateTime={timestamp}>{formatLocalLongDay(timestamp)}</time>;
}

type RequestStatus = FriendRequest['status'];

const toneClasses: Record<RequestStatus, string> = {
  pending: 'text-warn',
  accepted: 'text-ok',
  rejected: 'text-error',
  unknown: 'text-muted',
};

/** The children replace the label; the colour remains that of the status. */
export function StatusLabel({
  status,
  children = kindInWords(status),
}: {
  status: RequestStatus;
  children?: ReactNode;
}) {
  return (
    <span
      className={cx(
        'rounded border border-current px-2 py-1 text-xs leading-[1.2] font-semibold whitespace-nowrap',
        toneClasses[status],
      )}
    >
      {children}
    </span>
  );
}
