import { onSessionChange, readSession } from '#session/session.ts';
import type { CalculatorState } from '#parts/calculator/calculator-definition.ts';
import type { Accounts, Checked, StatementInputs, StatementTerms } from './statement-inputs.ts';

interface Check {
  state: CalculatorState<StatementInputs, StatementTerms, Checked>;
  accounts: Accounts;
}

/** The last check of each URL, to which a visit returns. In memory only, because a statement is not stored in the browser. */
export const lastChecks = new Map<string, Check>();

const currentUser = () => readSession()?.user.id;
let user = currentUser();
onSessionChange(() => {
  // A guest's check remains after the sign-in.
  if (user !== undefined && user !== currentUser()) lastChecks.clear();
  user = currentUser();
});
