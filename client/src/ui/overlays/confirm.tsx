import { toastLimits } from 'contract/limits.ts';
import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { Button } from '#ui/controls/button.tsx';
import { cx } from '#ui/cx.ts';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';

export interface Question {
  title: string;
  /** Names what will be lost. */
  message: string;
  confirmLabel: string;
  onConfirm: () => void;
}

interface Asked extends Question {
  id: number;
  /** The question stands beside it and restores the focus to it. */
  opener: HTMLElement | null;
  close: (announcement?: string) => void;
}

let root: Root | undefined;
let lastId = 0;

/**
 * Disappears after 20 seconds without an answer, at a new question, or when the user leaves the page. Not for modal
 * dialogs, which would make it inert.
 */
export function askToConfirm(question: Question): void {
  root ??= createRoot(document.body.appendChild(document.createElement('div')));
  const { activeElement, body } = document;
  const isOpener =
    activeElement instanceof HTMLElement &&
    activeElement !== body &&
    !activeElement.closest('[role=alertdialog]');
  const asked: Asked = {
    ...question,
    id: ++lastId,
    opener: isOpener ? activeElement : null,
    close: (announcement) => {
      if (asked.id === lastId) root?.render(<Host asked={null} announcement={announcement} />);
    },
  };
  root.render(<Host asked={asked} />);
}

function Host({ asked, announcement }: { asked: Asked | null; announcement?: string | undefined }) {
  return (
    <>
      {asked && <Confirmation key={asked.id} {...asked} />}
      <VisuallyHidden>
        <output>{announcement}</output>
      </VisuallyHidden>
    </>
  );
}

function Confirmation({ title, message, confirmLabel, onConfirm, opener, close }: Asked) {
  const ref = useRef<HTMLDivElement>(null);
  const cancel = useRef<HTMLButtonElement>(null);
  const id = useId();
  const leftMs = useTimeLeft(ref, close);

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

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) close();
  });

  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);

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
        <p className="me-auto text-xs text-muted tabular-nums">{Math.ceil(leftMs / 1000)} s left</p>
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
      <progress className="confirm-clock" aria-hidden="true" max={toastLimits.deletionMs} value={leftMs} />
    </div>
  );
}

const tickMs = 200;

/**
 * Paused while the pointer or the keyboard is in the question. `:focus-visible`, because a click with the mouse must
 * not pause it for ever.
 */
function useTimeLeft(ref: { current: HTMLElement | null }, close: Asked['close']): number {
  const [leftMs, setLeftMs] = useState<number>(toastLimits.deletionMs);

  useEffect(() => {
    const path = window.location.pathname;
    let lastTickMs = Date.now();
    const timer = setInterval(() => {
      const passedMs = Date.now() - lastTickMs;
      lastTickMs += passedMs;
      if (window.location.pathname !== path) close();
      if (ref.current?.matches(':hover, :has(:focus-visible)')) return;
      setLeftMs((left) => Math.max(0, left - passedMs));
    }, tickMs);
    return () => clearInterval(timer);
  }, [ref, close]);

  const isOver = leftMs === 0;
  useEffect(() => {
    if (isOver) close('The question went unanswered. Nothing was changed.');
  }, [isOver, close]);

  return leftMs;
}
