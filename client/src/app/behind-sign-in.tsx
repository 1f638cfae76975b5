import { layoutTexts } from 'contract/texts.ts';
import type { ReactNode } from 'react';
import { paths } from '#parts/paths.ts';
import { useReturnHere } from '#parts/return-to.ts';
import { Button } from '#ui/button.tsx';
import { Panel } from '#ui/panel.tsx';

/** Shows guests what a screen has for users. */
export function BehindSignIn({ children }: { children: ReactNode }) {
  const here = useReturnHere();
  return (
    <Panel title="Behind the Sign-in">
      <div className="flex flex-col gap-4">
        {children}
        <div className="flex flex-wrap gap-3">
          <Button variant="primary" to={paths.login} state={here}>
            {layoutTexts.initialize}
          </Button>
          <Button to={paths.register}>{layoutTexts.initiateProfile}</Button>
        </div>
      </div>
    </Panel>
  );
}
