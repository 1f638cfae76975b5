/** Every shared case of a calculation, and the hashes of complete responses. */
import { createHash } from 'node:crypto';
import { type ConformanceCase, conformanceCases } from 'engine/conformance/cases.ts';

/** The results by case. Sources of the law are not figures. */
export async function goldenDigests(
  post: (url: string, body: object) => Promise<unknown>,
  cases: readonly ConformanceCase[] = conformanceCases,
): Promise<Record<string, string>> {
  const digests: Record<string, string> = {};
  for (const { id, url, request } of cases) {
    const answer = JSON.stringify(await post(url, request), (key, value: unknown) =>
      key === 'sources' ? undefined : value,
    );
    digests[id] = createHash('sha256').update(answer).digest('hex').slice(0, 16);
  }
  return digests;
}
