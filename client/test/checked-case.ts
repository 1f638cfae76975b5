/** The shared cases of statements as results with what their sentences need, for tests. */
import { StatementBody } from 'contract/statements/statement-fields.ts';
import statementCases from 'engine/conformance/statement-cases.json' with { type: 'json' };
import { likelyResult } from 'engine/calculators/statement.ts';
import { finish } from 'engine/slices.ts';

export const bodyOf = (id: string, changes: object) => ({
  ...statementCases.cases.find((each) => each.id === id)!.request,
  ...changes,
});

export function checkedCase(id: string, changes: object = {}) {
  const body = bodyOf(id, changes);
  return {
    result: finish(likelyResult(StatementBody.parse(body))),
    resting: new Map(),
    possible: new Map(),
    calculation: undefined,
    whyUnsaved: '',
    areRatesGiven: 'rates' in body,
    offsetAccounts: body.offset_balances?.length ? 1 : 0,
    questions: [],
    leftOut: [],
    rowName: (transaction: number) => `Row ${transaction + 1}`,
  };
}
