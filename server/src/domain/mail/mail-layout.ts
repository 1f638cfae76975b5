import { site } from 'contract/texts.ts';
import { type Html, html } from '#platform/mail/html.ts';
import { colors } from 'contract/colors.ts';
import type { Mail } from '#platform/mail/mail.ts';

export interface MailContent {
  subject: string;
  opening: string;
  secret?: string;
  action?: { label: string; link: string };
  closing?: string[];
  /** The link at the end of the email. */
  unsubscribe?: { label: string; link: string };
}

export function composeMail({
  subject,
  opening,
  secret,
  action,
  closing = [],
  unsubscribe,
}: MailContent): Pick<Mail, 'subject' | 'text' | 'html'> {
  const signature = `${site.name}. Informational only: we are not a financial advisor.`;
  const paragraphs = [
    opening,
    ...(secret ? [secret] : []),
    ...(action ? [secret ? `${action.label}:\n${action.link}` : action.link] : []),
    ...closing,
    ...(unsubscribe ? [`${unsubscribe.label}:\n${unsubscribe.link}`] : []),
    `-- \n${signature}`,
  ];
  const body = html` ${paragraph(opening)}
  ${secret ? html`<p style="margin:0 0 24px;font-size:20px;letter-spacing:1px;color:${colors.green.accent}">${secret}</p>` : ''}
  ${action ? button(action) : ''} ${closing.map(paragraph)}
  ${unsubscribe ? html`<p style="margin:0 0 16px"><a href="${unsubscribe.link}" style="color:${colors.green.text}">${unsubscribe.label}</a></p>` : ''}`;
  return { subject, text: paragraphs.join('\n\n') + '\n', html: page(subject, body, signature).markup };
}

function button({ label, link }: { label: string; link: string }): Html {
  return html`<p style="margin:0 0 24px">
      <a
        href="${link}"
        style="display:inline-block;padding:10px 16px;background:${colors.green.accent};color:${colors.green.bg};text-decoration:none"
        >${label}</a
      >
    </p>
    <p style="margin:0 0 24px;color:${colors.green.muted}">
      Or copy this URL into your browser:<br /><a
        href="${link}"
        style="color:${colors.green.text};word-break:break-all"
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
      <body style="margin:0;padding:24px;background:${colors.green.bg};color:${colors.green.text};${font}">
        <div
          style="max-width:560px;margin:0 auto;padding:24px;background:${colors.green.surface};border:1px solid ${colors.green.rule}"
        >
          <h1 style="margin:0 0 24px;font-size:20px;color:${colors.green.strong}">${subject}</h1>
          ${body}
          <p style="margin:24px 0 0;font-size:13px;color:${colors.green.muted}">${signature}</p>
        </div>
      </body>
    </html> `;
}
