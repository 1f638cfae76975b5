import type { Attempt, AttemptQuestion } from 'contract/training.ts';
import { useState } from 'react';
import { paths } from '#parts/paths.ts';
import { Button } from '#ui/button.tsx';
import { Panel } from '#ui/panel.tsx';
import { Cell, HeaderCell, Table } from '#ui/table.tsx';
import { Practice } from './practice.tsx';
import { ReadAgain } from './read-again.tsx';
import { percent, shareOf } from './shares.ts';
import styles from './training.module.css';

export const isWrong = ({ chosen, answer }: AttemptQuestion): boolean => chosen !== answer;

export function AttemptResult({ attempt }: { attempt: Attempt }) {
  const { correct, total, by_category: categories, questions } = attempt;
  const [isPracticing, setPracticing] = useState(false);
  const wrong = questions.filter(isWrong);
  if (isPracticing) return <Practice questions={wrong} onEnd={() => setPracticing(false)} />;
  return (
    <div className={styles.stack}>
      <Panel title="Result">
        <div className={styles.stack}>
          <p className={styles.headline}>
            <strong>{percent(shareOf(attempt))}</strong> {correct} of {total} right
          </p>
          <Table caption="By category">
            <thead>
              <tr>
                <HeaderCell>Category</HeaderCell>
                <HeaderCell numeric>Right</HeaderCell>
                <HeaderCell numeric>Share</HeaderCell>
              </tr>
            </thead>
            <tbody>
              {categories.map((category) => (
                <tr key={category.name}>
                  <HeaderCell scope="row">{category.name}</HeaderCell>
                  <Cell numeric>
                    {category.correct} of {category.total}
                  </Cell>
                  <Cell numeric>{percent(shareOf(category))}</Cell>
                </tr>
              ))}
            </tbody>
          </Table>
          <div className={styles.buttons}>
            {wrong.length > 0 && (
              <Button variant="primary" onClick={() => setPracticing(true)}>
                Try again what was wrong ({wrong.length})
              </Button>
            )}
            <Button to={paths.training} variant={wrong.length > 0 ? 'secondary' : 'primary'}>
              New training
            </Button>
          </div>
        </div>
      </Panel>
      {wrong.length > 0 && <ReadAgain questions={wrong} />}
    </div>
  );
}
