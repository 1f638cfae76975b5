import { count } from 'contract/counts.ts';
import { sessionLimits } from 'contract/accounts/sessions.constants.ts';
import { layoutTexts } from 'contract/texts.ts';
import { useState } from 'react';
import { LeaveDialog } from '#parts/unsaved/leave-dialog.tsx';
import { useUnsavedForms } from '#parts/unsaved/unsaved-forms.tsx';
import type { Session } from '#session/session.ts';
import { useTimeToLogout } from '#session/use-time-to-logout.ts';
import { Button } from '#ui/controls/button.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { useLogout } from './use-logout.ts';

export function Agent({ session }: { session: Session }) {
  const { mutate: logout, isPending } = useLogout();
  const forms = useUnsavedForms();
  const [isLeaveDialogOpen, setLeaveDialogOpen] = useState(false);
  return (
    <>
      <div className="flex min-w-0 flex-[1_1_0] flex-wrap justify-end gap-x-4 gap-y-0 text-sm tracking-wide text-muted max-md:max-w-[9rem] max-md:flex-none max-md:flex-col max-md:items-end max-md:text-xs max-md:leading-[1.2] max-md:tracking-normal">
        <p className="max-w-full min-w-0 text-right wrap-anywhere md:truncate">
          AGENT{' '}
          <strong className="font-semibold tracking-normal text-strong" title={session.user.username}>
            {session.user.username}
          </strong>
        </p>
        <LogoutCountdown />
      </div>
      <Button
        variant="ghost"
        // In two lines on a phone, so that the header stays one.
        className="max-md:ml-auto max-md:w-min max-md:text-right max-md:text-xs max-md:leading-[1.2] max-md:tracking-normal"
        loading={isPending}
        onClick={() => (forms.firstUnsaved() ? setLeaveDialogOpen(true) : logout(session))}
      >
        {layoutTexts.terminateSession}
      </Button>
      {isLeaveDialogOpen && (
        <LeaveDialog
          onStay={() => setLeaveDialogOpen(false)}
          onLeave={() => {
            setLeaveDialogOpen(false);
            logout(session);
          }}
        />
      )}
    </>
  );
}

const updateIntervalMs = 1_000;

/** The time until the automatic logout in minutes and seconds. Screen readers announce it twice near the end. */
export function LogoutCountdown() {
  const remainingMs = useTimeToLogout(updateIntervalMs);
  if (remainingMs === null) return null;

  const seconds = Math.floor(remainingMs / 1000);
  const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  // The text changes, and is therefore announced, only at a threshold. The thresholds are in descending order.
  const thresholdMs = sessionLimits.countdownAnnouncementsMs.findLast((limitMs) => remainingMs <= limitMs);
  return (
    <>
      <p className="whitespace-nowrap" role="timer" aria-label="Time until automatic logout">
        <span aria-hidden="true">LOGOUT </span>
        <time className="tracking-normal text-strong tabular-nums" dateTime={`PT${seconds}S`}>
          {clock}
        </time>
      </p>
      <VisuallyHidden>
        <output>
          {thresholdMs !== undefined && `Automatic logout within ${count(thresholdMs / 60_000, 'minute')}.`}
        </output>
      </VisuallyHidden>
    </>
  );
}
