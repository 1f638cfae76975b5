import { useQuery } from '@tanstack/react-query';
import { useApiMutation } from '#parts/query/use-api-mutation.ts';
import { apiQuery, call } from '#session/call.ts';
import { useSession } from '#session/session.ts';
import { Button } from '#ui/controls/button.tsx';

/** For signed-in users: whether a new figure of the dataset notifies them. */
export function FollowButton({ slug }: { slug: string }) {
  const isSignedIn = useSession() !== null;
  const { data } = useQuery({ ...apiQuery('listFollowedDatasets'), enabled: isSignedIn });
  const { mutate, isPending } = useApiMutation({
    mutationFn: (isFollowed: boolean) =>
      call(isFollowed ? 'unfollowDataset' : 'followDataset', { params: { slug } }),
    success: ({ msg }) => msg,
    invalidates: ['listFollowedDatasets'],
    toastsFailure: true,
  });
  if (!data) return null;
  const isFollowed = data.data.some((one) => one.slug === slug);
  return (
    <Button aria-pressed={isFollowed} loading={isPending} onClick={() => mutate(isFollowed)}>
      {isFollowed ? 'Following' : 'Follow'}
    </Button>
  );
}
