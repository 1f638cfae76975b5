import { toastLimits } from 'contract/limits.ts';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { Button } from '#ui/controls/button.tsx';
import { cx } from '#ui/cx.ts';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { useListener } from '#ui/use-listener.ts';
import '#ui/feedback/progress-bar.css';
import './popovers.css';

export interface Question {
  title: string;
  /** Names the data that will be lost. */
  message: string;
  confirmLabel: string;
  onConfirm: () => void;
}

interface OpenConfirmation extends Question {
  id: number;
  /** The control beside which the confirmation opens; focus returns to it. */
  opener: HTMLElement | null;
  close: (announcement?: string) => void;
}

let root: Root | undefined;
let lastId = 0;

/**
 * Asks the user to confirm. The confirmation disappears after 20 seconds without a decision, when another one opens, or
 * when the user leaves the page. It does not work inside a modal dialog, which would make it inert.
 */
export function askToConfirm(question: Question): void {
  root ??= createRoot(document.body.appendChild(document.createElement('div')));
  const { activeElement, body } = document;
  const isOpener =
    activeElement instanceof HTMLElement &&
    activeElement !== body &&
    !activeElement.closest('[role=alertdialog]');
  const confirmation: OpenConfirmation = {
    ...question,
    id: ++lastId,
    opener: isOpener ? activeElement : null,
    close: (announcement) => {
      if (confirmation.id === lastId) root?.render(<Host confirmation={null} announcement={announcement} />);
    },
  };
  root.render(<Host confirmation={confirmation} />);
}

function Host({
  confirmation,
  announcement,
}: {
  confirmation: OpenConfirmation | null;
  announcement?: string | undefined;
}) {
  return (
    <>
      {confirmation && <Confirmation key={confirmation.id} {...confirmation} />}
      <VisuallyHidden>
        <output>{announcement}</output>
      </VisuallyHidden>
    </>
  );
}

function Confirmation({ title, message, confirmLabel, onConfirm, opener, close }: OpenConfirmation) {
  const ref = useRef<HTMLDivElement>(null);
  const cancel = useRef<HTMLButtonElement>(null);
  const id = useId();
  const remainingMs = useTimeLeft(ref, close);

  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showPopover(opener ? { source: opener } : {});
    cancel.current?.focus({ preventScroll: true });
    return () => {
      const hasFocus = dialog?.contains(document.activeElement);
      dialog?.hidePopover();
      if (hasFocus) opener?.focus();
    };
  }, [opener]);

  useListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      // So that it closes nothing below the confirmation.
      event.preventDefault();
      close();
    },
    'document',
  );

  return (
    <div
      ref={ref}
      className={cx('confirm', opener !== null && 'confirm-beside')}
      popover="manual"
      role="alertdialog"
      aria-labelledby={`${id}title`}
      aria-describedby={`${id}message`}
    >
      <p className="font-semibold tracking-wide text-error" id={`${id}title`}>
        {title}
      </p>
      <p id={`${id}message`}>{message}</p>
      <div className="flex flex-wrap items-center justify-end gap-3">
        <p className="me-auto text-xs text-muted tabular-nums">{Math.ceil(remainingMs / 1000)} s left</p>
        <Button ref={cancel} onClick={() => close()}>
          Cancel
        </Button>
        <Button
          variant="danger"
          onClick={() => {
            close();
            onConfirm();
          }}
        >
          {confirmLabel}
        </Button>
      </div>
      <progress
        className="progress-bar absolute inset-x-0 bottom-0 h-1 rounded-none border-0 bg-transparent text-error"
        aria-hidden="true"
        max={toastLimits.deletionMs}
        value={remainingMs}
      />
    </div>
  );
}

const tickMs = 200;

/**
 * The time in milliseconds until the confirmation disappears. It pauses while the pointer or the keyboard focus is
 * inside; `:focus-visible` excludes focus after a mouse click, which would pause it for ever.
 */
function useTimeLeft(ref: { current: HTMLElement | null }, close: OpenConfirmation['close']): number {
  const [remainingMs, setRemainingMs] = useState<number>(toastLimits.deletionMs);

  useEffect(() => {
    const path = window.location.pathname;
    let lastTickMs = Date.now();
    const timer = setInterval(() => {
      const elapsedMs = Date.now() - lastTickMs;
      lastTickMs += elapsedMs;
      if (window.location.pathname !== path) close();
      if (ref.current?.matches(':hover') || ref.current?.querySelector(':focus-visible')) return;
      setRemainingMs((remaining) => Math.max(0, remaining - elapsedMs));
    }, tickMs);
    return () => clearInterval(timer);
  }, [ref, close]);

  const isOver = remainingMs === 0;
  useEffect(() => {
    if (isOver) close('The question went unanswered. Nothing was changed.');
  }, [isOver, close]);

  return remainingMs;
}
