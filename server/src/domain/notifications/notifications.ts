import { formatLongDate } from 'contract/formats.ts';
import type { NoticeLevel, staffAlerts } from 'contract/notifications/notifications.constants.ts';
import { v7 as uuidv7 } from 'uuid';
import type { Transaction } from '#platform/database/database.ts';
import { announceNotifications, insertNotifications } from './notifications.queries.ts';

type NotificationEvent =
  | { kind: 'friend_request' | 'friend_accepted'; by: { id: string; username: string } }
  | { kind: 'calculation_shared'; by: { id: string; username: string }; name: string }
  | { kind: 'calculation_shared'; by: { id: string; username: string }; invitationTo: string }
  | { kind: 'loan_fault' | 'loan_reminder' | 'loan_decision'; loanId: string; title: string; text: string }
  | { kind: 'new_sign_in'; from: string }
  | { kind: 'account_change'; change: keyof typeof accountChanges }
  | { kind: 'storage_nearly_full'; used: number; limit: number }
  | { kind: 'cash_rate_change' | 'rate_gap'; title: string; text: string }
  | StaffAlert
  | { kind: 'staff_message'; title: string; text: string }
  | { kind: 'flag_answered'; reportedAt: Date; text: string }
  | { kind: 'new_figures'; slug: string; title: string; text: string };

/** `link` is the path of a screen. */
export interface StaffAlert {
  kind: (typeof staffAlerts)[number];
  title: string;
  text: string;
  link: string;
}

/**
 * Notifies a user, or several, in the transaction of the action, unless the user has disabled the kind. Open streams
 * receive an event after the commit.
 */
export async function notify(
  tx: Transaction,
  userIds: string | readonly string[],
  event: NotificationEvent,
): Promise<void> {
  const events = [userIds].flat().map((userId) => ({ userId, event }));
  await notifyUsers(tx, events);
}

/** The same in one statement for several users, each of whom occurs once. */
export async function notifyUsers(
  tx: Transaction,
  events: readonly { userId: string; event: NotificationEvent }[],
): Promise<void> {
  const notifications = events.map(({ userId, event }) => ({
    id: uuidv7(),
    userId,
    kind: event.kind,
    aboutUserId: 'by' in event ? event.by.id : null,
    ...displayOf(event),
  }));
  await insertNotifications(tx, notifications);
}

/** Removes the notification of a friend request that is no longer pending. */
export async function removeRequestNotification(
  tx: Transaction,
  { recipientId, requesterId }: { recipientId: string; requesterId: string },
): Promise<void> {
  const { count } = await tx.notification.deleteMany({
    where: { user_id: recipientId, kind: 'friend_request', about_user_id: requesterId },
  });
  if (count > 0) await announceNotifications(tx, recipientId);
}

type Display = Omit<StaffAlert, 'kind'> & { level: NoticeLevel };

/** The path of an invitation, without the id of the loan. */
export const invitationLink = '/loans#invitation-';

export const loanLink = (id: string) => `/loans/${id}`;

const warning = { level: 'warning', link: '/profile' } as const;
const friendNews = { level: 'info', link: '/profile?tab=friends' } as const;

function displayOf(event: NotificationEvent): Display {
  switch (event.kind) {
    case 'friend_request':
      return {
        ...friendNews,
        title: 'Friend request',
        text: `${event.by.username} asks to be friends. Accept or reject it among your friends.`,
      };
    case 'friend_accepted':
      return {
        ...friendNews,
        title: 'Friend request accepted',
        text: `${event.by.username} and you are friends now.`,
      };
    case 'calculation_shared':
      if ('invitationTo' in event) {
        return {
          level: 'info',
          link: `${invitationLink}${event.invitationTo}`,
          title: `${event.by.username} asks you to follow a loan together`,
          text: 'Accept or reject it among your loans.',
        };
      }
      return {
        level: 'info',
        link: '/dashboard',
        title: 'Calculation shared',
        text: `${event.by.username} shared the calculation “${event.name}” with you.`,
      };
    case 'new_sign_in':
      return {
        ...warning,
        title: 'Sign-in from a new device',
        text: `Your account was signed in to from ${event.from}. If that was not you, set a new password.`,
      };
    case 'account_change':
      return { ...warning, ...accountChanges[event.change] };
    case 'storage_nearly_full':
      return {
        ...warning,
        title: 'Storage nearly full',
        text: `You use ${event.used} of your ${event.limit} records. Delete what you no longer need.`,
      };
    case 'cash_rate_change':
    case 'rate_gap':
      return { level: 'info', link: '/dashboard', title: event.title, text: event.text };
    case 'loan_fault':
    case 'loan_reminder':
    case 'loan_decision':
      return { level: 'info', link: loanLink(event.loanId), title: event.title, text: event.text };
    case 'attack':
    case 'failures':
    case 'system':
      return { level: 'warning', link: event.link, title: event.title, text: event.text };
    case 'staff_message':
      return { level: 'critical', link: '/notifications', title: event.title, text: event.text };
    case 'flag_answered':
      return {
        level: 'info',
        link: '/profile?tab=friends#reported',
        title: `Your report of ${formatLongDate(event.reportedAt.toISOString())}`,
        text: event.text,
      };
    case 'new_figures':
      return { level: 'info', link: `/data/${event.slug}`, title: event.title, text: event.text };
  }
}

const accountChanges = {
  password_changed: {
    title: 'Password changed',
    text: 'Your password was changed, and your other sessions have ended. If that was not you, reset it.',
  },
  password_set_by_staff: {
    title: 'Password set by staff',
    text: 'A member of our staff set a new password for your account.',
  },
  second_factor_changed: {
    title: 'Second factors changed',
    text: 'A second factor was added or removed, or new recovery codes were made. If that was not you, do what the email about it says: its link “This was not me” removes what was added, which a new password leaves.',
  },
  second_factor_reset: {
    title: 'Second factors reset',
    text: 'Our staff removed all second factors of your account. Add a new one in your profile.',
  },
  identity_changed: {
    title: 'Linked accounts changed',
    text: 'An account of a provider was linked or unlinked as a way to sign in. If that was not you, do what the email about it says: its link “This was not me” removes what was added, which a new password leaves.',
  },
  ways_to_review: {
    title: 'Check how you sign in',
    text: 'Some ways to sign in to your account remain, or people who can see what is in it. Look at the second factors, passkeys, recovery codes, linked accounts, API tokens and devices in your profile, and remove those that are not yours. Then look at your friends, with whom you share calculations and with whom you follow loans.',
    link: '/profile?tab=second-factor',
  },
  email_change_requested: {
    title: 'Email change requested',
    text: 'Your email address changes once the new one is confirmed. If that was not you, follow the link that we sent to your current address.',
  },
  email_changed: {
    title: 'Email changed',
    text: 'Your new email address is confirmed. The former one can undo it for 7 days.',
  },
  email_change_undone: {
    title: 'Email change undone',
    text: 'Your account has its former email address again, and its sessions have ended.',
  },
  email_set_by_staff: {
    title: 'Email set by staff',
    text: 'A member of our staff changed the email address of your account, and its sessions have ended.',
  },
} as const satisfies Record<string, Pick<Display, 'title' | 'text'> & { link?: string }>;
