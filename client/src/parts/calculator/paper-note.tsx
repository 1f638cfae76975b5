import { site } from 'contract/texts.ts';
import { useState } from 'react';
import styles from './paper-note.module.css';

/** What a result on paper needs to stand by itself; on the screen it is not shown. */
export function PaperNote({ title }: { title: string }) {
  const [day] = useState(today);
  return (
    <div className={styles.note}>
      <p>
        {site.name}: {title}, {day}
      </p>
      <p>{window.location.href}</p>
      <p>Information only. {site.name} is not a financial advisor and offers no product.</p>
    </div>
  );
}

const today = () => new Date().toLocaleDateString('en-AU', { dateStyle: 'long' });
