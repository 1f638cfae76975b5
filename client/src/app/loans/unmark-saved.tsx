import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router-dom';
import { useApiMutation } from '#parts/query/use-api-mutation.ts';
import { apiQuery, call } from '#session/call.ts';
import { Button } from '#ui/controls/button.tsx';
import { Labelled } from '#ui/controls/labelled.tsx';
import { Alert } from '#ui/feedback/alert.tsx';

/** After a loan is followed, saved loans that are marked as variable need their mark no longer. */
export function UnmarkSaved() {
  const { state } = useLocation() as { state: { isFollowed?: boolean } | null };
  const { data } = useQuery({
    // Those with a variable rate are first.
    ...apiQuery('listCalculations', { query: { sort: 'gap' } }),
    enabled: state?.isFollowed === true,
  });
  const { mutate: unmark, isPending } = useApiMutation({
    mutationFn: (id: string) => call('updateCalculation', { params: { id }, body: { variable_rate: false } }),
    success: ({ msg }) => msg,
    toastsFailure: true,
    invalidates: ['listCalculations'],
  });
  const marked = (data?.data ?? []).filter(({ variable_rate, shared_by }) => variable_rate && !shared_by);
  if (marked.length === 0) return null;
  return (
    <Alert tone="info" title="Is this a loan that you saved before?">
      <p>
        Rate decisions are now compared with the rows of this loan. If it is one of these, remove its mark as
        variable, so that its average rate is not compared as well.
      </p>
      <ul className="flex flex-col gap-2">
        {marked.map(({ id, name }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <span className="min-w-0 wrap-anywhere">{name}</span>
            <Button loading={isPending} onClick={() => unmark(id)}>
              <Labelled name={name}>Remove mark</Labelled>
            </Button>
          </li>
        ))}
      </ul>
    </Alert>
  );
}
