import { savedFragment } from 'contract/calculations/link-names.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { apiQuery } from '#session/call.ts';
import { useSession } from '#session/session.ts';
import { Failure } from '#ui/feedback/failure.tsx';
import { Page } from '#ui/layout/page.tsx';
import { type StatementInput } from './statement-inputs.ts';

import { sampleHash, StatementCheck } from './statement-check.tsx';
const savedIdIn = (hash: string) => new URLSearchParams(hash.slice(1)).get(savedFragment);

export default function StatementScreen() {
  const { hash } = useLocation();
  const [source, setSource] = useState(hash);
  // Another fragment is a link to an element of the page.
  if (hash !== source && (['', sampleHash].includes(hash) || savedIdIn(hash))) setSource(hash);
  const user = useSession()?.user.id;
  const [owner, setOwner] = useState(user);
  const [endedSessions, setEndedSessions] = useState(0);
  // A check ends with the session, also if that ends in another tab. A guest's check remains after the sign-in.
  if (user !== owner) {
    setOwner(user);
    if (owner !== undefined) setEndedSessions(endedSessions + 1);
  }
  const savedId = savedIdIn(source);
  return (
    <Page heading="MY LOAN, CHECKED" lede="Every interest charge of your home loan, recomputed to the cent.">
      {savedId ? (
        <SavedStatement key={savedId} id={savedId} />
      ) : (
        <StatementCheck key={`${endedSessions} ${source}`} hash={source} />
      )}
    </Page>
  );
}

function SavedStatement({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(apiQuery('getCalculation', { params: { id } }));
  if (error) return <Failure title="The saved check could not be opened" error={error} retry={refetch} />;
  if (!data) return <p className="text-muted">Opening the saved check…</p>;
  const { kind, name, input } = data.calculation;
  if (kind !== 'statement') return <Failure title="This saved calculation is no check of a loan" />;
  return (
    <StatementCheck
      hash={`#${savedFragment}=${id}`}
      savedName={name}
      saved={input as unknown as StatementInput}
    />
  );
}
