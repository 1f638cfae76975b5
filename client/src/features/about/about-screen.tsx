import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { ContactLink } from '#parts/site/contact-link.tsx';
import { paths } from '#parts/navigation/paths.ts';
import { useScrollToHash } from '#parts/navigation/use-scroll-to-hash.ts';
import { Alert } from '#ui/feedback/alert.tsx';
import { PageHeading } from '#ui/layout/page-heading.tsx';
import { Figures } from './figures.tsx';

export default function AboutScreen() {
  useScrollToHash();

  return (
    <div className="grid grid-cols-[14rem_minmax(0,1fr)] gap-7 max-lg:grid-cols-1 max-lg:gap-6">
      <header className="col-span-full flex flex-col gap-4">
        <PageHeading>ABOUT DECLASSIFIED</PageHeading>
        <p className="text-lg leading-[1.5] max-md:text-md">
          Finance and economics are full of figures that someone else computed. This is a place to compute
          them yourself, and to see how it is done.
        </p>
      </header>

      <nav
        className="sticky top-[calc(var(--bar-height)+var(--space-5))] self-start text-sm max-lg:static print:hidden [&_a]:block [&_a]:px-4 [&_a]:py-2 [&_a]:text-muted [&_a]:no-underline [&_a:hover]:text-accent [&_a:hover]:underline"
        aria-label="On this page"
      >
        <ol className="border-l border-l-rule">
          {sections.map(({ id, title }) => (
            <li key={id}>
              {/* A router link, so that the browser history restores the scroll position. */}
              <Link to={`#${id}`}>{title}</Link>
            </li>
          ))}
        </ol>
      </nav>

      <div className="flex flex-col gap-8">
        {sections.map(({ id, title, content }) => (
          <section
            className="flex flex-col gap-4 [&_h3]:mt-5 [&_h3]:text-md [&_strong]:font-semibold [&_strong]:text-strong [&_var]:font-semibold [&_var]:not-italic"
            key={id}
            aria-labelledby={id}
          >
            <h2 className="border-b border-rule pb-3 text-xl [&+h3]:mt-0" id={id}>
              {title}
            </h2>
            {content}
          </section>
        ))}
      </div>
    </div>
  );
}

const sections: readonly { id: string; title: string; content: ReactNode }[] = [
  {
    id: 'what',
    title: 'What it is',
    content: (
      <>
        <p>
          Declassified decrypts finance and economics: it turns rates, terms and amounts into figures you can
          act on. Its first instrument is the <Link to={paths.loanCalculator}>loan calculator</Link>, open to
          everyone, without an account: the regular payment, the whole cost, and every row of the schedule in
          between.
        </p>
        <p>
          The green is decoration. The arithmetic is not: every figure on these screens follows a rule that
          this page explains, so you can check it to the cent with pencil and paper.
        </p>
      </>
    ),
  },
  { id: 'figures', title: 'How the figures are computed', content: <Figures /> },
  {
    id: 'data',
    title: 'What it does with data',
    content: (
      <>
        <p>
          <strong>The calculator stores nothing.</strong> Our server calculates the result from what you enter
          and does not store it. What you enter is also part of the page’s URL, so that you can bookmark or
          share a calculation. Anyone with that link can read it.
        </p>
        <p>
          <strong>Your browser stores little.</strong> Its local storage holds your choice of theme, your
          consent and, while you are signed in, your session. Our pages load nothing from other companies: no
          analytics, no advertising, no fonts and no scripts.
        </p>
        <p>
          <strong>An account stores what you enter.</strong> We store your username, your email address and a
          hash of your password (Argon2id), never the password itself. We record sign-ins and changes with the
          IP address they came from, so that we can find misuse.
        </p>
        <p>
          <strong>The server writes a log.</strong> It records the time, IP address and outcome of each
          request, so that we can run the service and stop abuse. If you have a question about any of this,
          write to <ContactLink />.
        </p>
      </>
    ),
  },
  {
    id: 'warning',
    title: 'The warning',
    content: (
      <Alert tone="warn" title="INFORMATION ONLY">
        <p>
          Declassified is informational only and not a financial advisor. It holds no licence, gives no
          advice, and offers no credit. Its results are figures from the entries you made: not a quote, not an
          approval, not a comparison rate.
        </p>
        <p>
          A lender counts days, adds fees and changes rates. Before you decide, read the lender’s own contract
          and key facts sheet, and ask someone licensed who knows your circumstances.
        </p>
      </Alert>
    ),
  },
  {
    id: 'licences',
    title: 'The work of others',
    content: (
      <p>
        These pages contain open-source software and a typeface by others.{' '}
        <a href={import.meta.env.LICENSES_URL}>Read their licences</a> (plain text).
      </p>
    ),
  },
];
