import { layoutLimits } from 'contract/limits.ts';
import { layoutTexts } from 'contract/messages.ts';
import { NavLink } from 'react-router-dom';
import { useSession } from '#api/session.ts';
import { cx } from '#ui/cx.ts';
import { useNarrowScreen } from '#ui/use-narrow-screen.ts';
import { Menu } from './menu.tsx';
import { type NavLink as Link, visibleLinks } from './nav-links.ts';
import { ThemeSwitch } from './theme-switch.tsx';
import styles from './nav-bar.module.css';

export function NavBar({ links }: { links: readonly Link[] }) {
  const session = useSession();
  const narrow = useNarrowScreen();
  const visible = visibleLinks(links, session?.user ?? null);

  return (
    <nav className={styles.bar} aria-label="Main">
      <div className={styles.inner}>
        {visible.length === 0 ? (
          <p className={styles.empty}>{layoutTexts.noLinksAvailable}</p>
        ) : narrow ? (
          <Menu label="MENU" icon={hamburger} wide>
            <Items links={visible} />
          </Menu>
        ) : (
          <ul className={styles.links}>
            <Items links={visible.slice(0, layoutLimits.navLinks)} />
            {visible.length > layoutLimits.navLinks && (
              <li>
                <Menu label="MORE" icon={chevron}>
                  <Items links={visible.slice(layoutLimits.navLinks)} />
                </Menu>
              </li>
            )}
          </ul>
        )}
        <ThemeSwitch />
      </div>
    </nav>
  );
}

function Items({ links }: { links: readonly Link[] }) {
  return links.map(({ label, to }) => (
    <li key={to}>
      <NavLink className={cx(styles.link)} to={to} end>
        {label}
      </NavLink>
    </li>
  ));
}

const hamburger = (open: boolean) => <path d={open ? 'M5 5l14 14M19 5L5 19' : 'M3 6h18M3 12h18M3 18h18'} />;

const chevron = (open: boolean) => <path d={open ? 'M6 15l6-6 6 6' : 'M6 9l6 6 6-6'} />;
