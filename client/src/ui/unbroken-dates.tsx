/** A text of which no date, such as 2026-11-30, and no income year, such as 2026-27, breaks at its hyphens. */
export const UnbrokenDates = ({ children }: { children: string }) =>
  children.split(/\b(\d{4}-\d\d(?:-\d\d)?)(?=\b|T)/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- the dates have no other identity.
      <span key={index} className="whitespace-nowrap">
        {part}
      </span>
    ),
  );
