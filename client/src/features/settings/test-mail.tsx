import { useQuery } from '@tanstack/react-query';
import { testMailLimits } from 'contract/test-mails/test-mails.constants.ts';
import type { TestMail as Answer } from 'contract/test-mails/test-mails.ts';
import { newerVersionText } from 'contract/texts.ts';
import { ApiError } from '#api/api-error.ts';
import { useOperation } from '#parts/query/use-operation.ts';
import { apiQuery } from '#session/call.ts';
import { Button } from '#ui/controls/button.tsx';
import { Failure } from '#ui/feedback/failure.tsx';
import { Panel } from '#ui/layout/panel.tsx';

/** The polling interval until the mail server has answered. */
const pollMs = 1000;

const { max, windowSeconds } = testMailLimits.requests;

export function TestMail() {
  const {
    mutate: send,
    isPending,
    data: sent,
  } = useOperation('createTestMail', {
    success: null,
    toastsFailure: (error) =>
      error instanceof ApiError && error.code === 'too_many_requests'
        ? `At most ${max} test emails can be sent in ${windowSeconds / 60} minutes. Try again later.`
        : error.message,
  });
  const id = sent?.test_mail.id;
  const answer = useQuery({
    ...apiQuery('getTestMail', { params: { id: id ?? '' } }),
    enabled: id !== undefined,
    refetchInterval: ({ state: { data } }) => (data?.outcome ? false : pollMs),
  });
  const isWaiting = id !== undefined && !answer.error && !answer.data?.outcome;
  return (
    <Panel
      title="Email"
      aside={
        <Button loading={isPending || isWaiting} onClick={() => send()}>
          Send a test email
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <p>A test email goes to your own address, through the queue of all emails.</p>
        <output className="wrap-anywhere">
          {isWaiting && 'The test email is on its way.'}
          {answer.data && answerText(answer.data)}
        </output>
        {answer.error && (
          <Failure title="The answer could not be loaded" error={answer.error} retry={answer.refetch} />
        )}
      </div>
    </Panel>
  );
}

/** What the mail server answered. */
function answerText({ outcome, host, code, answer }: Answer): string {
  if (outcome === null) return '';
  return {
    accepted: `${host} accepted the email with the code ${code}: ${answer}`,
    refused: `${host} refused the email with the code ${code}: ${answer}`,
    unreachable: `${host} cannot be reached: ${answer}`,
    mailbox: 'There is no mail server (SMTP_URL). The email is in the local mailbox.',
    unknown: newerVersionText,
  }[outcome];
}
