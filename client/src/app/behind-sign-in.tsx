import { layoutTexts } from 'contract/texts.ts';
import type { ReactNode } from 'react';
import { paths } from '#parts/paths.ts';
import { useReturnHere } from '#parts/return-to.ts';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';
import { Panel } from '#ui/panel.tsx';
import layout from '#ui/layout.module.css';

interface BehindSignInProps {
  /** Of the buttons. */
  className: string | undefined;
  children: ReactNode;
}

/** Shows guests what a screen has for users. */
export function BehindSignIn({ className, children }: BehindSignInProps) {
  const here = useReturnHere();
  return (
    <Panel title="Behind the Sign-in">
      {children}
      <div className={cx(layout.row, className)}>
        <Button variant="primary" to={paths.login} state={here}>
          {layoutTexts.initialize}
        </Button>
        <Button to={paths.register}>{layoutTexts.initiateProfile}</Button>
      </div>
    </Panel>
  );
}
