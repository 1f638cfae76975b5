import { Fragment, type ReactNode } from 'react';

/** Labels with their values, in two columns. With large text in a narrow place, the values are below their labels. */
export function DescriptionList({ items }: { items: Readonly<Record<string, ReactNode>> }) {
  return (
    <div className="@container">
      <dl className="grid grid-cols-[fit-content(45%)_minmax(0,1fr)] items-baseline gap-x-4 gap-y-1 text-sm @max-[15rem]:block">
        {Object.entries(items).map(([label, value]) => (
          <Fragment key={label}>
            <dt className="text-muted">{label}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
      </dl>
    </div>
  );
}
