import { useState } from 'react';
import { QuestionView } from '#parts/quiz/question-view.tsx';
import { Button } from '#ui/button.tsx';
import { Panel } from '#ui/panel.tsx';
import layout from '#ui/layout.module.css';
import { contentOf, type QuestionDraft } from './question-draft.ts';
import styles from './question-form.module.css';

/** As users see it, before and after the answer. */
export function QuestionPreview({ draft, categoryName }: { draft: QuestionDraft; categoryName: string }) {
  const [chosen, setChosen] = useState<number | null>(null);
  const [isAnswered, setAnswered] = useState(false);
  const { text, choices, difficulty, explanation, answer } = contentOf(draft);
  const question = {
    text: text || 'The question',
    choices: choices.map((choice, index) => choice || `Choice ${index + 1}`),
    category_name: categoryName || 'Category',
    difficulty,
  };
  return (
    <Panel
      title="Preview"
      aside={
        <Button variant="ghost" onClick={() => setAnswered(!isAnswered)}>
          {isAnswered ? 'Hide answer' : 'Show answer'}
        </Button>
      }
    >
      <div className={layout.stack}>
        <QuestionView
          question={question}
          chosen={chosen}
          onChoose={setChosen}
          answer={isAnswered ? (answer ?? -1) : null}
        />
        {isAnswered && <p className={styles.explanation}>{explanation || 'The explanation stands here.'}</p>}
      </div>
    </Panel>
  );
}
