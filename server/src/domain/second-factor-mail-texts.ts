import { site } from 'contract/texts.ts';
import { compose, type MailText } from './mail-texts.ts';

/** Whoever did it may know the password, too. */
const notYou = (what: string) =>
  `If that was you, there is nothing to do. If it was not, ${what} Reset the password now:`;
const resetPassword = (link: string) => ({ label: 'Reset the password', link });

export function secondFactorAddedMail(link: string, contact: string): MailText {
  return compose({
    subject: 'A second factor was added to your account',
    opening: `A second factor was added to your ${site.name} account: from now on a sign-in asks for one. ${notYou('somebody else is signed in to your account.')}`,
    action: resetPassword(link),
    closing: [`Then write to ${contact}: our staff can remove the second factor.`],
  });
}

export function secondFactorRemovedMail(link: string): MailText {
  return compose({
    subject: 'A second factor was removed from your account',
    opening: `A second factor of your ${site.name} account was removed. ${notYou('somebody else is signed in to your account.')}`,
    action: resetPassword(link),
    closing: [],
  });
}

export function secondFactorResetMail(link: string, contact: string): MailText {
  return compose({
    subject: 'The second factors of your account were reset',
    opening: `Our staff removed all second factors and recovery codes of your ${site.name} account: a sign-in asks for the password alone. Sign in, then add a new one in your profile:`,
    action: { label: 'Sign in', link },
    closing: [`If you did not ask for that, write to ${contact}.`],
  });
}

export function recoveryCodesMadeMail(link: string): MailText {
  return compose({
    subject: 'Your recovery codes were made anew',
    opening: `New recovery codes were made for your ${site.name} account; the former ones no longer work. ${notYou('somebody else is signed in to your account.')}`,
    action: resetPassword(link),
    closing: [],
  });
}

export function recoveryCodeUsedMail(codesLeft: string, link: string): MailText {
  return compose({
    subject: 'A recovery code of your account was used',
    opening: `One of the recovery codes of your ${site.name} account was used in place of a second factor, and works no longer. ${notYou('somebody else has your codes.')}`,
    action: resetPassword(link),
    closing: [
      codesLeft === '0'
        ? 'It was the last one. Make new ones in your profile.'
        : `Left are ${codesLeft}. New ones can be made in your profile.`,
    ],
  });
}
