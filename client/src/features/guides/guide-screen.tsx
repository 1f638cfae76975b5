import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { Link, useLoaderData, useParams } from 'react-router-dom';
import { DatasetAge } from '#parts/datasets/dataset-age.tsx';
import { datasetList } from '#parts/datasets/datasets.queries.ts';
import { formatDate } from '#parts/format/format.ts';
import { PageTerms } from '#parts/glossary/page-terms.tsx';
import { datasetPath, guidePath, paths } from '#parts/navigation/paths.ts';
import { BackLink } from '#ui/layout/back-link.tsx';
import { PageHeading } from '#ui/layout/page-heading.tsx';
import { scrollable } from '#ui/layout/scrollable.ts';
import type { CompiledGuide } from './guide-texts.ts';
import { guideList } from './guides.queries.ts';
import './guide.css';

const useGuide = () => useLoaderData<CompiledGuide | null>();

export default function GuideScreen() {
  const guide = useGuide();
  if (guide === null) {
    return (
      <>
        <PageHeading title="Guide">NO SUCH GUIDE</PageHeading>
        <BackLink to={paths.arsenal}>All guides</BackLink>
      </>
    );
  }
  const { head, default: Text } = guide;
  return (
    <article className="flex flex-col gap-5 [&_:is(ul,ol)]:pl-5 [&_:is(ul,ol)]:[list-style:revert]">
      <div>
        <BackLink to={paths.arsenal}>Arsenal</BackLink>
      </div>
      <PageHeading title={head.title}>{head.title}</PageHeading>
      <p className="max-w-[72ch] text-lg leading-[1.5] text-muted">{head.summary}</p>
      <div className="grid grid-cols-1 gap-x-8 gap-y-5 min-[1100px]:grid-cols-[minmax(0,72ch)_minmax(18rem,1fr)] print:block">
        <div className="guide max-w-[72ch]">
          <Text components={{ a: GuideLink, table: GuideTable }} />
        </div>
        <footer className="flex min-w-0 flex-col gap-3 border-t border-rule pt-4 text-sm text-muted">
          <h2 className="text-md">Sources</h2>
          <ul>
            {head.sources.map(({ name, url, date }) => (
              <li className="max-w-measure" key={name}>
                <a href={url} rel="noreferrer">
                  {name}
                </a>
                , {formatDate(date)}
              </li>
            ))}
          </ul>
          <FiguresAge slugs={head.datasets} />
          <p>
            Last changed on {formatDate(head.updated)}. The figures are computed by the engine of this site
            and link to their calculations. Information only: no advice, no offer of credit.
          </p>
          <NextGuide />
          <PageTerms terms={head.terms} />
        </footer>
      </div>
    </article>
  );
}

/** Omits the title of a link: only the guides' tests use it. */
function GuideLink({ href = '', title: _title, children }: ComponentProps<'a'>) {
  return <Link to={href}>{children}</Link>;
}

function GuideTable(table: ComponentProps<'table'>) {
  const label = `Table: ${useGuide()?.head.title}`;
  return (
    <div className="overflow-x-auto border border-rule" {...scrollable} aria-label={label}>
      <table className="w-full" {...table} aria-label={label} />
    </div>
  );
}

/** The age of the dataset figures that the guide quotes. */
function FiguresAge({ slugs }: { slugs: readonly string[] }) {
  const { data = [] } = useQuery({ ...datasetList, enabled: slugs.length > 0 });
  return data
    .filter(({ slug }) => slugs.includes(slug))
    .map((dataset) => (
      <p key={dataset.slug}>
        <Link to={datasetPath(dataset.slug)}>{dataset.title}</Link>: <DatasetAge figures={dataset} />
      </p>
    ));
}

function NextGuide() {
  const { slug } = useParams();
  const { data: guides = [] } = useQuery(guideList);
  const next = guides[(guides.findIndex((guide) => guide.slug === slug) + 1) % guides.length];
  return (
    next && (
      <p>
        Next: <Link to={guidePath(next.slug)}>{next.title}</Link>
      </p>
    )
  );
}
