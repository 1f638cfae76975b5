import { Link } from 'react-router-dom';
import { paths } from '#parts/navigation/paths.ts';

export function Brand() {
  return (
    <Link
      className="inline-flex min-h-target items-center font-bold tracking-[0.12em] text-accent no-underline hover:text-accent-hover"
      to={paths.core}
    >
      <span className="mr-[0.12em] bg-accent py-0 pr-[0.1em] pl-[0.2em] text-on-accent forced-color-adjust-none">
        DE
      </span>
      CLASSIFIED
    </Link>
  );
}
