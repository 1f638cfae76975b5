import { useQuery } from '@tanstack/react-query';
import { userQuery } from '#session/session.queries.ts';
import { AccountDataPanel } from '#features/profile/profile-tab.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { DevicesLine, SecondFactorsLine, SessionsLine, TokensLine } from './sign-in-methods-list.tsx';
import { DetailsLine, FindableLine, RecordsLine } from './stored-data-list.tsx';
import { AccessesLine, SignInsLine } from './staff-access-list.tsx';

export function OwnProtocols({ userId }: { userId: string }) {
  const details = useQuery(userQuery(userId));
  return (
    <>
      <Panel title="Stored Data">
        <ul>
          <RecordsLine />
          <DetailsLine query={details} />
          <FindableLine />
        </ul>
      </Panel>
      <Panel title="Who Has Viewed It">
        <ul>
          <AccessesLine />
          <SignInsLine />
        </ul>
      </Panel>
      <Panel title="Who Can Sign In">
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
