import { layoutTexts } from 'contract/texts.ts';
import type { ReactNode } from 'react';
import { paths } from '#parts/paths.ts';
import { useReturnHere } from '#parts/return-to.ts';
import { Button } from '#ui/button.tsx';
import { Panel } from '#ui/panel.tsx';
import layout from '#ui/layout.module.css';

/** Shows guests what a screen has for users. */
export function BehindSignIn({ children }: { children: ReactNode }) {
  const here = useReturnHere();
  return (
    <Panel title="Behind the Sign-in">
      <div className={layout.stack}>
        {children}
        <div className={layout.row}>
          <Button variant="primary" to={paths.login} state={here}>
            {layoutTexts.initialize}
          </Button>
          <Button to={paths.register}>{layoutTexts.initiateProfile}</Button>
        </div>
      </div>
    </Panel>
  );
}
