import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { CalculatorState } from '#parts/calculator/calculator-definition.ts';
import type { CalculatorOutput } from '#parts/calculator/use-calculation.ts';
import { partsOf, type UrlParts } from '#parts/calculator/use-terms-url.ts';
import type { LoanOutcome } from './loan-calculation.ts';
import { loanCalculator, type LoanTerms } from './loan-terms.ts';

export const lastLoanKey = ['lastLoan'];

type LoanOutput = CalculatorOutput<LoanTerms, LoanOutcome>;

type LoanState = CalculatorState<LoanTerms, LoanTerms, LoanOutcome>;

/** The terms of a link that cannot be used, in the page of the server. */
export type RefusedLoan = Required<Pick<LoanState, 'inputs' | 'errors'>>;

export type StoredLoan = LoanOutput | RefusedLoan;

/** What the page of the server has of a loan: its rows would be half of what the page weighs. */
export type PageLoan = Pick<LoanOutput, 'link'> | RefusedLoan;

/** Computes the loan of the server's page, before the app takes it over. */
export async function completeLastLoan(queries: QueryClient): Promise<void> {
  const page = queries.getQueryData<PageLoan>(lastLoanKey);
  if (!page || 'errors' in page) return;
  try {
    const { inputs } = loanCalculator.read(partsOf(page.link))!;
    const terms = loanCalculator.termsOf(inputs);
    const compute = await loanCalculator.load();
    const result = await compute(terms, new AbortController().signal);
    const loan: LoanOutput = { terms, link: page.link, result };
    queries.setQueryData(lastLoanKey, loan);
  } catch {
    // The screen computes the terms of its URL, and says what fails.
    queries.setQueryData(lastLoanKey, null);
  }
}

/**
 * The last loan, to which a visit without terms or with the same URL returns. It is stored in memory only, and removed
 * when the session changes.
 */
export function useLastLoan(): LoanState | undefined {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { search, hash } = useLocation();
  const isWithoutTerms = search + hash === '';
  // Restored synchronously, so that the scroll position after going back is correct.
  const [last] = useState((): LoanState | undefined => {
    const stored = queries.getQueryData<StoredLoan | null>(lastLoanKey);
    if (!stored) return undefined;
    if ('errors' in stored) return { ...stored, output: undefined };
    const url = partsOf(stored.link);
    const inputs = loanCalculator.read(url)?.inputs;
    const isRequested = isWithoutTerms || urlOf({ search, hash }) === urlOf(url);
    return isRequested && inputs ? { output: stored, inputs } : undefined;
  });
  const restoreUrl = useEffectEvent(() => {
    if (last?.output && isWithoutTerms)
      void navigate(partsOf(last.output.link), { replace: true, preventScrollReset: true });
  });
  useEffect(() => {
    restoreUrl();
  }, []);
  return last;
}

/** The URL of the terms, whatever the order and the spelling of its parameters. */
function urlOf(url: UrlParts): string | undefined {
  const inputs = loanCalculator.read(url)?.inputs;
  return inputs && loanCalculator.urlOf(loanCalculator.termsOf(inputs));
}

export function useStoreLoan(output: LoanOutput | undefined): void {
  const queries = useQueryClient();
  useEffect(() => {
    queries.setQueryDefaults(lastLoanKey, { gcTime: Infinity });
    queries.setQueryData(lastLoanKey, output ?? null);
  }, [queries, output]);
}
