import { layoutTexts } from 'contract/texts.ts';
import type { ReactNode } from 'react';
import { paths } from '#parts/navigation/paths.ts';
import { useReturnState } from '#parts/navigation/return-to.ts';
import { Button } from '#ui/controls/button.tsx';
import { Panel } from '#ui/layout/panel.tsx';

/** Describes to guests what a screen offers after the sign-in. */
export function BehindSignIn({ children }: { children: ReactNode }) {
  const returnState = useReturnState();
  return (
    <Panel title="Behind the Sign-in">
      <div className="flex flex-col gap-4">
        {children}
        <div className="flex flex-wrap gap-3">
          <Button variant="primary" to={paths.login} state={returnState}>
            {layoutTexts.initialize}
          </Button>
          <Button to={paths.register}>{layoutTexts.initiateProfile}</Button>
        </div>
      </div>
    </Panel>
  );
}
