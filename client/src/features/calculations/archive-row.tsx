import type { Calculation } from 'contract/calculations/calculations.ts';
import { calculationLimits } from 'contract/calculations/calculations.constants.ts';
import { cashRateSlug } from 'contract/datasets/datasets.constants.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useCreateCalculation } from '#parts/calculator/saved/calculations.queries.ts';
import { kindNames } from '#parts/calculator/saved/kind-names.ts';
import { savedUrl } from '#parts/calculator/saved/saved-url.ts';
import { termsText } from '#parts/calculator/saved/terms-text.ts';
import { RatesSource } from '#parts/datasets/dataset-age.tsx';
import { dataset } from '#parts/datasets/datasets.queries.ts';
import { PersonMenu } from '#parts/flags/person-menu.tsx';
import { RateGapLine } from '#parts/rate-gap/rate-gap-line.tsx';
import { Button } from '#ui/controls/button.tsx';
import { Checkbox } from '#ui/controls/checkbox.tsx';
import { ActionMenu } from '#ui/overlays/action-menu.tsx';
import { askToConfirm } from '#ui/overlays/confirm.tsx';
import { formatLocalDay } from '#ui/local-time.tsx';
import { Labelled } from '#ui/controls/labelled.tsx';
import { Tag } from '#ui/feedback/tag.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { ChangedFigures } from './changed-figures.tsx';
import { figuresOf } from './figures-of.ts';
import { RenameDialog } from './rename-dialog.tsx';
import { ShareDialog } from './share-dialog.tsx';

interface ArchiveRowProps {
  calculation: Calculation;
  /** False if calculations of this kind cannot be compared. */
  compare:
    | false
    | {
        isChosen: boolean;
        canJoin: boolean;
        choose: (isChosen: boolean) => void;
      };
  remove: () => void;
}

export function ArchiveRow({ calculation, compare, remove }: ArchiveRowProps) {
  const { id, name, kind, input, notes, rates_from, variable_rate, shared_by: sharer } = calculation;
  const url = savedUrl(calculation);
  const isKnown = kind !== 'unknown';
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-5 gap-y-2 border-t border-rule py-4 first:border-t-0 @max-[48em]:grid-cols-1 @min-[64em]:grid-cols-[minmax(0,1fr)_auto_minmax(16rem,auto)]">
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-2">
        <h3 className="min-w-0 text-md wrap-anywhere">{isKnown ? <Link to={url}>{name}</Link> : name}</h3>
        <Tag tone="quiet">{kindNames[kind]}</Tag>
        {variable_rate && <Tag tone="quiet">Variable</Tag>}
        {sharer && <Tag tone="info">From {sharer.username}</Tag>}
      </div>
      <p className="col-1 text-xs text-muted">{factsOf(calculation)}</p>
      <dl className="col-2 row-[1_/_span_2] flex flex-wrap justify-end gap-x-5 gap-y-2 @max-[48em]:col-1 @max-[48em]:row-auto @max-[48em]:justify-start">
        {figuresOf(calculation).map(([label, figure]) => (
          <div key={label}>
            <dt className="text-xs text-muted">{label}</dt>
            <dd className="tabular-nums">{figure}</dd>
          </div>
        ))}
      </dl>
      <ChangedFigures calculation={calculation} />
      {rates_from && <RatesAge vintage={rates_from} />}
      {variable_rate && <RateGapLine className="col-span-full" input={input} />}
      {notes && <p className="col-span-full text-sm wrap-anywhere whitespace-pre-line text-muted">{notes}</p>}
      <div className="col-span-full flex flex-wrap items-center gap-2 @min-[64em]:col-3 @min-[64em]:row-[1_/_span_2] @min-[64em]:justify-end @min-[64em]:self-start">
        {isKnown && (
          <Button to={url}>
            <Labelled name={name}>Open</Labelled>
          </Button>
        )}
        {sharer ? (
          <>
            <CopyButton calculation={calculation} label="Save a copy" copyName={name} />
            <PersonMenu person={sharer} label={name} subject="shared_calculation" calculationId={id} />
          </>
        ) : (
          <OwnActions calculation={calculation} remove={remove} />
        )}
        {compare && (
          <div className="ms-auto text-sm @min-[64em]:ms-3">
            <Checkbox
              label={<Labelled name={name}>Compare</Labelled>}
              checked={compare.isChosen}
              disabled={!compare.isChosen && !compare.canJoin}
              onChange={({ target }) => compare.choose(target.checked)}
            />
          </div>
        )}
      </div>
    </li>
  );
}

function RatesAge({ vintage }: { vintage: string }) {
  const { data } = useQuery(dataset(cashRateSlug, { vintage }));
  return (
    <p className="col-span-full text-xs text-muted">
      <RatesSource vintage={vintage} figures={data} />
    </p>
  );
}

function factsOf({ name, kind, input, date_updated, shared_with }: Calculation): string {
  const terms = kind === 'unknown' ? '' : termsText(kind, input);
  const readers = shared_with?.map(({ username }) => username) ?? [];
  return [
    ...(terms === name || terms === '' ? [] : [terms]),
    formatLocalDay(date_updated),
    ...(readers.length > 0 ? [`shared with ${readers.join(', ')}`] : []),
  ].join(' · ');
}

function OwnActions({ calculation, remove }: Pick<ArchiveRowProps, 'calculation' | 'remove'>) {
  const [dialog, setDialog] = useState<'rename' | 'share' | null>(null);
  const close = () => setDialog(null);
  const { name } = calculation;
  const askToDelete = () =>
    askToConfirm({
      title: 'DELETE THIS CALCULATION?',
      message: `${name} is deleted permanently, also for the friends you share it with.`,
      confirmLabel: 'Delete calculation',
      onConfirm: remove,
    });
  return (
    <>
      <ActionMenu label={`More actions for ${name}`}>
        <Button variant="ghost" onClick={() => setDialog('rename')}>
          <Labelled name={name}>Rename</Labelled>
        </Button>
        <CopyButton
          calculation={calculation}
          label="Duplicate"
          copyName={`${name.slice(0, calculationLimits.nameMaxLength - copySuffix.length)}${copySuffix}`}
        />
        <Button variant="ghost" onClick={() => setDialog('share')}>
          <Labelled name={name}>Share</Labelled>
        </Button>
        <Button variant="danger" onClick={askToDelete}>
          <Labelled name={name}>Delete</Labelled>
        </Button>
      </ActionMenu>
      {dialog === 'rename' && <RenameDialog calculation={calculation} onClose={close} />}
      {dialog === 'share' && <ShareDialog calculation={calculation} onClose={close} />}
    </>
  );
}

const copySuffix = ' (copy)';

interface CopyButtonProps {
  calculation: Calculation;
  label: string;
  copyName: string;
}

function CopyButton({
  calculation: { name, kind, input, notes, rates_from },
  label,
  copyName,
}: CopyButtonProps) {
  const { mutate, isPending } = useCreateCalculation();
  if (kind === 'unknown') return null;
  const copy = () =>
    mutate(
      { name: copyName, kind, input, notes: notes ?? '', rates_from },
      { onError: ({ message }) => toast.error(message) },
    );
  return (
    <Button variant="ghost" loading={isPending} onClick={copy}>
      <Labelled name={name}>{label}</Labelled>
    </Button>
  );
}
