import { count } from 'contract/counts.ts';
import { site } from 'contract/texts.ts';
import { type Html, html } from '#platform/mail/html.ts';
import { colors } from 'contract/colors.ts';
import type { OpenMailbox, StoredMail } from '#platform/mail/local-mailbox.ts';

/** Includes the access token. */
export const mailboxUrl = (publicUrl: string, { token }: OpenMailbox) =>
  `${publicUrl}/mailbox?token=${token}`;

/** The response to requests without the token. */
export function closedPage(): string {
  const content = html` <h1>Mailbox</h1>
    <p>
      Only the person who started ${site.name} on this machine can read the emails. Open the URL that the
      start printed. It ends in <code>/mailbox?token=&hellip;</code>
    </p>
    <p>
      The token is also in the file <code>mailbox-token</code> of the data folder (<code>DATA_DIR</code>).
    </p>`;
  return page('Mailbox', content);
}

export function mailListPage(mails: StoredMail[]): string {
  const rows = mails.map(
    ({ id, to, subject, receivedAt }) =>
      html`<tr>
        <td><a href="/mailbox/${id}">${subject}</a></td>
        <td>${to}</td>
        <td><time>${time(receivedAt)}</time></td>
      </tr>`,
  );
  const content = html` <h1>Mailbox</h1>
    <p>No SMTP server is set, so every email that ${site.name} sends stays here, on this machine.</p>
    ${
      mails.length === 0
        ? html`<p>
            No emails yet. Register, and the email that verifies your email address will appear here.
          </p>`
        : html`<table>
            <caption>
              ${count(mails.length, 'mail')}, the newest first
            </caption>
            <thead>
              <tr>
                <th scope="col">Subject</th>
                <th scope="col">To</th>
                <th scope="col">Received (UTC)</th>
              </tr>
            </thead>
            <tbody>
              ${rows}
            </tbody>
          </table>`
    }`;
  return page('Mailbox', content);
}

export function mailPage({ id, to, subject, text, receivedAt }: StoredMail): string {
  const content = html` <p><a href="/mailbox">All mails</a></p>
    <h1>${subject}</h1>
    <dl>
      <dt>To</dt>
      <dd>${to}</dd>
      <dt>Received</dt>
      <dd><time>${time(receivedAt)} UTC</time></dd>
    </dl>
    <h2>Text</h2>
    <pre>${linked(text)}</pre>
    <h2>HTML</h2>
    <iframe
      src="/mailbox/${id}/html"
      title="The email as HTML"
      sandbox="allow-popups allow-popups-to-escape-sandbox"
    ></iframe>`;
  return page(subject, content);
}

/** Turns the URLs in a text into links. */
function linked(text: string): Html[] {
  return text
    .split(/(https?:\/\/\S+)/)
    .map((part, index) => (index % 2 === 1 ? html`<a href="${part}">${part}</a>` : html`${part}`));
}

const time = (rfc3339: string) => rfc3339.slice(0, 19).replace('T', ' ');

function page(title: string, content: Html): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title} - ${site.name}</title>
        <link rel="stylesheet" href="/mailbox/mailbox.css" />
      </head>
      <body>
        <header><a href="/">${site.name}</a> / <a href="/mailbox">mailbox</a></header>
        <main>${content}</main>
      </body>
    </html> `.markup;
}

export const stylesheet = `
:root { color-scheme: dark; }
body { margin: 0 auto; max-width: 72rem; padding: 1rem; background: ${colors.green.bg}; color: ${colors.green.text};
  font: 1rem/1.6 ui-monospace, Menlo, Consolas, monospace; }
header, caption, dt, time { color: ${colors.green.muted}; }
header { padding-bottom: 1rem; border-bottom: 1px solid ${colors.green.rule}; }
a { color: inherit; }
a:focus-visible { outline: 2px solid ${colors.green.accent}; outline-offset: 2px; }
h1, h2 { color: ${colors.green.strong}; font-size: 1.25rem; }
h2 { font-size: 1rem; }
table { width: 100%; border-collapse: collapse; }
caption { text-align: left; padding: 0.5rem 0; }
th, td { padding: 0.5rem; text-align: left; border-bottom: 1px solid ${colors.green.rule}; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 1rem; }
dd { margin: 0; overflow-wrap: anywhere; }
pre, iframe { box-sizing: border-box; width: 100%; margin: 0; padding: 1rem; background: ${colors.green.surface};
  border: 1px solid ${colors.green.control}; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; }
iframe { height: 40rem; padding: 0; }
`;
