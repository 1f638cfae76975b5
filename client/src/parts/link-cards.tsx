import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { CardGrid } from '#ui/card-grid.tsx';
import styles from './link-cards.module.css';

interface LinkCard {
  to: string;
  title: string;
  content: ReactNode;
}

export function LinkCards({ cards }: { cards: readonly LinkCard[] }) {
  return (
    <CardGrid>
      {cards.map(({ to, title, content }) => (
        <li className={styles.card} key={to}>
          <h3>
            <Link to={to}>{title}</Link>
          </h3>
          {content}
        </li>
      ))}
    </CardGrid>
  );
}
