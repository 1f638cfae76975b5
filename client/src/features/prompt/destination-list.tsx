import { Command } from 'cmdk';
import type { Destination, DestinationGroup } from './destinations.queries.ts';

interface DestinationListProps {
  groups: readonly DestinationGroup[];
  onSelect: (destination: Destination) => void;
}

/** Needs a `Command` around it, which moves the selection. */
export function DestinationList({ groups, onSelect }: DestinationListProps) {
  return (
    <Command.List
      label="Where to go"
      className="col-span-full max-h-[40vh] overflow-y-auto overscroll-contain"
    >
      {groups.map(({ name, destinations }) => (
        <Command.Group
          key={name}
          heading={name}
          className="[&_[cmdk-group-heading]]:pt-3 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-dim"
        >
          {destinations.map((destination) => (
            <Command.Item
              key={destination.id}
              value={`${name} ${destination.id}`}
              className="flex min-h-control cursor-pointer flex-wrap items-baseline gap-x-4 border-s-2 border-transparent px-3 py-2 text-sm data-[selected=true]:border-accent data-[selected=true]:bg-surface"
              onSelect={() => onSelect(destination)}
            >
              <span className="font-semibold wrap-anywhere text-accent">{destination.label}</span>
              <span className="wrap-anywhere text-muted">{destination.text}</span>
            </Command.Item>
          ))}
        </Command.Group>
      ))}
    </Command.List>
  );
}
