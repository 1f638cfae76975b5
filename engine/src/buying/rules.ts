/** The law of buying a home: the file `content/buying-rules.json`, and the version of a place that a contract has. */
import {
  type DutyLineKey,
  type HomeKind,
  type Place,
  placesInText,
  type SchemeKey,
} from 'contract/buying/buying.constants.ts';
import { formatLongDate } from 'contract/formats.ts';
import { Refusal } from 'engine/refusal.ts';

/** The value above which a band starts, the duty there and the percentage above; without a duty, of the whole value. */
export type Band = readonly [over: number, base: number | null, percent: number];

export interface RuleSources {
  /** The names of sources in `sources`, at least two. */
  sources: readonly string[];
}

interface DutyRule extends RuleSources {
  page: string;
  section?: string | undefined;
}

export interface GeneralScale extends DutyRule {
  bands: readonly Band[];
  /** Up to `to`: squared × V² + linear × V, with V a thousandth of the value. */
  formula?: { to: number; squared: string; linear: number } | undefined;
}

export interface HomeScale extends DutyRule {
  key: DutyLineKey;
  kinds: readonly HomeKind[];
  bands: readonly Band[];
  to?: number | undefined;
}

export type Relief = DutyRule & { key: DutyLineKey; kinds: readonly HomeKind[] } & (
    | { by: 'exempt' }
    | { by: 'exempt_share'; exempt_to: number; below: number }
    | { by: 'duty_share'; exempt_to: number; to: number }
    | { by: 'deduct'; steps: readonly (readonly [under: number, dollars: number])[] }
    | { by: 'scale'; bands: readonly Band[]; to: number }
  );

export interface GrantRule extends RuleSources {
  name: string;
  amount: number;
  /** The largest price. */
  to?: number | undefined;
  /** Prices must be below it. */
  below?: number | undefined;
  /** The largest price north of the 26th parallel. */
  north_to?: number | undefined;
  /** The last day of contracts. */
  until?: string | undefined;
  provisional?: string | undefined;
  land_note: string;
  page: string;
}

export interface PlaceLaw {
  name: string;
  /** What the place calls its duty. */
  duty: string;
  office: string;
  /** The first and the last day of contracts, if the office publishes new figures after it. */
  from: string;
  until?: string | null | undefined;
  until_why?: string | undefined;
  part_of: 1 | 100;
  round: 'cent' | 'dollar';
  /** In AUD. */
  minimum: number;
  general: GeneralScale;
  home?: HomeScale | undefined;
  relief: readonly Relief[];
  grant: GrantRule | null;
  notes?: readonly string[] | undefined;
}

interface Cap extends RuleSources {
  from: string;
  capital: number;
  rest: number;
}

interface SchemeRule extends RuleSources {
  name: string;
  from: string;
  until?: string | undefined;
  deposit_percent: number;
  caps: Readonly<Record<Place, readonly Cap[]>>;
}

export interface BuyingRules {
  sources: Readonly<Record<string, { name: string; url: string | null; seen: string }>>;
  /** The oldest version first. */
  places: Readonly<Record<Place, PlaceLaw | readonly PlaceLaw[]>>;
  /** Duties that the offices print or calculate. */
  examples: readonly (readonly [place: Place, who: string, price: number, duty: number])[];
  schemes: {
    deposit_guarantee: SchemeRule & { capital_also: Readonly<Partial<Record<Place, readonly string[]>>> };
    help_to_buy: SchemeRule & {
      share_percent: { established: number; new: number };
      income: { one: number; two: number };
    };
  } & Record<SchemeKey, SchemeRule>;
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
