import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { paths } from '#parts/paths.ts';
import { UnsavedBlocker } from '#parts/unsaved-blocker.tsx';
import { Alert } from '#ui/alert.tsx';
import { BackLink } from '#ui/back-link.tsx';
import { PageHeading } from '#ui/page-heading.tsx';
import { Loading } from '#ui/spinner.tsx';
import { draftOf, emptyDraft } from './question/question-draft.ts';
import { QuestionForm } from './question-form.tsx';
import { questionQuery } from './quiz.queries.ts';
import styles from './question/question-form.module.css';

export default function AddQuestionScreen() {
  const [search] = useSearchParams();
  const copied = search.get('copy');
  return (
    <div className={styles.screen}>
      <UnsavedBlocker />
      <header className={styles.intro}>
        <BackLink to={paths.adminQuestions}>Quiz Questions List</BackLink>
        <PageHeading>Add Quiz Question</PageHeading>
        <p className={styles.note}>
          Many at once? <Link to={paths.adminImportQuestions}>Import a file</Link>.
        </p>
      </header>
      {copied ? <CopiedForm key={copied} id={copied} /> : <NewForm />}
    </div>
  );
}

function NewForm({ initial = emptyDraft }) {
  const navigate = useNavigate();
  return <QuestionForm initial={initial} onSaved={() => void navigate(paths.adminQuestions)} />;
}

function CopiedForm({ id }: { id: string }) {
  const { data, error } = useQuery(questionQuery(id));
  if (data) return <NewForm initial={{ ...draftOf(data), status: 'draft' }} />;
  return error ? (
    <Alert tone="error" role="alert" title="The question to copy could not be read">
      <p>{error.message}</p>
    </Alert>
  ) : (
    <Loading />
  );
}
