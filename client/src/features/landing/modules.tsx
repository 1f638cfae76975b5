import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '#parts/navigation/paths.ts';
import { Icon } from '#ui/icon.tsx';

interface Module {
  name: string;
  claim: string;
  text: string;
  drawing: ReactNode;
  to: string;
}

const modules: readonly Module[] = [
  {
    name: 'DASHBOARD',
    to: paths.dashboard,
    claim: 'Monitor objectives, archive tools.',
    text: 'One view of what you are working towards and of the tools you have put to use.',
    drawing: <path d="M3 4h18v16H3zM3 9h18M7 16v-3M12 16v-5M17 16v-2" />,
  },
  {
    name: 'ENCRYPTION PROTOCOLS',
    to: paths.privacy,
    claim: 'Secure data with privacy controls.',
    text: 'You can see, export and delete everything that we hold about you.',
    drawing: <path d="M5 11h14v9H5zM8 11V8a4 4 0 0 1 8 0v3M12 14.500v2.500" />,
  },
  {
    name: 'ARSENAL',
    to: paths.arsenal,
    claim: 'Financial algorithms, tactical guides.',
    text: 'Exact instruments with their instructions, each figure of which can be checked.',
    drawing: (
      <path d="M12 3v5M12 16v5M3 12h5M16 12h5M12 5.500a6.500 6.500 0 1 1 0 13 6.500 6.500 0 0 1 0-13z" />
    ),
  },
  {
    name: 'DATA CORE',
    to: paths.dataCore,
    claim: 'Curated datasets.',
    text: 'Few sources, checked and dated, rather than many that contradict each other.',
    drawing: (
      <path d="M5 6c0-1.700 3.100-3 7-3s7 1.300 7 3-3.100 3-7 3-7-1.300-7-3zM5 6v12c0 1.700 3.100 3 7 3s7-1.300 7-3V6M5 12c0 1.700 3.100 3 7 3s7-1.300 7-3" />
    ),
  },
];

export function Modules() {
  return (
    <section aria-labelledby="modules">
      <h2 className="mb-4 text-sm tracking-wide text-muted" id="modules">
        MODULES
      </h2>
      <ul className="grid grid-fit-[16rem] gap-line bg-rule p-line max-[1101px]:grid-fit-[20rem]">
        {modules.map(({ name, to, claim, text, drawing }) => (
          <li className="relative flex flex-col gap-2 bg-surface p-5" key={name}>
            <Icon className="mb-4 size-6 text-accent">{drawing}</Icon>
            <h3 className="text-md tracking-wide [&_a::after]:absolute [&_a::after]:inset-0 [&_a::after]:content-['']">
              <Link to={to}>{name}</Link>
            </h3>
            <p>{claim}</p>
            <p className="text-sm text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
