import type { UseComboboxPropGetters } from 'downshift';
import type { Destination, DestinationGroup } from './destinations.queries.ts';

interface DestinationListProps extends Pick<
  UseComboboxPropGetters<Destination>,
  'getMenuProps' | 'getItemProps'
> {
  groups: readonly DestinationGroup[];
  choose: (destination: Destination) => void;
}

export function DestinationList({ groups, choose, getMenuProps, getItemProps }: DestinationListProps) {
  return (
    <div
      {...getMenuProps({ 'aria-label': 'Where to go' })}
      className="col-span-full max-h-[40vh] overflow-y-auto overscroll-contain"
    >
      {groups.map(({ name, destinations }) => (
        <fieldset key={name} className="min-w-0" aria-label={name}>
          <div className="pt-3 pb-1 text-xs text-muted" aria-hidden="true">
            {name}
          </div>
          {destinations.map((destination) => (
            <div
              {...getItemProps({ item: destination, onClick: () => choose(destination) })}
              key={destination.id}
              // The first entry of a group scrolls into view with the heading.
              className="flex min-h-control cursor-pointer flex-wrap items-baseline gap-x-4 border-s-2 border-transparent px-3 py-2 text-sm aria-selected:border-accent aria-selected:bg-surface nth-2:scroll-mt-7"
            >
              <span className="font-semibold wrap-anywhere text-strong">{destination.label}</span>
              <span className="wrap-anywhere text-muted">{destination.text}</span>
            </div>
          ))}
        </fieldset>
      ))}
    </div>
  );
}
