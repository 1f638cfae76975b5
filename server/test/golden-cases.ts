/** Every shared case of a calculation, and the hashes of complete responses. */
import { createHash } from 'node:crypto';
import { operations } from 'contract/operations.ts';
import loanCases from '#domain/finance/engine/loan-cases.json' with { type: 'json' };
import scenarioCases from '#modules/scenarios/scenario-cases.json' with { type: 'json' };
import { caseUrls } from './money-cases.ts';
import moneyCases from './money-cases.json' with { type: 'json' };

const urls: Record<string, string> = {
  ...caseUrls,
  scenario: operations.calculateScenario.url,
  stress: operations.stressScenario.url,
  solve: operations.solveLoan.url,
  savings: operations.calculateSavings.url,
};
const loans = loanCases.cases.map(({ id, request }) => ({
  id,
  request,
  url: operations.calculatePrincipal.url,
}));
const others = [...scenarioCases.cases, ...moneyCases.cases].map(({ id, request, route }) => ({
  id: `${route} ${id}`,
  request,
  url: urls[route]!,
}));
const cases: readonly { id: string; request: object; url: string }[] = [...loans, ...others];

/** The results by case. Sources of the law are not figures. */
export async function goldenDigests(
  post: (url: string, body: object) => Promise<unknown>,
): Promise<Record<string, string>> {
  const digests: Record<string, string> = {};
  for (const { id, url, request } of cases) {
    const answer = JSON.stringify(await post(url, request), (key, value: unknown) =>
      key === 'sources' ? undefined : value,
    );
    digests[id] = createHash('sha256').update(answer).digest('hex').slice(0, 16);
  }
  return digests;
}
