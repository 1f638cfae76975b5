/** Links to the former calculator Borrowing power, which was for one payment. */
import { monthlyRepayment } from 'contract/calculations/links.ts';
import { compoundingTexts } from 'contract/scenarios/frequency-texts.ts';
import type { UrlParts } from '#parts/calculator/use-terms-url.ts';

function parametersOf({ search, hash }: UrlParts): URLSearchParams | undefined {
  return [hash.slice(1), search]
    .map((text) => new URLSearchParams(text))
    .find((parameters) => parameters.has('payment') || parameters.has('pay'));
}

/** The same terms in a link to this calculator; other links are unchanged. */
export function currentLink(url: UrlParts): UrlParts {
  const parameters = parametersOf(url);
  if (!parameters) return url;
  const text = (name: string) => parameters.get(name)?.trim() ?? '';
  const terms = {
    repay: monthlyRepayment(text('payment'), text('fee'), text('payments')),
    months: text('months'),
    rate: text('rate'),
  };
  const entries = Object.entries(terms).filter(([, value]) => value !== '');
  return { search: '', hash: entries.length > 0 ? `#${new URLSearchParams(entries)}` : '' };
}

/** What the reader of such a link has to know. */
export function formerLinkNotice(url: UrlParts): string | undefined {
  const compounding = parametersOf(url)?.get('compounding') ?? 'monthly';
  const text = Object.entries(compoundingTexts).find(([name]) => name === compounding)?.[1];
  return text && compounding !== 'monthly'
    ? `The old link compounded ${text.toLowerCase()}. Here interest compounds monthly.`
    : undefined;
}

/** A month's take-home pay in a link from that calculator, such as `#pay=5432.1`. */
export function payOfLink(url: UrlParts): number | null {
  const pay = Number(parametersOf(url)?.get('pay') || Number.NaN);
  return pay > 0 ? pay : null;
}
