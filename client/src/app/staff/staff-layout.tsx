import './staff.css';
import { useState } from 'react';
import { NavLink, Outlet } from 'react-router-dom';
import { type NavLink as NavLinkEntry, staffLinks, visibleLinks } from '#app/navigation/navigation.ts';
import { type StaffArea, staffAreas } from '#parts/navigation/feature.ts';
import { useOpenFlags } from '#parts/flags/flags.queries.ts';
import { paths } from '#parts/navigation/paths.ts';
import { useSession } from '#session/session.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Icon } from '#ui/icon.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { useNarrowScreen } from '#ui/layout/use-narrow-screen.ts';
import { staffIcons } from './staff-icons.ts';
import { SecondFactorNotice } from './second-factor-notice.tsx';

export function StaffLayout() {
  const narrow = useNarrowScreen();
  return (
    <div className="staff-area staff-columns grid gap-5 max-md:block print:block">
      {narrow ? (
        <BottomSheet />
      ) : (
        <nav className="staff-navigation border-e border-rule bg-surface print:hidden" aria-label="Staff">
          <div className="sticky top-bar py-3">
            <Links />
          </div>
        </nav>
      )}
      <div className="min-w-0">
        <SecondFactorNotice />
        <Outlet />
      </div>
    </div>
  );
}

/** The menu behind a floating button. The page ends above its ground, so that it covers nothing that is read. */
function BottomSheet() {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <div className="staff-menu fixed inset-x-0 bottom-0 z-bar print:hidden" data-floating>
        <button
          type="button"
          className="flex items-center justify-center rounded border border-control bg-raised text-accent"
          aria-label="Staff menu"
          title="Staff menu"
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => setOpen(true)}
        >
          <Icon>
            <path d="M4 6h10M4 12h16M4 18h7" />
          </Icon>
        </button>
      </div>
      {isOpen && (
        <Dialog title="Staff Menu" placement="bottom" onClose={close}>
          <nav aria-label="Staff">
            <Links onNavigate={close} />
          </nav>
        </Dialog>
      )}
    </>
  );
}

function Links({ onNavigate }: LinksProps) {
  const links = visibleLinks(staffLinks, useSession()?.user);
  const linksOf = (name: StaffArea | undefined) => links.filter(({ area }) => area === name);
  return (
    <>
      <LinkList links={linksOf(undefined)} onNavigate={onNavigate} />
      {staffAreas.map((area) => (
        <div key={area}>
          <p className="label mt-3 px-4">{area}</p>
          <LinkList links={linksOf(area)} onNavigate={onNavigate} />
        </div>
      ))}
    </>
  );
}

interface LinksProps {
  onNavigate?: (() => void) | undefined;
}

function LinkList({ links, onNavigate }: LinksProps & { links: readonly NavLinkEntry[] }) {
  return (
    <ul className="px-0 py-1">
      {links.map(({ label, to }) => (
        <li key={to}>
          <NavLink className="side-link" to={to} onClick={onNavigate} end>
            <Icon className="flex-none">
              <path d={staffIcons[to]} />
            </Icon>
            {label}
            {to === paths.adminFlags && <OpenFlagCount />}
          </NavLink>
        </li>
      ))}
    </ul>
  );
}

function OpenFlagCount() {
  const { total } = useOpenFlags();
  if (total === 0) return null;
  return (
    <span className="ms-auto tabular-nums">
      {total}
      <VisuallyHidden> open</VisuallyHidden>
    </span>
  );
}
