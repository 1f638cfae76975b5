import { layoutTexts } from 'contract/texts.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useReturn } from '#parts/navigation/return-to.ts';
import { Brand } from '#parts/site/brand.tsx';
import { paths } from '#parts/navigation/paths.ts';
import { cx } from '#ui/cx.ts';
import { AccessDrawing } from './access-drawing.tsx';
import { PageHeading } from '#ui/layout/page-heading.tsx';

interface AccessCardProps {
  heading: ReactNode;
  /** Without a path it is a button. */
  links?: readonly { to?: string; label: string; onClick?: () => void }[] | undefined;
  children: ReactNode;
}

export const loginLink = { to: paths.login, label: 'ACCESS SYSTEM' };
export const coreLink = { to: paths.core, label: layoutTexts.returnToCore };
const defaultLinks = [loginLink, coreLink];

const linkClass = 'inline-flex min-h-target items-center text-sm text-muted hover:text-accent';

/** The card of an account screen inside the layout. */
export function AccessCard({ heading, links = defaultLinks, children }: AccessCardProps) {
  const { saveState } = useReturn();
  return (
    <div className="mx-auto flex w-full max-w-form flex-col gap-5">
      <PageHeading>{heading}</PageHeading>
      <div className="flex flex-col gap-5 [&_.button:not(dialog_*)]:w-full [&>form]:flex [&>form]:flex-col [&>form]:gap-5">
        {children}
      </div>
      {links.length > 0 && (
        <ul className="flex flex-wrap justify-between gap-x-5 gap-y-2 border-t border-rule pt-4">
          {links.map(({ to, label, onClick }) => (
            <li key={label} className="first:[&>*]:text-accent">
              {to === undefined ? (
                <button type="button" className={cx(linkClass, 'underline')} onClick={onClick}>
                  {label}
                </button>
              ) : (
                <Link
                  className={cx(linkClass, 'tracking-wide')}
                  to={to}
                  state={to === paths.core ? undefined : saveState}
                  onClick={onClick}
                >
                  {label}
                </Link>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** The same card as a whole page, for screens without the layout. */
export function AccessScreen(card: AccessCardProps) {
  return (
    <div className="grid min-h-svh min-[900px]:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
      <AccessDrawing />
      <main className="flex min-w-0 flex-col justify-center-safe gap-5 border-rule px-gutter py-6 min-[900px]:border-s min-[900px]:bg-surface">
        <div className="mx-auto w-full max-w-form min-[900px]:hidden">
          <Brand />
        </div>
        <AccessCard {...card} />
      </main>
    </div>
  );
}
