import { recordLimits } from 'contract/records/records.constants.ts';
import { durationTexts } from 'contract/durations.ts';
import { site } from 'contract/texts.ts';
import type { ReactNode } from 'react';
import { ContactLink } from '#parts/site/contact-link.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { collected, storedInBrowser } from './consent-policy-facts.ts';

const contact = <ContactLink />;

/** Must change whenever the product stores or uses personal data differently. */
export function ConsentPolicy({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="PRIVACY POLICY" onClose={onClose}>
      <div className="flex flex-col gap-6">
        <p className="text-muted">
          {site.name} stores what an account needs. This policy lists it. We handle personal information under
          the Privacy Act 1988 (Cth) and its Australian Privacy Principles (APPs). This policy has been in
          force since 29 November 2026.
        </p>
        {sections.map(({ title, content }) => (
          <section
            key={title}
            className="flex flex-col gap-3 [&_li::marker]:text-control [&_li::marker]:content-['>_'] [&_strong]:font-semibold [&_strong]:text-strong [&_ul]:flex [&_ul]:flex-col [&_ul]:gap-2 [&_ul]:pl-[1.25em] [&_ul]:[list-style:revert]"
          >
            <h3 className="text-md">{title}</h3>
            {content}
          </section>
        ))}
      </div>
    </Dialog>
  );
}

const sections: readonly { title: string; content: ReactNode }[] = [
  {
    title: 'In short',
    content: (
      <ul>
        <li>You can read and calculate here without an account and without a name.</li>
        <li>An account needs a username, an email address and a password. Everything else is your choice.</li>
        <li>We record the IP address of sign-ins and account changes, to keep accounts safe.</li>
        <li>No advertising, no analytics, no selling, no cookies or scripts of other companies.</li>
        <li>On your profile page you can see, correct, export and delete what we hold about you.</li>
      </ul>
    ),
  },
  {
    title: 'What we collect, and why',
    content: (
      <>
        <p>
          We collect it from you, from your browser’s requests, and from users who report you to our staff,
          and use it only for the purposes listed here. We store a calculation only if you save it.
        </p>
        <dl className="flex flex-col gap-3">
          {collected.map(([name, content, purpose]) => (
            <div
              className="grid grid-cols-[8rem_minmax(0,1fr)] gap-x-4 gap-y-1 max-md:grid-cols-1"
              key={name}
            >
              <dt className="font-semibold text-strong">{name}</dt>
              <dd>
                {content} <span className="text-muted">{purpose}</span>
              </dd>
            </div>
          ))}
        </dl>
        <p>
          Without a username, an email address and a password we cannot create your account. We do not ask for
          sensitive information, such as health or beliefs. Please do not put any in your profile.
        </p>
      </>
    ),
  },
  {
    title: 'What your browser stores',
    content: (
      <>
        <p>Cookies and local storage, all of them our own:</p>
        <dl className="flex flex-col gap-3">
          {storedInBrowser.map(([name, kind, purpose, until]) => (
            <div
              className="grid grid-cols-[8rem_minmax(0,1fr)] gap-x-4 gap-y-1 max-md:grid-cols-1"
              key={name}
            >
              <dt className="font-semibold text-strong">
                <code>{name}</code>
                <span className="block text-xs font-normal text-muted">{kind}</span>
              </dt>
              <dd>
                {purpose} <span className="text-muted">Until: {until}.</span>
              </dd>
            </div>
          ))}
        </dl>
        <p>
          You can delete all of it in your browser’s settings at any time. You are then signed out, and we ask
          for your consent again.
        </p>
      </>
    ),
  },
  {
    title: 'Who sees it',
    content: (
      <ul>
        <li>
          <strong>Other signed-in users</strong> can find your username and picture, and your friends see that
          you are friends. They never see your email address or anything else in your profile.
        </li>
        <li>
          <strong>Our staff</strong> see accounts, IP records and logs, to help and to investigate misuse.
          What they change or delete is itself recorded.
        </li>
        <li>
          <strong>Companies that run our servers, storage and mail</strong> process it for us and for no
          purpose of their own. Some may do so outside Australia; ask us which, and where. We take reasonable
          steps that they handle it as the APPs require.
        </li>
        <li>
          <strong>Authorities</strong>, where Australian law requires or authorises it.
        </li>
      </ul>
    ),
  },
  {
    title: 'How long we keep it',
    content: (
      <ul>
        <li>
          An account that is never verified: until its last link has expired, {durationTexts.verification}{' '}
          after it was sent.
        </li>
        <li>
          A session: {durationTexts.session} from the sign-in. Emailed links: {durationTexts.verification};
          for recovery, {durationTexts.reset}; to undo an email change, {durationTexts.undoEmailChange}, for
          which we also keep the previous email address.
        </li>
        <li>Your account, profile and friends: until the account is deleted.</li>
        <li>
          IP and log records: {recordLimits.retentionDays} days at most, unless the operator of this site has
          set another period; ask us. Staff may delete them earlier. IP records also go with the account.
        </li>
        <li>
          A picture: until you replace or remove it, or until staff have answered a report that needs it. The
          file is deleted shortly afterwards.
        </li>
        <li>A report and its answer: until the account of the reported person is deleted.</li>
        <li>
          The audit trail of security events stays, so that nobody can rewrite it; it names an account only by
          a number. Its details, such as the previous email address after an email change, are deleted with
          the account. The details of the deletion itself stay: the username, the time, and the IP address and
          browser of the request.
        </li>
        <li>Copies in backups disappear as the backups are replaced.</li>
      </ul>
    ),
  },
  {
    title: 'How we protect it',
    content: (
      <p>
        We store passwords only as argon2id hashes and sign-in tokens only as hashes, so neither can be read
        from our database. Links in our emails hold no personal data. Repeated wrong passwords lock an account
        for a while. We remove what a camera writes into a picture, such as the place, and show pictures only
        through URLs that expire after {durationTexts.signedUrl}. Should a breach be likely to cause you
        serious harm, we tell you and the Office of the Australian Information Commissioner (OAIC), as the
        Notifiable Data Breaches scheme requires.
      </p>
    ),
  },
  {
    title: 'Your rights',
    content: (
      <>
        <ul>
          <li>
            <strong>Access</strong> (APP 12): your profile page shows your details and sessions, and exports
            everything that we store about you as one file.
          </li>
          <li>
            <strong>Correct</strong> (APP 13): change your details there at any time.
          </li>
          <li>
            <strong>Delete</strong>: delete your account there, at once. Its profile, picture, sessions,
            friends, IP records and the details of its audit trail go with it.
          </li>
          <li>
            <strong>Withdraw consent</strong>: delete the account, and this site’s data in your browser.
          </li>
          <li>
            <strong>Stay anonymous</strong> (APP 2): everything outside an account works without one, and a
            username need not be your name.
          </li>
        </ul>
        <p>
          If you cannot do something there, write to {contact}. We answer within 30 days and charge nothing.
        </p>
      </>
    ),
  },
  {
    title: 'Questions and complaints',
    content: (
      <p>
        Write to {contact}. We look into every complaint and answer within 30 days. If the answer does not
        satisfy you, you can turn to the OAIC: <a href="https://www.oaic.gov.au">oaic.gov.au</a>, telephone
        1300 363 992.
      </p>
    ),
  },
  {
    title: 'Changes',
    content: (
      <p>
        When this policy changes, its date changes with it. Before anything is used for a new purpose, we ask
        again.
      </p>
    ),
  },
];
