/** The version of the law that a contract has. */
import { type Place, placesInText } from 'contract/buying/buying.constants.ts';
import type { BuyingRules, PlaceLaw } from 'contract/buying/buying-rules.ts';
import { formatLongDate } from 'contract/formats.ts';
import { Refusal } from 'engine/refusal.ts';

export interface RuleSources {
  /** The names of sources in `sources`, at least two. */
  sources: readonly string[];
}

const versionsOf = (rules: BuyingRules, place: Place): readonly PlaceLaw[] => [rules.places[place]].flat();

/** Throws a `Refusal` for a contract before the first version. */
export function lawOf(rules: BuyingRules, place: Place, contractDate: string): PlaceLaw {
  const versions = versionsOf(rules, place);
  const law = versions.findLast(({ from }) => from <= contractDate);
  if (law) return law;
  const from = formatLongDate(versions[0]!.from);
  const message = `We hold the law of ${placesInText[place]} for contracts from ${from}.`;
  throw new Refusal({ contract_date: [message] });
}

export const sourcesOf = (rules: BuyingRules, { sources }: RuleSources) =>
  sources.map((name) => rules.sources[name]!);
