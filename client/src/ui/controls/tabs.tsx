import { Activity, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import './tabs.css';

export interface Tab<Id extends string = string> {
  id: Id;
  label: ReactNode;
  content: ReactNode;
}

interface TabsProps<Id extends string> {
  /** The name of the tab list for screen readers. */
  label: string;
  tabs: readonly Tab<Id>[];
  selected: Id;
  onSelect: (id: Id) => void;
}

/**
 * APG tabs with manual activation. A tab's content is rendered when it is first opened; hidden tabs keep their state.
 */
export function Tabs<Id extends string>({ label, tabs, selected, onSelect }: TabsProps<Id>) {
  const baseId = useId();
  const row = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState<ReadonlySet<Id>>(new Set([selected]));
  if (!opened.has(selected)) setOpened(new Set([...opened, selected]));

  // The row scrolls on narrow screens, so the selected tab is scrolled into view.
  useEffect(() => {
    const tab = document.getElementById(`${baseId}${selected}`);
    if (tab && row.current) row.current.scrollLeft = tab.offsetLeft - row.current.offsetLeft;
  }, [baseId, selected]);

  function move(event: KeyboardEvent) {
    const buttons = [...row.current!.querySelectorAll('button')];
    const focused = buttons.indexOf(event.target as HTMLButtonElement);
    const next = { ArrowRight: focused + 1, ArrowLeft: focused - 1, Home: 0, End: -1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    buttons.at(next % buttons.length)?.focus();
  }

  return (
    <div className="flex min-w-0 flex-col gap-5">
      <div
        ref={row}
        className="flex overflow-x-auto border-b border-rule print:hidden"
        role="tablist"
        aria-label={label}
      >
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            className="tab"
            role="tab"
            id={`${baseId}${tab.id}`}
            aria-controls={`${baseId}${tab.id}panel`}
            aria-selected={tab.id === selected}
            tabIndex={tab.id === selected ? 0 : -1}
            onClick={() => onSelect(tab.id)}
            onKeyDown={move}
          >
            {tab.label}
          </button>
        ))}
      </div>
      {tabs.map((tab) => (
        <div
          key={tab.id}
          role="tabpanel"
          id={`${baseId}${tab.id}panel`}
          aria-labelledby={`${baseId}${tab.id}`}
          hidden={tab.id !== selected}
        >
          {opened.has(tab.id) && (
            <Activity mode={tab.id === selected ? 'visible' : 'hidden'}>{tab.content}</Activity>
          )}
        </div>
      ))}
    </div>
  );
}
