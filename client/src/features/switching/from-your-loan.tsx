import { variableKinds } from 'contract/calculations/calculations.constants.ts';
import { switchLink } from 'contract/calculations/links.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { apiQuery } from '#session/call.ts';
import { useSession } from '#session/session.ts';
import { type SwitchInputs, switchRequest } from './switch-inputs.ts';

/** Fills in the loan that the user saved last. The offers stay. */
export function FromYourLoan({ inputs }: { inputs: SwitchInputs }) {
  const isSignedIn = useSession() !== null;
  const { data } = useQuery({ ...apiQuery('listCalculations', { query: {} }), enabled: isSignedIn });
  const loan = data?.data.find(
    ({ kind, shared_by: friend }) => friend === null && (variableKinds as readonly string[]).includes(kind),
  );
  if (!loan) return null;
  const { offers } = switchRequest(inputs);
  return (
    <Link
      className="inline-flex min-h-target items-center wrap-anywhere print:hidden"
      to={switchLink({ current: loan.input, offers })}
    >
      From your loan: {loan.name}
    </Link>
  );
}
