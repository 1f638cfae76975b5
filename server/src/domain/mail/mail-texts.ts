import { site } from 'contract/texts.ts';
import { durationTexts } from 'contract/durations.ts';
import { openIdLimits } from 'contract/identities/identities.constants.ts';
import type { MailContent } from './mail-layout.ts';

/*
 * Recipients may be unverified, so no email contains a text that a user chose. Otherwise users could send their texts
 * to strangers through this server.
 */

const whatNotMeDoes = `The link works once, for ${durationTexts.notMe}. It also removes every way to sign in and every API token that was added since and in the week before, ends all sessions of the account, makes its password useless and sends you an email with a link to a new one. If the email address of the account was changed since, this one is restored. What is older remains: your profile lists it.`;

/** The link is the one that the email is about. */
export const accountMailTexts = {
  verification: (link: string) => ({
    subject: 'Verify your email address',
    opening: `Somebody registered at ${site.name} with this email address. If that was you, open the link to verify it:`,
    action: { label: 'Verify this email address', link },
    closing: [
      `The link works for ${durationTexts.verification}. Until you follow it nobody can sign in to the account, and if nobody does, it is deleted.`,
      'If it was not you, there is nothing to do.',
    ],
  }),
  'reset-link': (link: string) => ({
    subject: 'Reset your password',
    opening: `Somebody asked to reset the password of the ${site.name} account with this email address. If that was you, open the link, and we will send you a temporary password in a second email:`,
    action: { label: 'Send me a temporary password', link },
    closing: [
      `The link works for ${durationTexts.reset}. Your current password, if you have one, works until you sign in with the temporary one.`,
      'If it was not you, there is nothing to do.',
    ],
  }),
  'change-email': (link: string) => ({
    subject: 'Confirm your new email address',
    opening: `Somebody asked to change the email address of a ${site.name} account to this one. If that was you, open the link in the browser in which you are signed in to that account:`,
    action: { label: 'Confirm this email address', link },
    closing: [
      `The link works for ${durationTexts.verification}. Until you follow it, the account keeps its current email address.`,
      'If it was not you, there is nothing to do.',
    ],
  }),
  'undo-email-change': (link: string) => ({
    subject: 'Your email address is being changed',
    opening: `Somebody who is signed in to your ${site.name} account asked to change its email address. If that was you, there is nothing to do. If it was not, open the link to keep this email address:`,
    action: { label: 'Keep this email address', link },
    closing: [
      `The link works for ${durationTexts.undoEmailChange}, even after the new email address was confirmed. It ends all sessions of the account, and removes the second factors, linked accounts, API tokens and remembered devices that were added since the request and in the week before it. What is older remains: your profile lists it. If the account has a password, it no longer works, because the person who asked for the change may know it: reset it to sign in again.`,
    ],
  }),
  'email-changed': (link: string) => ({
    subject: 'Your email address was changed',
    opening: `The new email address of your ${site.name} account was confirmed: this one no longer belongs to the account. If that was you, there is nothing to do. If it was not, open the link to get the account back:`,
    action: { label: 'Restore this email address', link },
    closing: [
      `The link works for ${durationTexts.undoEmailChange}. It is the link of our earlier email, and does what that email describes.`,
    ],
  }),
  'account-deleting': (link: string) => ({
    subject: 'Your account is being deleted',
    opening: `You asked to delete your ${site.name} account. It is closed, and all its sessions have ended. If you change your mind, or if it was not you, open the link to restore it:`,
    action: { label: 'Keep my account', link },
    closing: [
      `The link works for ${durationTexts.undoDeletion}. Then the account is deleted permanently, with its profile, files, friendships and requests.`,
      'Somebody else may have asked for the deletion. So the link also removes second factors and linked accounts that were added in the week before, and if the account has a password, it no longer works: we send you a link to a new one.',
    ],
  }),
  'second-factor-added': (link: string) => ({
    subject: 'A second factor was added to your account',
    opening: `A second factor was added to your ${site.name} account: from now on a sign-in asks for one. If that was you, there is nothing to do. If it was not, somebody else is signed in to your account. Open the link to remove the factor:`,
    action: { label: 'This was not me', link },
    closing: [whatNotMeDoes],
  }),
  'identity-linked': (link: string) => ({
    subject: 'Another account can sign in to yours',
    opening: `An account of a provider was linked to your ${site.name} account and can sign in to it. If that was you, there is nothing to do. If it was not, somebody else is signed in to your account. Open the link to unlink it:`,
    action: { label: 'This was not me', link },
    closing: [whatNotMeDoes],
  }),
  'temporary-password': (link: string, temporaryPassword: string) => ({
    subject: 'Your temporary password',
    opening: 'This is the temporary password that you asked for:',
    secret: temporaryPassword,
    action: { label: 'Sign in', link },
    closing: [
      `It works for ${durationTexts.temporaryPassword}. Signing in with it makes it your password, ends all other sessions, and removes API tokens and linked accounts; then choose a new one in your profile.`,
      'Second factors, passkeys and recovery codes remain. Your profile lists them: remove those that are not yours.',
      'If you did not ask for it, do not use it: your account stays as it is.',
    ],
  }),
} satisfies Record<string, (...texts: never[]) => MailContent>;

/** For somebody who registers with an identity whose email address the provider has not verified. */
export const registrationMailTexts = {
  code: (code: string) => ({
    subject: 'Your code for the registration',
    opening: `Somebody wants to register at ${site.name} with an account of a provider and this email address. If that was you, enter this code where you began:`,
    secret: code,
    closing: [
      `It works for ${openIdLimits.identity / 60} minutes, in the browser where you began.`,
      'If it was not you, tell the code to nobody. There is nothing to do.',
    ],
  }),
  taken: (link: string) => ({
    subject: 'You already have an account',
    opening: `Somebody wants to register at ${site.name} with an account of a provider and this email address, which your account has. If that was you, sign in as you usually do, and link the account of the provider in your profile:`,
    action: { label: 'Sign in', link },
    closing: ['If it was not you, there is nothing to do.'],
  }),
} satisfies Record<string, (...texts: never[]) => MailContent>;

export const testMailText = {
  subject: 'A test email',
  opening: `This email shows that the mail server of ${site.name} delivers emails to this address. An operator asked for it.`,
  closing: ['There is nothing to do.'],
} satisfies MailContent;

interface Named {
  publicUrl: string;
  contact: string;
  /** A text that the server or a member of the staff chose. */
  about: string;
}

const resetPassword = (publicUrl: string) => ({
  label: 'Set a new password',
  link: `${publicUrl}/forgot-password`,
});
const signIn = (publicUrl: string) => ({ label: 'Sign in', link: `${publicUrl}/login` });
const openProfile = (publicUrl: string) => ({ label: 'Open the profile', link: `${publicUrl}/profile` });

const ifNotYou =
  'If that was you, there is nothing to do. If it was not, somebody else is signed in to your account. Set a new password now:';

export const securityMailTexts = {
  'password-changed': ({ publicUrl }) => ({
    subject: 'Your password was changed',
    opening: `The password of your ${site.name} account was changed, and all its sessions have ended. If that was you, there is nothing to do. If it was not, somebody knows your password. Reset it now:`,
    action: resetPassword(publicUrl),
  }),
  'password-set-by-staff': ({ publicUrl, contact }) => ({
    subject: 'Your password was set by our staff',
    opening: `A member of our staff set a new password for your ${site.name} account, and all its sessions have ended. They will give you the password themselves. Sign in with it, then choose your own in your profile:`,
    action: signIn(publicUrl),
    closing: [
      'API tokens and linked accounts were removed. Second factors, passkeys and recovery codes remain: remove those that are not yours.',
      `If you did not expect that, write to ${contact}.`,
    ],
  }),
  'email-set-by-staff': ({ contact }) => ({
    subject: 'Your email address was changed by our staff',
    opening: `A member of our staff changed the email address of your ${site.name} account. We informed both the former and the new email address. All sessions have ended, and links that we sent to other addresses no longer work. Please check how you sign in, and reset your password if somebody else may know it.`,
    closing: [`If you did not expect that, write to ${contact}.`],
  }),
  'email-change-undone': ({ contact }) => ({
    subject: 'Your email address was changed back',
    opening: `The former email address of a ${site.name} account undid the change to this one. The account no longer has this email address, and all its sessions have ended.`,
    closing: [`If you did not expect that, write to ${contact}.`],
  }),
  'second-factor-removed': ({ publicUrl }) => ({
    subject: 'A second factor was removed from your account',
    opening: `A second factor of your ${site.name} account was removed. ${ifNotYou}`,
    action: resetPassword(publicUrl),
  }),
  'identity-unlinked': ({ publicUrl }) => ({
    subject: 'An account was unlinked from yours',
    opening: `An account of a provider can no longer sign in to your ${site.name} account. ${ifNotYou}`,
    action: resetPassword(publicUrl),
  }),
  'second-factor-reset': ({ publicUrl, contact }) => ({
    subject: 'The second factors of your account were reset',
    opening: `Our staff removed all second factors and recovery codes of your ${site.name} account: a sign-in no longer asks for one. Sign in, then add a new one in your profile:`,
    action: signIn(publicUrl),
    closing: [`If you did not ask for that, write to ${contact}.`],
  }),
  'recovery-codes-made': ({ publicUrl }) => ({
    subject: 'Your recovery codes were replaced',
    opening: `Your ${site.name} account has new recovery codes. The former ones no longer work. ${ifNotYou}`,
    action: resetPassword(publicUrl),
  }),
  'recovery-code-used': ({ publicUrl, about: codesLeft }) => ({
    subject: 'A recovery code of your account was used',
    opening: `One of the recovery codes of your ${site.name} account was used in place of a second factor and no longer works. If that was you, there is nothing to do. If it was not, somebody else has your codes. Set a new password now:`,
    action: resetPassword(publicUrl),
    closing: [
      codesLeft === '0'
        ? 'It was the last one. Create new ones in your profile.'
        : `${codesLeft} are left. You can create new ones in your profile.`,
    ],
  }),
  'account-deleted': ({ contact }) => ({
    subject: 'Your account was deleted',
    opening: `The ${site.name} account with this email address was deleted, together with its profile, files, friendships and requests.`,
    closing: [`If you did not expect that, write to ${contact}.`],
  }),
  'new-sign-in': ({ publicUrl, about }) => ({
    subject: 'A sign-in from a new device',
    opening: `Your ${site.name} account was signed in to from ${about}, on a device or from a network that it has not seen before. If that was you, there is nothing to do. If it was not, somebody else can sign in to your account. Set a new password now:`,
    action: resetPassword(publicUrl),
    closing: [
      'If you sign in with an account of a provider, secure that account as well.',
      'Your profile lists the devices and the sign-ins, and ends sessions.',
    ],
  }),
  'account-suspended': ({ contact, about }) => ({
    subject: 'Your account is suspended',
    opening: `A member of our staff suspended your ${site.name} account, and all its sessions have ended. It is suspended ${about}`,
    closing: [
      'The suspension ends by itself. Until then nobody can sign in to the account, and its API tokens do not work.',
      `If you think that this is a mistake, write to ${contact}.`,
    ],
  }),
  'staff-message': ({ publicUrl, contact, about }) => ({
    subject: 'A message from our staff about your account',
    opening: `A member of our staff wrote to you about your ${site.name} account: ${about}`,
    action: openProfile(publicUrl),
    closing: [`If you think that this is a mistake, write to ${contact}.`],
  }),
  'sessions-ended-by-staff': ({ publicUrl, contact }) => ({
    subject: 'Your sessions were ended by our staff',
    opening: `A member of our staff ended all sessions of your ${site.name} account. Nothing else has changed; sign in again whenever you like:`,
    action: signIn(publicUrl),
    closing: [`If you did not expect that, write to ${contact}.`],
  }),
  'token-created': ({ publicUrl, about }) => ({
    subject: 'An API token was created',
    opening: `Somebody who is signed in to your ${site.name} account created an API token with which a program can act for you: ${about}. If that was you, there is nothing to do. If it was not, revoke it and set a new password in your profile:`,
    action: openProfile(publicUrl),
  }),
  'backup-linked': ({ publicUrl, about }) => ({
    subject: 'A backup can be downloaded',
    opening: `A superuser of ${site.name} asked for a link to download the backup ${about}, which contains the whole database. If you know of that, there is nothing to do. If you do not, somebody may have their password: the audit trail says who it was.`,
    action: { label: 'Open the audit trail', link: `${publicUrl}/admin/audit` },
  }),
  'token-ending': ({ publicUrl, about }) => ({
    subject: 'An API token will expire soon',
    opening: `A program of yours uses the token ${about}. After that, ${site.name} refuses it. If you still need it, create another token in your profile and enter it in the program:`,
    action: openProfile(publicUrl),
  }),
} satisfies Record<string, (named: Named) => MailContent>;
