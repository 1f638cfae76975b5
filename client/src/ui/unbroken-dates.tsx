import { Fragment } from 'react';

/** Dates such as 2026-11-30 in a text, none of which breaks at its hyphens. */
export const UnbrokenDates = ({ children }: { children: string }) => (
  <>
    {[...children.matchAll(/(.*?)(\d{4}-\d\d-\d\d|$)/g)].map(({ 1: text, 2: date, index }) => (
      <Fragment key={index}>
        {text}
        <span className="whitespace-nowrap">{date}</span>
      </Fragment>
    ))}
  </>
);
