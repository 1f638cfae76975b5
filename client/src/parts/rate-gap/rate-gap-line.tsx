import { useQuery } from '@tanstack/react-query';
import { switchLink } from 'contract/calculations/links.ts';
import {
  averageIgnores,
  averageText,
  isWithinRounding,
  type LoanKind,
  type LoanPurpose,
  loanPurposes,
  pointsText,
  rateGapMessages,
  rateGapSentence,
} from 'contract/rate-gap/rate-gap.constants.ts';
import type { RateGapResult } from 'contract/rate-gap/rate-gap.ts';
import { useSyncExternalStore } from 'react';
import { Link } from 'react-router-dom';
import { datasetList } from '#parts/datasets/datasets.queries.ts';
import { vintagePath } from '#parts/navigation/paths.ts';
import { useToday } from '#parts/page/today.ts';
import { localStorageItem } from '#session/local-storage-item.ts';
import { Segmented } from '#ui/controls/segmented.tsx';
import { cx } from '#ui/cx.ts';

const storedPurpose = localStorageItem('loanPurpose');

const readPurpose = (): LoanPurpose =>
  loanPurposes.find((one) => one === storedPurpose.get()) ?? 'owner_occupier';

const purposeNames = [
  ['owner_occupier', 'I live in it'],
  ['investor', 'I rent it out'],
] as const satisfies (readonly [LoanPurpose, string])[];

interface RateGapLineProps {
  /** The request of a loan or a scenario. */
  input: Readonly<Record<string, unknown>>;
  className?: string | undefined;
}

/** How far the rate is from the average of new variable loans, closed at first. Nothing without an average. */
export function RateGapLine({ input, className }: RateGapLineProps) {
  const purpose = useSyncExternalStore(
    storedPurpose.subscribe,
    readPurpose,
    (): LoanPurpose => 'owner_occupier',
  );
  // Stale while the list of a page of the server is read as a whole.
  const { data: datasets, isLoading: isListLoading, isStale } = useQuery(datasetList);
  const today = useToday();
  const kind = { purpose, rate_type: 'variable' } as const;
  const { data: gap, isLoading } = useQuery({
    queryKey: ['rateGap', input, purpose, today],
    queryFn: async () => (await import('./gap-of.ts')).gapOf(datasets ?? [], input, kind, today),
    enabled: datasets !== undefined && !isStale,
    // Computed on the device.
    networkMode: 'always',
    gcTime: 0,
    placeholderData: (before) => before,
  });
  // As high as the line, so that nothing below it moves.
  if (isListLoading || isStale || isLoading) return <div className={cx('h-[1.5rem]', className)} />;
  // Another purpose may have an average.
  if (!gap && purpose === 'owner_occupier') return null;
  return (
    <details className={className}>
      <summary>
        What others pay{gap ? `: ${averageText(gap.average)} on average, ${yoursText(gap)}` : ''}
      </summary>
      <div className="flex flex-col items-start gap-3 pt-3 text-sm">
        {gap ? <Gap gap={gap} kind={kind} input={input} /> : <p>{rateGapMessages.noAverage}</p>}
        <Segmented
          label="The home"
          options={purposeNames}
          value={purpose}
          onChange={(chosen) => storedPurpose.set(chosen)}
        />
      </div>
    </details>
  );
}

function yoursText({ gap, average }: RateGapResult): string {
  if (isWithinRounding(gap, average)) return 'about what you pay';
  return `and you pay ${pointsText(gap, average)} points ${gap > 0 ? 'more' : 'less'}`;
}

interface GapProps extends Pick<RateGapLineProps, 'input'> {
  gap: RateGapResult;
  kind: LoanKind;
}

function Gap({ gap, kind, input }: GapProps) {
  const { annual_interest_rate: average, dataset, vintage } = gap.average;
  return (
    <>
      <p>{rateGapSentence(gap, kind)}</p>
      <p className="text-muted">
        {averageIgnores} <Link to={vintagePath(dataset, vintage)}>Vintage {vintage}</Link>
      </p>
      <Link to={switchLink({ current: input, offers: [{ annual_interest_rate: average }] })}>
        Stay or switch, with both rates
      </Link>
    </>
  );
}
