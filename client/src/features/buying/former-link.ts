/** Links to the former calculator Borrowing power, which was for one payment. */
import { monthlyRepayment } from 'contract/calculations/links.ts';
import { compoundingTexts } from 'contract/scenarios/frequency-texts.ts';
import { useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';
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

const never = () => () => {};

/**
 * The former link that led to this screen, until the terms are cleared. The first render of a page of the server has none, because
 * the server does not know it.
 */
export function useFormerLink() {
  const { search, hash } = useLocation();
  const isTakenOver = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  const [former, setFormer] = useState<ReturnType<typeof readFormerLink>>();
  const [readUrl, setReadUrl] = useState<string>();
  if (isTakenOver && readUrl !== search + hash) {
    setReadUrl(search + hash);
    const parameters = parametersOf({ search, hash });
    // The terms of a calculation replace those of the link, which stays the reason for them.
    if (parameters) setFormer(readFormerLink(parameters));
    else if (!search && !hash) setFormer(undefined);
  }
  return former;
}

/** What its reader has to know, and a month's take-home pay, which that calculator had in links such as `#pay=5432.1`. */
function readFormerLink(parameters: URLSearchParams) {
  const text = (name: string) => parameters.get(name)?.trim() ?? '';
  const payment = text('payment');
  const compounding = text('compounding') || 'monthly';
  const frequency = Object.entries(compoundingTexts).find(([name]) => name === compounding)?.[1];
  const pay = Number(text('pay') || Number.NaN);
  const notices = [
    payment && !monthlyRepayment(payment, text('fee'), text('payments'))
      ? 'The payment of the old link cannot be read.'
      : '',
    frequency && compounding !== 'monthly'
      ? `The old link compounded ${frequency.toLowerCase()}. Here interest compounds monthly.`
      : '',
  ];
  return { notice: notices.filter(Boolean).join(' '), pay: pay > 0 ? pay : null };
}
