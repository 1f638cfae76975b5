import type { ReactNode } from 'react';
import { Tag } from '#ui/feedback/tag.tsx';

interface OptionRowProps {
  /** The rows of one group open one at a time. */
  group: string;
  title: string;
  /** The values in the row; empty if there are none. */
  content?: string;
  /** A warning beside the title. */
  tag?: string | false | undefined;
  children: ReactNode;
}

/** The title of a row includes its values: `Extra repayments · $200 a month`. */
export function OptionRow({ group, title, content, tag, children }: OptionRowProps) {
  return (
    <details
      // The title of the panel has a line below it.
      className="border-t border-rule first-of-type:border-t-0 last-of-type:border-b"
      name={group}
    >
      <summary className="min-h-control font-semibold hover:bg-raised">
        <span className="min-w-0 wrap-anywhere">
          {title}
          {content && <span className="font-normal text-strong"> · {content}</span>}
        </span>
        {tag && <Tag tone="warn">{tag}</Tag>}
      </summary>
      <div className="pt-2 pb-5">{children}</div>
    </details>
  );
}
