import type { Flag, FlagSummary } from 'contract/flags/flags.ts';
import { utcMoment } from 'contract/utc-moment.ts';
import { flagMessages } from 'contract/flags/flags.constants.ts';
import { Link } from 'react-router-dom';
import { kindNames } from '#parts/calculator/saved/kind-names.ts';
import { kindInWords } from '#parts/format/format.ts';
import { reasonText, subjectText } from '#parts/flags/flag-texts.ts';
import { adminUserPath } from '#parts/navigation/paths.ts';
import { QueryState } from '#parts/query/query-state.tsx';
import { DescriptionList } from '#ui/layout/description-list.tsx';
import { UtcTime } from '#ui/utc-time.tsx';
import { FlagOutcomes, type PickOutcome } from './flag-outcomes.tsx';
import { Reports } from './flag-reports.tsx';
import { useFlag } from './flags.queries.ts';

/** Opening it is a look at the person, which the audit trail records. */
export function FlagView({ id, onPick }: { id: string; onPick: PickOutcome }) {
  return (
    <QueryState query={useFlag(id)} failure="The flag could not be loaded." className="flex flex-col gap-5">
      {(flag) => (
        <>
          <Subject flag={flag} />
          <Reports flag={flag} />
          {flag.answer ? (
            <Answer answer={flag.answer} />
          ) : flag.may_answer ? (
            <FlagOutcomes flag={flag} onPick={onPick} />
          ) : (
            <p className="text-sm text-warn">{flagMessages.ownFlag}</p>
          )}
          <Earlier flags={flag.earlier} />
        </>
      )}
    </QueryState>
  );
}

const imageSizePx = 96;

function Subject({ flag }: { flag: Flag }) {
  const { user_id, username, subject, usernames, images, calculations, suspended_until, answer } = flag;
  const formerNames = usernames.filter((name) => name !== username);
  return (
    <div className="flex flex-col gap-3 wrap-anywhere">
      <p className="text-md font-semibold">
        <Link to={adminUserPath(user_id)}>{username}</Link>
      </p>
      <DescriptionList
        items={{
          About: subjectText(subject),
          ...(formerNames.length > 0 && { 'Name then': formerNames.join(', ') }),
          ...(suspended_until !== null && { 'Suspended until': utcMoment(new Date(suspended_until)) }),
        }}
      />
      {subject === 'image' && !answer && images.length === 0 && (
        <p className="text-sm text-muted">No image at the time of the report.</p>
      )}
      {calculations.length > 0 && (
        <ul className="flex flex-col gap-2 text-sm" aria-label="Shared calculations">
          {calculations.map(({ name, shared }) => (
            <li key={`${name} ${shared?.kind} ${shared?.name}`}>
              “{name}”<span className="block text-xs text-muted">{sharedText(name, shared)}</span>
            </li>
          ))}
        </ul>
      )}
      {images.length > 0 && (
        <ul className="flex flex-wrap gap-4" aria-label="Images at the time of the report">
          {images.map(({ url, is_current }) => (
            <li key={url} className="flex flex-col gap-1 text-xs text-muted">
              <img
                className="block rounded border border-rule bg-raised object-cover"
                src={url}
                alt={`${username} at the time of the report`}
                width={imageSizePx}
                height={imageSizePx}
              />
              {is_current ? 'Still in use' : 'No longer in use'}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function sharedText(name: string, shared: Flag['calculations'][number]['shared']): string {
  if (!shared) return 'No longer shared with who reported it.';
  const kind = `${kindNames[shared.kind]}, still shared with who reported it`;
  return shared.name === name ? `${kind}.` : `${kind}. It is now called “${shared.name}”.`;
}

function Answer({ answer }: { answer: NonNullable<FlagSummary['answer']> }) {
  const { outcome, answered_by, answered_at, message, note } = answer;
  return (
    <section className="flex flex-col gap-2 border-t border-rule pt-4" aria-label="Answer">
      <p className="font-semibold text-strong">{kindInWords(outcome)}</p>
      {message && <p className="text-sm wrap-anywhere whitespace-pre-wrap">{message}</p>}
      {note && <p className="text-sm wrap-anywhere whitespace-pre-wrap text-muted">Note: {note}</p>}
      <p className="text-xs text-muted">
        {answered_by ?? 'A deleted agent'}, <UtcTime at={answered_at} />
      </p>
    </section>
  );
}

function Earlier({ flags }: { flags: readonly FlagSummary[] }) {
  if (flags.length === 0) return null;
  return (
    <section className="flex flex-col gap-2 border-t border-rule pt-4">
      <h3 className="label">Other flags about this person</h3>
      <ul className="flex flex-col gap-3 text-sm">
        {flags.map(({ id, subject, reasons, flags: number, latest_at, answer }) => (
          <li key={id}>
            <p>
              {subjectText(subject)}: {reasons.map(reasonText).join(', ')}
              {number > 1 && ` (${number})`}
            </p>
            <p className="text-xs text-muted">
              <UtcTime at={latest_at} /> ·{' '}
              {answer
                ? `${kindInWords(answer.outcome)} by ${answer.answered_by ?? 'a deleted agent'}`
                : 'Open'}
            </p>
            {answer?.message && <p className="text-xs wrap-anywhere text-muted">Message: {answer.message}</p>}
            {answer?.note && <p className="text-xs wrap-anywhere text-muted">Note: {answer.note}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}
