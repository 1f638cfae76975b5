import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useParams } from 'react-router-dom';
import { paths } from '#parts/paths.ts';
import { QueryState } from '#parts/query-state.tsx';
import { useDeletion } from '#parts/record-list/record-source.ts';
import { UnsavedBlocker } from '#parts/unsaved-blocker.tsx';
import { Alert } from '#ui/alert.tsx';
import { BackLink } from '#ui/back-link.tsx';
import { Button } from '#ui/button.tsx';
import { askToConfirm } from '#ui/confirm.tsx';
import { PageHeading } from '#ui/page-heading.tsx';
import { draftOf } from './question/question-draft.ts';
import { QuestionForm } from './question-form.tsx';
import { questionQuery, questions } from './quiz.queries.ts';
import styles from './question/question-form.module.css';

export default function EditQuestionScreen() {
  const { questionId = '' } = useParams();
  const question = useQuery(questionQuery(questionId));
  const deletion = useDeletion(questions);

  function askToDelete() {
    askToConfirm({
      title: 'Delete this question?',
      message: 'The question is deleted for good. Trainings that asked it keep their copy.',
      confirmLabel: 'Delete question',
      onConfirm: () => deletion.mutate([questionId]),
    });
  }

  // Unmounts the form, whose unsaved changes would block the navigation.
  if (deletion.isSuccess) return <Navigate to={paths.adminQuestions} replace />;
  return (
    <div className={styles.screen}>
      <UnsavedBlocker />
      <header className={styles.intro}>
        <BackLink to={paths.adminQuestions}>Quiz Questions List</BackLink>
        <PageHeading>Edit Quiz Question</PageHeading>
      </header>
      <QueryState
        query={question}
        failure="Failed to fetch the question"
        unknown={
          <Alert tone="error" role="alert" title="No such question.">
            <p>
              <Link to={paths.adminQuestions}>See all questions</Link>
            </p>
          </Alert>
        }
        className={styles.screen}
      >
        {(data) => (
          <>
            <div className={styles.buttons}>
              <Button to={`${paths.adminCreateQuestion}?copy=${data.id}`}>Duplicate</Button>
              <Button variant="danger" loading={deletion.isPending} onClick={askToDelete}>
                Delete
              </Button>
            </div>
            <QuestionForm key={data.id} id={data.id} initial={draftOf(data)} onSaved={() => {}} />
          </>
        )}
      </QueryState>
    </div>
  );
}
