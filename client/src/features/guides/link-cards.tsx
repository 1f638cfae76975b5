import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

interface LinkCard {
  to: string;
  title: string;
  content: ReactNode;
}

export function LinkCards({ cards }: { cards: readonly LinkCard[] }) {
  return (
    <ul className="grid grid-fill-[20rem] gap-x-5 gap-y-6">
      {cards.map(({ to, title, content }) => (
        <li
          className="flex flex-col gap-2 border-t border-rule pt-3 [&_p+p]:mt-auto [&_p+p]:text-sm [&_p+p]:text-muted"
          key={to}
        >
          <h3 className="text-md">
            <Link to={to}>{title}</Link>
          </h3>
          {content}
        </li>
      ))}
    </ul>
  );
}
