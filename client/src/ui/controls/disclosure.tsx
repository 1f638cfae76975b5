import { useId, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { cx } from '#ui/cx.ts';
import { Icon } from '#ui/icon.tsx';
import type { PanelProps } from '#ui/layout/panel.tsx';

/** APG disclosure pattern. A link to the `id` opens it. The content is rendered once it has been open, and then stays. */
export function Disclosure({
  id,
  title,
  aside,
  defaultOpen = true,
  className,
  children,
}: PanelProps & { defaultOpen?: boolean }) {
  const [open, setOpen] = useState(defaultOpen);
  const [hasBeenOpen, setHasBeenOpen] = useState(defaultOpen);
  const { hash } = useLocation();
  const [followed, setFollowed] = useState('');
  if (hash !== followed) {
    setFollowed(hash);
    if (id !== undefined && hash === `#${id}`) {
      setOpen(true);
      setHasBeenOpen(true);
    }
  }
  const bodyId = useId();
  const titleId = useId();
  return (
    // Without scripts, what is closed at first cannot be opened.
    <section
      id={id}
      className={cx('min-w-0', !defaultOpen && 'noscript:hidden', className)}
      aria-labelledby={titleId}
    >
      <div className="flex flex-wrap items-center gap-x-4 border-b border-rule">
        <h2 className="min-w-min flex-1 text-md">
          <button
            type="button"
            className="group flex min-h-control w-full items-center gap-3 py-2 text-left leading-[1.3] font-semibold text-strong transition-colors hover:bg-raised focus-visible:outline-offset-inside"
            id={titleId}
            aria-expanded={open}
            aria-controls={bodyId}
            onClick={() => {
              setOpen(!open);
              setHasBeenOpen(true);
            }}
          >
            <Icon className="transition-transform duration-(--slide-duration) group-aria-expanded:rotate-90">
              <path d="m9 5 7 7-7 7" />
            </Icon>
            <span>{title}</span>
          </button>
        </h2>
        {aside && <div className="flex-none py-1 text-xs text-muted">{aside}</div>}
      </div>
      <div className="pt-4" id={bodyId} hidden={!open}>
        {hasBeenOpen && children}
      </div>
    </section>
  );
}
