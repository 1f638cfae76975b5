import { useState } from 'react';
import { QuestionView } from '#parts/quiz/question-view.tsx';
import { Button } from '#ui/controls/button.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { choiceContent, contentOf, type QuestionDraft } from './question-draft.ts';

/** The question as users see it, before and after the answer. */
export function QuestionPreview({ draft, categoryName }: { draft: QuestionDraft; categoryName: string }) {
  const [chosen, setChosen] = useState<number | null>(null);
  const [isAnswered, setAnswered] = useState(false);
  const { text, difficulty, explanation } = contentOf(draft);
  const { choices, answer } = choiceContent(draft);
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
      <div className="flex flex-col gap-4">
        <QuestionView
          question={question}
          chosen={chosen}
          onChoose={setChosen}
          answer={isAnswered ? (answer ?? -1) : null}
        />
        {isAnswered && (
          <p className="border-s-[3px] border-s-ok bg-raised px-4 py-3 wrap-anywhere whitespace-pre-wrap text-muted">
            {explanation || 'The explanation appears here.'}
          </p>
        )}
      </div>
    </Panel>
  );
}
