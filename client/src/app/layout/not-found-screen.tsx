import { layoutTexts } from 'contract/texts.ts';
import { paths } from '#parts/navigation/paths.ts';
import { Button } from '#ui/controls/button.tsx';
import { PageHeading } from '#ui/layout/page-heading.tsx';

export default function NotFoundScreen() {
  return (
    <div className="mx-auto grid min-h-[60vh] max-w-page grid-cols-[minmax(0,1fr)_minmax(0,24rem)] items-center gap-x-8 gap-y-6 max-md:min-h-0 max-md:grid-cols-1">
      <div className="flex flex-col items-start gap-5">
        <p className="text-giant leading-[0.85] font-bold tracking-[-0.04em] text-accent">404</p>
        <PageHeading title="Not found">{layoutTexts.accessDenied}</PageHeading>
        <p className="tracking-wide text-muted">{layoutTexts.targetNotFound}</p>
        <Button variant="primary" to={paths.core}>
          {layoutTexts.returnToCore}
        </Button>
      </div>
      <MissingFile />
    </div>
  );
}

function MissingFile() {
  return (
    <svg
      className="h-auto w-full fill-none stroke-rule stroke-[1.5] max-md:max-w-[18rem]"
      viewBox="0 0 360 320"
      aria-hidden="true"
    >
      <path className="stroke-rule" d="M76 30h150l44 44v206H76z" />
      <path className="fill-surface stroke-control" d="M56 46h150l44 44v206H56z" />
      <path className="fill-surface stroke-control" d="M206 46v44h44" />
      <path className="stroke-control stroke-3" d="M80 82h62M80 98h90" />
      <path
        className="fill-rule stroke-none"
        d="M80 124h94v12H80zM184 124h42v12h-42zM80 148h36v12H80zM80 172h70v12H80zM80 196h46v12H80zM80 220h62v12H80zM80 244h104v12H80z"
      />
      <circle className="fill-bg stroke-none" cx="226" cy="192" r="66" />
      <circle className="stroke-accent stroke-2" cx="226" cy="192" r="66" />
      <circle className="stroke-control [stroke-dasharray:3_7]" cx="226" cy="192" r="48" />
      <path className="stroke-accent stroke-2" d="M226 112v32M226 240v32M146 192h32M274 192h32" />
      <path className="stroke-error stroke-2" d="M208 176v-8h10M234 168h10v8M244 208v8h-10M218 216h-10v-8" />
      <path className="stroke-accent stroke-2" d="M272 240l46 46" />
    </svg>
  );
}
