/** The request of a check, validated in slices: `StatementBody` takes all rows at once, which blocks a slow phone. */
import {
  AccountTerms,
  OffsetBalance,
  refuseConflicts,
  type StatementBody,
  type StatementInput,
  Transaction,
} from 'contract/statements/statement-fields.ts';
import { mapSlices, type Slices } from 'engine/slices.ts';
import type { z } from 'zod';

interface Refusal {
  path: readonly PropertyKey[];
  message: string;
}

/** The statement, or the first reason why it is refused. */
type ParsedStatement = { data: StatementBody; refusal?: never } | { data?: never; refusal: Refusal };

export function* parseStatement({
  transactions,
  offset_balances: balances,
  ...terms
}: StatementInput): Slices<ParsedStatement> {
  const refusals: Refusal[] = [];
  function take<Output>(path: readonly PropertyKey[], { data, error }: z.ZodSafeParseResult<Output>): Output {
    for (const issue of error?.issues ?? [])
      refusals.push({ path: [...path, ...issue.path], message: issue.message });
    return data!;
  }
  const data: StatementBody = {
    ...take([], AccountTerms.safeParse(terms)),
    transactions: yield* mapSlices(transactions, (row, index) =>
      take(['transactions', index], Transaction.safeParse(row)),
    ),
    offset_balances: yield* mapSlices(balances ?? [], (entry, index) =>
      take(['offset_balances', index], OffsetBalance.safeParse(entry)),
    ),
  };
  if (refusals.length === 0) refuseConflicts(data, (path, message) => refusals.push({ path, message }));
  const [refusal] = refusals;
  return refusal ? { refusal } : { data };
}
