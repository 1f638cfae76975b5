import { Link } from 'react-router-dom';
import { paths } from '#parts/navigation/paths.ts';

const modules = [
  { name: 'DASHBOARD', to: paths.dashboard, claim: 'Monitor objectives, archive tools.' },
  { name: 'ENCRYPTION PROTOCOLS', to: paths.privacy, claim: 'Secure data with privacy controls.' },
  { name: 'ARSENAL', to: paths.arsenal, claim: 'Financial algorithms, tactical guides.' },
  { name: 'DATA CORE', to: paths.dataCore, claim: 'Curated datasets.' },
] as const;

export function Modules() {
  return (
    <section
      className="grid grid-cols-[16rem_minmax(0,1fr)] gap-x-6 gap-y-4 max-md:grid-cols-1"
      aria-labelledby="modules"
    >
      <h2 className="label pt-4" id="modules">
        MODULES
      </h2>
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {modules.map(({ name, to, claim }) => (
          <li className="relative flex flex-col gap-1 border border-rule p-4 hover:bg-surface" key={name}>
            <h3 className="text-sm tracking-wide [&_a::after]:absolute [&_a::after]:inset-0 [&_a::after]:content-['']">
              <Link to={to}>{name}</Link>
            </h3>
            <p className="text-sm">{claim}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
