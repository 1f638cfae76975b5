import { site } from 'contract/texts.ts';
import { spokenTimes } from 'contract/spoken-times.ts';
import { type Html, html, palette } from '#platform/mail/html.ts';
import type { Mail } from '#platform/mail/mail.ts';

/**
 * Recipients may be unverified, so no mail holds a text that a user chose: nobody can send their words to a
 * stranger through us.
 */
export type MailText = Pick<Mail, 'subject' | 'text' | 'html'>;

export function verificationMail(link: string): MailText {
  return compose({
    subject: 'Verify your email address',
    opening: `Somebody registered at ${site.name} with this address. If that was you, open the link to verify it:`,
    action: { label: 'Verify this address', link },
    closing: [
      `The link works for ${spokenTimes.verification}. Until you follow it nobody can sign in to the account, and if nobody does, it is deleted.`,
      'If it was not you, there is nothing to do.',
    ],
  });
}

export function resetLinkMail(link: string): MailText {
  return compose({
    subject: 'Reset your password',
    opening: `Somebody asked to reset the password of the ${site.name} account with this address. If that was you, open the link, and a temporary password comes in a second mail:`,
    action: { label: 'Send me a temporary password', link },
    closing: [
      `The link works for ${spokenTimes.reset}. Your present password stays as it is until you sign in with the temporary one.`,
      'If it was not you, there is nothing to do.',
    ],
  });
}

export function temporaryPasswordMail(temporaryPassword: string, link: string): MailText {
  return compose({
    subject: 'Your temporary password',
    opening: 'This is the temporary password that you asked for:',
    secret: temporaryPassword,
    action: { label: 'Sign in', link },
    closing: [
      `It works for ${spokenTimes.temporaryPassword}. Signing in with it makes it your password and ends all other sessions; then choose a new one in your profile.`,
      'If you did not ask for it, do not use it: your present password still works.',
    ],
  });
}

export function changeEmailMail(link: string): MailText {
  return compose({
    subject: 'Confirm your new email address',
    opening: `Somebody asked to change the email address of a ${site.name} account to this one. If that was you, open the link in the browser in which you are signed in to that account:`,
    action: { label: 'Confirm this address', link },
    closing: [
      `The link works for ${spokenTimes.verification}. Until you follow it the account keeps its present address.`,
      'If it was not you, there is nothing to do.',
    ],
  });
}

export function emailChangeNoticeMail(link: string): MailText {
  return compose({
    subject: 'Your email address is being changed',
    opening: `Somebody who is signed in to your ${site.name} account asked to change its email address. If that was you, there is nothing to do. If it was not, open the link to keep this address:`,
    action: { label: 'Keep this address', link },
    closing: [
      `The link works for ${spokenTimes.undoEmailChange}, also after the new address was confirmed. It ends all sessions of the account and makes its present password useless, since whoever asked for the change may know it.`,
      'Then reset your password to sign in again.',
    ],
  });
}

export function passwordChangedMail(link: string): MailText {
  return compose({
    subject: 'Your password was changed',
    opening: `The password of your ${site.name} account was changed, and all its sessions have ended. If that was you, there is nothing to do. If it was not, somebody knows your password. Reset it now:`,
    action: { label: 'Reset the password', link },
    closing: [],
  });
}

export function passwordSetByStaffMail(link: string, contact: string): MailText {
  return compose({
    subject: 'Your password was set by our staff',
    opening: `A member of our staff set a new password for your ${site.name} account, and all its sessions have ended. They tell you the password themselves. Sign in with it, then choose one of your own in your profile:`,
    action: { label: 'Sign in', link },
    closing: [`If you did not expect that, write to ${contact}.`],
  });
}

export function emailSetByStaffMail(contact: string): MailText {
  return compose({
    subject: 'Your email address was changed by our staff',
    opening: `A member of our staff changed the email address of your ${site.name} account. Both the former and the new address are told. Links that were sent before no longer work.`,
    closing: [`If you did not expect that, write to ${contact}.`],
  });
}

export function newSignInMail(address: string, link: string): MailText {
  return compose({
    subject: 'A sign-in from a new device',
    opening: `Your ${site.name} account was signed in to from ${address}, a network and a device that it has not seen before. If that was you, there is nothing to do. If it was not, somebody knows your password. Reset it now:`,
    action: { label: 'Reset the password', link },
    closing: ['Your profile lists the devices and the sign-ins, and ends sessions.'],
  });
}

export function sessionsEndedByStaffMail(link: string, contact: string): MailText {
  return compose({
    subject: 'Your sessions were ended by our staff',
    opening: `A member of our staff ended all sessions of your ${site.name} account. Your password stays as it is; sign in again whenever you like:`,
    action: { label: 'Sign in', link },
    closing: [`If you did not expect that, write to ${contact}.`],
  });
}

export function accountDeletingMail(link: string): MailText {
  return compose({
    subject: 'Your account is being deleted',
    opening: `You asked to delete your ${site.name} account. It is closed, and all its sessions have ended. If you change your mind, or if it was not you, open the link to have it all back:`,
    action: { label: 'Keep my account', link },
    closing: [
      `The link works for ${spokenTimes.undoDeletion}. Then the account goes for good, with its profile, files, friendships and requests.`,
    ],
  });
}

export function accountDeletedMail(contact: string): MailText {
  return compose({
    subject: 'Your account was deleted',
    opening: `The ${site.name} account with this address was deleted, together with its profile, files, friendships and requests.`,
    closing: [`If you did not expect that, write to ${contact}.`],
  });
}

export function tokenCreatedMail(token: string, link: string): MailText {
  return compose({
    subject: 'A token for programs was made',
    opening: `Somebody who is signed in to your ${site.name} account made a token with which a program can act for you: ${token}. If that was you, there is nothing to do. If it was not, revoke it in your profile and change your password:`,
    action: { label: 'Open the profile', link },
    closing: [],
  });
}

export function tokenEndingMail(token: string, link: string): MailText {
  return compose({
    subject: 'A token for programs ends soon',
    opening: `A program of yours uses the token ${token}. Then it is refused at ${site.name}. If you still need it, make another token in your profile and give it to the program:`,
    action: { label: 'Open the profile', link },
    closing: [],
  });
}

interface Content {
  subject: string;
  opening: string;
  secret?: string;
  action?: { label: string; link: string };
  closing: string[];
}

export function compose({ subject, opening, secret, action, closing }: Content): MailText {
  const signature = `${site.name}. Informational only: we are not a financial advisor.`;
  const paragraphs = [
    opening,
    ...(secret ? [`    ${secret}`] : []),
    ...(action ? [secret ? `${action.label}:\n${action.link}` : action.link] : []),
    ...closing,
    `-- \n${signature}`,
  ];
  const body = html` ${paragraph(opening)}
  ${secret ? html`<p style="margin:0 0 24px;font-size:20px;letter-spacing:1px;color:${palette.accent}">${secret}</p>` : ''}
  ${action ? button(action) : ''} ${closing.map(paragraph)}`;
  return { subject, text: paragraphs.join('\n\n') + '\n', html: page(subject, body, signature).markup };
}

function button({ label, link }: { label: string; link: string }): Html {
  return html`<p style="margin:0 0 24px">
      <a
        href="${link}"
        style="display:inline-block;padding:10px 16px;background:${palette.accent};color:${palette.bg};text-decoration:none"
        >${label}</a
      >
    </p>
    <p style="margin:0 0 24px;color:${palette.muted}">
      Or copy this address into your browser:<br /><a
        href="${link}"
        style="color:${palette.text};word-break:break-all"
        >${link}</a
      >
    </p>`;
}

const paragraph = (text: string): Html => html`<p style="margin:0 0 16px">${text}</p>`;

const font = "font-family:ui-monospace,Menlo,Consolas,'Courier New',monospace;font-size:16px;line-height:1.6";

function page(subject: string, body: Html, signature: string): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="dark" />
        <title>${subject}</title>
      </head>
      <body style="margin:0;padding:24px;background:${palette.bg};color:${palette.text};${font}">
        <div
          style="max-width:560px;margin:0 auto;padding:24px;background:${palette.surface};border:1px solid ${palette.rule}"
        >
          <h1 style="margin:0 0 24px;font-size:20px;color:${palette.accent}">${subject}</h1>
          ${body}
          <p style="margin:24px 0 0;font-size:13px;color:${palette.muted}">${signature}</p>
        </div>
      </body>
    </html> `;
}
