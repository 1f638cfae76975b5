import type { OperationName } from 'contract/operations.ts';
import type { PublicRead } from 'contract/page-renderer.ts';
import { getDataset } from 'contract/datasets/datasets.ts';
import type { Guide } from 'contract/guides/guides.ts';
import { AppError, errorBody, notFound } from '#errors.ts';
import type { Dependencies } from '#dependencies.ts';
import { publicSite } from '#modules/settings/site.service.ts';
import { listDatasets, readDataset } from '#modules/datasets/datasets.service.ts';
import type { DatasetStore } from '#modules/datasets/datasets.store.ts';

interface PublicReadDependencies extends Pick<
  Dependencies,
  'database' | 'settings' | 'mailbox' | 'openId' | 'isDemo' | 'publicUrl'
> {
  store: DatasetStore;
  guides: readonly Guide[];
}

/** How long a process may send pages without a notice that another process has published. */
const bannerMaxAgeMs = 1_000;

/** A text that changes with everything that public pages display. */
export function pageVersion({
  settings,
  database,
  mailbox,
  openId,
  store,
}: Omit<PublicReadDependencies, 'guides' | 'publicUrl'>) {
  const vintages = new WeakMap<object, string>();
  let banner: Promise<unknown> | undefined;
  let readAtMs = 0;
  return async (): Promise<string> => {
    if (!banner || performance.now() - readAtMs > bannerMaxAgeMs) {
      readAtMs = performance.now();
      banner = publicSite({ settings, database, mailbox, openId }).then((site) => site.banner);
    }
    const current = await store.current();
    const names = vintages.get(current) ?? [...current.values()].map(({ vintage }) => vintage).join();
    vintages.set(current, names);
    const { contact_email, social_links, registration_open } = settings.current();
    return JSON.stringify([names, contact_email, social_links, registration_open, await banner]);
  };
}

type Input = Parameters<PublicRead>[1];

/** Answers the operations that public pages read, as the API does for a guest, without a request. */
export function publicReads(deps: PublicReadDependencies): PublicRead {
  const reads: Partial<Record<OperationName, (input: Input) => Promise<unknown>>> = {
    getSite: () => publicSite(deps),
    listGuides: async () => ({ data: deps.guides }),
    listDatasets: async () => ({ data: await listDatasets(deps.store) }),
    getDataset: async ({ params, query }) => {
      const parsed = getDataset.query.safeParse(query);
      // The screen requests it again and says what is wrong.
      if (!parsed.success) throw notFound();
      return { data: await readDataset(deps, String(params?.['slug']), parsed.data) };
    },
  };
  return async (operation, input) => {
    const read = reads[operation];
    if (!read) throw new Error(`${operation} is not read by public pages.`);
    try {
      return { status: 200, body: await read(input) };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { status: error.statusCode, body: errorBody(error, '') };
    }
  };
}
