import { useState } from 'react';
import { NavLink, Outlet } from 'react-router-dom';
import { visibleLinks } from '#app/navigation.ts';
import { useSession } from '#session/session.ts';
import { cx } from '#ui/cx.ts';
import { Dialog } from '#ui/dialog.tsx';
import { Icon } from '#ui/icon.tsx';
import { useNarrowScreen } from '#ui/use-narrow-screen.ts';
import { SecondFactorNotice } from './second-factor-notice.tsx';
import { staffLinks } from './staff-routes.ts';
import styles from './staff-layout.module.css';

export function StaffLayout() {
  const narrow = useNarrowScreen();
  return (
    <div className={styles.layout}>
      {narrow ? (
        <BottomSheet />
      ) : (
        <nav className={styles.side} aria-label="Staff">
          <Links />
        </nav>
      )}
      <div className={styles.screen}>
        <SecondFactorNotice />
        <Outlet />
      </div>
    </div>
  );
}

function BottomSheet() {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <button
        type="button"
        className={styles.floating}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label="Staff menu"
        title="Staff menu"
        onClick={() => setOpen(true)}
      >
        <Icon>
          <path d="M4 6h10M4 12h16M4 18h7" />
        </Icon>
      </button>
      {isOpen && (
        <Dialog title="Staff Menu" placement="bottom" onClose={close}>
          <nav aria-label="Staff">
            <Links onChoice={close} />
          </nav>
        </Dialog>
      )}
    </>
  );
}

function Links({ onChoice }: { onChoice?: () => void }) {
  const user = useSession()?.user;
  return (
    <ul className={styles.links}>
      {visibleLinks(staffLinks, user).map(({ label, to }) => (
        <li key={to}>
          <NavLink className={cx(styles.link)} to={to} onClick={onChoice} end>
            {label}
          </NavLink>
        </li>
      ))}
    </ul>
  );
}
