import type { ReactNode } from 'react';
import { Tag } from '#ui/feedback/tag.tsx';

interface OptionRowProps {
  /** The rows of one group open one at a time. */
  group: string;
  title: string;
  /** The values in the row; empty if there are none. */
  content?: string;
  isRefused?: boolean;
  /** Called when the row is opened. */
  onOpen?: () => void;
  children: ReactNode;
}

/** The title of a row includes its values: `Extra repayments · $200 a month`. */
export function OptionRow({ group, title, content, isRefused, onOpen, children }: OptionRowProps) {
  return (
    <details
      className="option-row"
      name={group}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) onOpen?.();
      }}
    >
      <summary>
        <span className="min-w-0 wrap-anywhere">
          {title}
          {content && <span className="font-normal text-text"> · {content}</span>}
        </span>
        {isRefused && <Tag tone="warn">CHECK THIS</Tag>}
      </summary>
      <div className="pt-2 pb-5">{children}</div>
    </details>
  );
}
