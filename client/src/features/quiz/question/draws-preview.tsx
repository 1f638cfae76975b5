import { answerDecimals, figureText } from 'contract/quiz/figures.ts';
import type { FigureUnit } from 'contract/quiz/quiz.constants.ts';
import type { ResponseOf } from '#api/call.ts';
import { detailsOf } from '#api/api-error.ts';
import { Button } from '#ui/controls/button.tsx';
import { Alert } from '#ui/feedback/alert.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { Cell, HeaderCell, Table } from '#ui/layout/table.tsx';
import { usePreviewQuestion } from '../quiz.queries.ts';
import { contentOf, type QuestionDraft } from './question-draft.ts';

/** Draws of the question with their answers, and the answers at its corners, as the server computes them. */
export function DrawsPreview({ draft }: { draft: QuestionDraft }) {
  const { mutate, data, error, isPending } = usePreviewQuestion();
  const draw = () => mutate({ ...contentOf(draft), category_id: draft.category });
  const { unit, variables } = draft;
  return (
    <Panel
      title="Preview"
      aside={
        <Button variant="ghost" loading={isPending} onClick={draw}>
          {data ? 'Draw again' : 'Draw figures'}
        </Button>
      }
    >
      <div className="flex flex-col gap-5" aria-live="polite">
        {error && (
          <Alert tone="error" role="alert" title="The question cannot be saved like this">
            <ul className="ps-4 [list-style:revert]">
              {refusalsOf(error).map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </Alert>
        )}
        {!data && !error && (
          <p className="text-muted">
            Draw figures to see the question as users see it, and its answer where every variable is at its
            first or last value.
          </p>
        )}
        {data && (
          <>
            <Draws draws={data.draws} unit={unit} />
            {variables.length > 0 && <Corners corners={data.corners} unit={unit} variables={variables} />}
          </>
        )}
      </div>
    </Panel>
  );
}

const refusalsOf = (error: Error): string[] => {
  const details = Object.entries(detailsOf(error));
  return details.length > 0
    ? details.map(([field, reasons]) => `${field}: ${reasons.join(' ')}`)
    : [error.message];
};

type Preview = ResponseOf<'previewQuestion'>;

const written = (answer: number, unit: FigureUnit) =>
  figureText(Number(answer.toFixed(answerDecimals(unit))), unit);

function Draws({ draws, unit }: { draws: Preview['draws']; unit: FigureUnit }) {
  return (
    <ol className="grid gap-4">
      {draws.map(({ text, answer, explanation }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a draw is its place.
        <li key={index} className="grid gap-1 border-s border-s-rule ps-4">
          <p className="font-semibold wrap-anywhere whitespace-pre-wrap">{text}</p>
          <p>
            <span className="text-muted">Answer</span> {written(answer, unit)}
          </p>
          {explanation && <p className="wrap-anywhere whitespace-pre-wrap text-muted">{explanation}</p>}
        </li>
      ))}
    </ol>
  );
}

interface CornersProps {
  corners: Preview['corners'];
  unit: FigureUnit;
  variables: QuestionDraft['variables'];
}

function Corners({ corners, unit, variables }: CornersProps) {
  return (
    <Table caption="The answer at the corners">
      <thead>
        <tr>
          {variables.map(({ name }) => (
            <HeaderCell key={name} numeric>
              {name}
            </HeaderCell>
          ))}
          <HeaderCell numeric>Answer</HeaderCell>
        </tr>
      </thead>
      <tbody>
        {corners.map(({ values, answer }) => (
          <tr key={JSON.stringify(values)}>
            {variables.map((variable) => (
              <Cell key={variable.name} numeric>
                {figureText(values[variable.name] ?? Number.NaN, variable.unit)}
              </Cell>
            ))}
            <Cell numeric>{written(answer, unit)}</Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
