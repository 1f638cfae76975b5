import { useQuery } from '@tanstack/react-query';
import { newerVersionText } from 'contract/texts.ts';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { paths } from '#parts/navigation/paths.ts';
import { StaffPage } from '#parts/navigation/staff-page.tsx';
import { UnsavedBlocker } from '#parts/unsaved/unsaved-blocker.tsx';
import { Failure } from '#ui/feedback/failure.tsx';
import { Loading } from '#ui/feedback/spinner.tsx';
import { draftOf, emptyDraft } from './question/question-draft.ts';
import { QuestionForm } from './question-form.tsx';
import { questionQuery } from './quiz.queries.ts';

export default function AddQuestionScreen() {
  const [search] = useSearchParams();
  const copied = search.get('copy');
  return (
    <StaffPage
      heading="Add Quiz Question"
      back={{ to: paths.adminQuestions, label: 'Quiz Questions List' }}
      lede={
        <>
          Many at once? <Link to={paths.adminImportQuestions}>Import a file</Link>.
        </>
      }
    >
      <UnsavedBlocker />
      {copied ? <CopiedForm key={copied} id={copied} /> : <NewForm />}
    </StaffPage>
  );
}

function NewForm({ initial = emptyDraft }) {
  const navigate = useNavigate();
  return <QuestionForm initial={initial} onSaved={() => void navigate(paths.adminQuestions)} />;
}

function CopiedForm({ id }: { id: string }) {
  const { data, error } = useQuery(questionQuery(id));
  if (data?.kind === 'unknown') return <p className="text-muted">{newerVersionText}.</p>;
  if (data) return <NewForm initial={{ ...draftOf(data), status: 'draft' }} />;
  return error ? <Failure title="The question to copy could not be read" error={error} /> : <Loading />;
}
