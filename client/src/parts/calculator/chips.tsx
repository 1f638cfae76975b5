import { type ReactNode, useId, useState } from 'react';
import { cx } from '#ui/cx.ts';
import { Tag } from '#ui/feedback/tag.tsx';

interface Chip {
  name: string;
  title: string;
  /** The values of the option; empty if there are none. */
  content: string;
  /** Whether a field of the option cannot be used. */
  isRefused?: boolean;
  /** The fields of the option. */
  children: ReactNode;
}

interface ChipsProps {
  chips: readonly Chip[];
  /** The number of chips that are always visible; `More` displays the others. */
  main?: number;
  onOpen?: (name: string) => void;
}

/** Options as chips that say their values. One opens at a time, in a panel below all. */
export function Chips({ chips, main = chips.length, onOpen }: ChipsProps) {
  const id = useId();
  const [opened, setOpened] = useState<string>();
  const [hasAll, setHasAll] = useState(false);
  const isOfUse = ({ name, content, isRefused }: Chip, index: number) =>
    index < main || hasAll || opened === name || content !== '' || isRefused;

  function toggle(name: string) {
    const isOpen = opened === name;
    setOpened(isOpen ? undefined : name);
    if (!isOpen) onOpen?.(name);
  }

  return (
    <div className="flex min-w-0 flex-col gap-4">
      <div className="flex flex-wrap gap-2">
        {chips.map(
          (chip, index) =>
            isOfUse(chip, index) && (
              <button
                key={chip.name}
                type="button"
                className="button button-chip"
                aria-expanded={opened === chip.name}
                aria-controls={id + chip.name}
                onClick={() => toggle(chip.name)}
              >
                <span className={cx('wrap-anywhere', !chip.content && "sign [--sign:'+_']")}>
                  {chip.title}
                  {chip.content && (
                    <>
                      : <strong>{chip.content}</strong>
                    </>
                  )}
                </span>
                {chip.isRefused && <Tag tone="warn">CHECK THIS</Tag>}
              </button>
            ),
        )}
        {main < chips.length && (
          <button
            type="button"
            className="button button-chip"
            aria-expanded={hasAll}
            onClick={() => setHasAll(!hasAll)}
          >
            <span className={cx('sign', hasAll ? "[--sign:'−_']" : "[--sign:'+_']")}>More</span>
          </button>
        )}
      </div>
      {chips.map(({ name, children }) => (
        <div
          key={name}
          className="border border-rule bg-surface p-5 max-sm:p-4"
          id={id + name}
          hidden={opened !== name}
        >
          {children}
        </div>
      ))}
    </div>
  );
}
