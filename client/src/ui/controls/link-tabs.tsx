import { NavLink, useLocation } from 'react-router-dom';
import './tabs.css';

interface LinkTabsProps {
  /** The name of the navigation for screen readers. */
  label: string;
  /** The URL and the text of each tab. */
  links: readonly (readonly [to: string, text: string])[];
}

/** Screens that belong together, as tabs that are links. They pass the state of the location on, such as a way back. */
export function LinkTabs({ label, links }: LinkTabsProps) {
  const state: unknown = useLocation().state;
  return (
    <nav className="flex overflow-x-auto border-b border-rule print:hidden" aria-label={label}>
      {links.map(([to, text]) => (
        <NavLink key={to} className="tab grid place-items-center" to={to} state={state} end>
          {text}
        </NavLink>
      ))}
    </nav>
  );
}
