import { useQuery } from '@tanstack/react-query';
import { newerVersionText } from 'contract/texts.ts';
import { Navigate, useParams } from 'react-router-dom';
import { paths } from '#parts/navigation/paths.ts';
import { QueryState } from '#parts/query/query-state.tsx';
import { useDeletion } from '#parts/record-list/record-source.ts';
import { StaffPage } from '#parts/navigation/staff-page.tsx';
import { UnsavedBlocker } from '#parts/unsaved/unsaved-blocker.tsx';
import { Button } from '#ui/controls/button.tsx';
import { askToConfirm } from '#ui/overlays/confirm.tsx';
import { draftOf } from './question/question-draft.ts';
import { QuestionForm } from './question-form.tsx';
import { questionQuery, questions } from './quiz.queries.ts';

export default function EditQuestionScreen() {
  const { questionId = '' } = useParams();
  const question = useQuery(questionQuery(questionId));
  const deletion = useDeletion(questions);

  function askToDelete() {
    askToConfirm({
      title: 'Delete this question?',
      message: 'The question is deleted permanently. Trainings that include it keep their copy.',
      confirmLabel: 'Delete question',
      onConfirm: () => deletion.mutate({ ids: [questionId] }),
    });
  }

  // Unmounts the form, whose unsaved changes would block the navigation.
  if (deletion.isSuccess) return <Navigate to={paths.adminQuestions} replace />;
  return (
    <StaffPage heading="Edit Quiz Question" back={{ to: paths.adminQuestions, label: 'Quiz Questions List' }}>
      <UnsavedBlocker />
      <QueryState
        query={question}
        failure="Failed to fetch the question"
        unknown={{
          title: 'No such question.',
          link: { to: paths.adminQuestions, label: 'See all questions' },
        }}
        className="flex min-w-0 flex-col gap-5"
      >
        {(data) => (
          <>
            <div className="flex flex-wrap items-center gap-3">
              {data.kind !== 'unknown' && (
                <Button to={`${paths.adminCreateQuestion}?copy=${data.id}`}>Duplicate</Button>
              )}
              <Button variant="danger" loading={deletion.isPending} onClick={askToDelete}>
                Delete
              </Button>
            </div>
            {data.kind === 'unknown' ? (
              <p className="text-muted">{newerVersionText}.</p>
            ) : (
              <QuestionForm key={data.id} id={data.id} initial={draftOf(data)} onSaved={() => {}} />
            )}
          </>
        )}
      </QueryState>
    </StaffPage>
  );
}
