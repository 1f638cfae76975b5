import type { ComponentProps } from 'react';

/** A list of cards, as many in a row as there is room for. */
export function CardGrid(props: ComponentProps<'ul'>) {
  return <ul className="grid grid-fill-[20rem] gap-x-5 gap-y-6" {...props} />;
}
