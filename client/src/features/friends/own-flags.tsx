import { useQuery } from '@tanstack/react-query';
import { flagOutcomeTexts, flagReasonLabels, flagSubjectLabels } from 'contract/flags/flags.constants.ts';
import type { OwnFlag } from 'contract/flags/flags.ts';
import { listLimits } from 'contract/limits.ts';
import { friendsSections } from '#parts/navigation/paths.ts';
import { QueryState } from '#parts/query/query-state.tsx';
import { ContactLink } from '#parts/site/contact-link.tsx';
import { apiQuery } from '#session/call.ts';
import { Disclosure } from '#ui/controls/disclosure.tsx';
import { FriendDate } from './person.tsx';

/** Closed at first, since few users report anyone. */
export function OwnFlags() {
  const flags = useQuery(apiQuery('listOwnFlags', { query: { page_size: listLimits.maxPageSize } }));
  const label = 'People You Reported';
  return (
    <Disclosure
      id={friendsSections.reported}
      title={flags.data ? `${label} (${flags.data.totalFlag})` : label}
      defaultOpen={false}
    >
      <QueryState query={flags} failure="Could not load the people you reported.">
        {({ data }) =>
          data.length === 0 ? (
            <p className="max-w-none text-sm text-muted">
              You have reported nobody. To report a person, open the menu beside the name. You will read here
              what our agents did.
            </p>
          ) : (
            <ul aria-label={label}>
              {data.map((flag) => (
                <Flag key={flag.id} flag={flag} />
              ))}
            </ul>
          )
        }
      </QueryState>
      <p className="mt-3 max-w-none text-sm text-muted">
        To report a person who is no longer in your lists, write to <ContactLink />.
      </p>
    </Disclosure>
  );
}

function Flag({ flag: { username, subject, calculation, reason, created_at, outcome } }: { flag: OwnFlag }) {
  const facts = [
    subject === 'unknown' ? '' : flagSubjectLabels[subject],
    calculation === null ? '' : `“${calculation}”`,
    reason === 'unknown' ? '' : flagReasonLabels[reason],
  ].filter(Boolean);
  return (
    <li className="flex flex-col gap-1 py-3 text-sm not-first:border-t not-first:border-rule">
      <p className="flex max-w-none flex-wrap items-baseline justify-between gap-x-4 text-muted">
        <span className="text-md wrap-anywhere text-strong">{username}</span>
        <FriendDate timestamp={created_at} />
      </p>
      <p className="text-muted">{facts.join(' · ')}</p>
      <p>{textOf(outcome)}</p>
    </li>
  );
}

function textOf(outcome: OwnFlag['outcome']): string {
  if (outcome === null) return 'An agent will look at it.';
  return outcome === 'unknown' ? 'Thank you. We looked at it.' : flagOutcomeTexts[outcome];
}
