import { useQuery } from '@tanstack/react-query';
import { userDetails } from '#features/profile/profile.queries.ts';
import { AccountDataPanel } from '#features/profile/profile-tab.tsx';
import { Panel } from '#ui/panel.tsx';
import { DevicesLine, SecondFactorsLine, SessionsLine, TokensLine } from './entry-lines.tsx';
import { DetailsLine, FindableLine, RecordsLine } from './held-lines.tsx';
import { AccessesLine, SignInsLine } from './looked-lines.tsx';

export function OwnProtocols({ userId }: { userId: string }) {
  const details = useQuery(userDetails(userId));
  return (
    <>
      <Panel title="What Is Held">
        <ul>
          <RecordsLine />
          <DetailsLine query={details} />
          <FindableLine />
        </ul>
      </Panel>
      <Panel title="Who Has Looked">
        <ul>
          <AccessesLine />
          <SignInsLine />
        </ul>
      </Panel>
      <Panel title="Who Gets In">
        <ul>
          <SecondFactorsLine />
          <SessionsLine />
          <DevicesLine />
          <TokensLine />
        </ul>
      </Panel>
      {details.data && <AccountDataPanel user={details.data} />}
    </>
  );
}
