import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Loading } from '#ui/spinner.tsx';
import styles from './link-cards.module.css';

interface LinkCard {
  to: string;
  title: string;
  content: ReactNode;
}

interface LinkCardsProps {
  /** Undefined until they are there. */
  cards: readonly LinkCard[] | undefined;
  /** What could not be had, as the title of the message. */
  failure?: string;
  error?: Error | null;
  retry?: () => void;
}

/** Places that one can go to, each with what it is for. */
export function LinkCards({ cards, failure, error, retry }: LinkCardsProps) {
  if (error) {
    return (
      <Alert tone="error" role="alert" title={failure}>
        <p>{error.message}</p>
        <Button onClick={retry}>Try again</Button>
      </Alert>
    );
  }
  if (!cards) return <Loading />;
  return (
    <ul className={styles.cards}>
      {cards.map(({ to, title, content }) => (
        <li className={styles.card} key={to}>
          <h3>
            <Link to={to}>{title}</Link>
          </h3>
          {content}
        </li>
      ))}
    </ul>
  );
}
