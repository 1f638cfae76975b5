import { layoutLimits } from 'contract/layout.constants.ts';
import { layoutTexts } from 'contract/texts.ts';
import { Suspense, useId } from 'react';
import { NavLink, Link as RouterLink, useLocation } from 'react-router-dom';
import { useSession } from '#session/session.ts';
import { Icon } from '#ui/icon.tsx';
import { useNarrowScreen } from '#ui/layout/use-narrow-screen.ts';
import { Menu } from './menu.tsx';
import { groupsOf, type NavLink as Link, isCurrent, visibleLinks } from './navigation.ts';
import { bellShape } from '#parts/notifications/bell-shape.tsx';
import { paths, userProfilePath } from '#parts/navigation/paths.ts';
import { useIsStatic } from '#parts/page/today.ts';
import { PromptButton } from '#app/prompt/prompt-button.tsx';
import { NotificationBell, WaitingDot } from '#app/session/signed-in.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

export function NavBar({ links }: { links: readonly Link[] }) {
  const session = useSession();
  const narrow = useNarrowScreen();
  // The server does not know the width, so its page has both forms, of which the styles hide one.
  const isStatic = useIsStatic();
  const { pathname } = useLocation();
  const visible = visibleLinks(links, session?.user);
  const [primaryLinks, more] = [
    visible.slice(0, layoutLimits.navLinks),
    visible.slice(layoutLimits.navLinks),
  ];

  return (
    <nav
      className="sticky top-0 z-bar border-y border-rule bg-surface [anchor-name:--navigation-bar] print:hidden"
      aria-label="Main"
    >
      {/* Negative margins align the text of the first link and the last icon with the edges of the page. */}
      <div className="mx-auto flex min-h-bar max-w-page flex-wrap items-center justify-between pr-[calc(var(--gutter)-(var(--control-height)-var(--icon))/2)] pl-[calc(var(--gutter)-var(--space-4))]">
        {visible.length === 0 ? (
          <p className="px-4 text-sm text-muted">{layoutTexts.noLinksAvailable}</p>
        ) : (
          <>
            {(narrow || isStatic) && (
              <Menu label="MENU" mark={<Mark links={visible} />} icon={hamburger} className="md:hidden">
                <ul className="border-b border-rule">
                  <Items links={primaryLinks} />
                </ul>
                <Groups links={more} />
              </Menu>
            )}
            {(!narrow || isStatic) && (
              <ul className="flex max-md:hidden">
                <Items links={primaryLinks} />
                {more.length > 0 && (
                  <li>
                    <Menu
                      label="MORE"
                      mark={<Mark links={more} />}
                      icon={chevron}
                      current={more.some((link) => isCurrent(link, pathname))}
                    >
                      <Groups links={more} />
                    </Menu>
                  </li>
                )}
              </ul>
            )}
          </>
        )}
        <div className="flex min-w-[calc(2*var(--control-height))] flex-none justify-end">
          {session && <ProfileIcons userId={session.user.id} />}
          <PromptButton links={visible} />
          <ThemeSwitch />
        </div>
      </div>
    </nav>
  );
}

function ProfileIcons({ userId }: { userId: string }) {
  return (
    <>
      <NavLink
        className="icon-button"
        to={userProfilePath(userId)}
        aria-label="Your profile"
        title="Your profile"
      >
        <Icon>
          <circle cx="12" cy="8" r="4" />
          <path d="M4 21c0-5 3.5-7.5 8-7.5s8 2.5 8 7.5" />
        </Icon>
      </NavLink>
      <Suspense
        fallback={
          <NavLink
            className="icon-button"
            to={paths.notifications}
            aria-label="Notifications"
            title="Notifications"
          >
            <Icon>{bellShape}</Icon>
          </NavLink>
        }
      >
        <NotificationBell key={userId} userId={userId} />
      </Suspense>
    </>
  );
}

const Items = ({ links }: { links: readonly Link[] }) =>
  links.map((link) => (
    <li key={link.to}>
      <Item link={link} className="bar-link" />
    </li>
  ));

function Item({ link, className }: { link: Link; className: string }) {
  const { pathname } = useLocation();
  return (
    <RouterLink
      className={className}
      to={link.to}
      aria-current={isCurrent(link, pathname) ? 'page' : undefined}
    >
      {link.label}
      <Mark links={[link]} />
    </RouterLink>
  );
}

function Groups({ links }: { links: readonly Link[] }) {
  const id = useId();
  return (
    <div className="mx-auto grid max-w-page grid-fit-[13rem] gap-6 px-gutter py-5">
      {groupsOf(links).map(({ name, links: members }, index) => (
        <div key={name}>
          <p className="label mb-2" id={`${id}${index}`}>
            {name}
          </p>
          <ul className="flex flex-col gap-1" aria-labelledby={`${id}${index}`}>
            {members.map((link) => (
              <li className="relative py-2" key={link.to}>
                <Item
                  link={link}
                  className="text-sm font-medium tracking-wide text-text no-underline after:absolute after:inset-0 hover:text-accent aria-[current=page]:font-semibold aria-[current=page]:text-strong"
                />
                {link.text && <p className="text-sm text-muted">{link.text}</p>}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}

/** Marks a link to a screen with unread content. */
function Mark({ links }: { links: readonly Link[] }) {
  return <Suspense>{links.some(({ to }) => to === paths.profile) && <WaitingDot />}</Suspense>;
}

const hamburger = (open: boolean) => <path d={open ? 'M5 5l14 14M19 5L5 19' : 'M3 6h18M3 12h18M3 18h18'} />;

const chevron = (open: boolean) => <path d={open ? 'M6 15l6-6 6 6' : 'M6 9l6 6 6-6'} />;
