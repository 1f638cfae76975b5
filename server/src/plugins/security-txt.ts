import { dayMs } from 'contract/days.ts';
import type { FastifyInstance } from 'fastify';

const validDays = 180;

/** How to report vulnerabilities (RFC 9116). */
export default async function securityTxt(
  pages: FastifyInstance,
  { publicUrl, contactEmail }: { publicUrl: string; contactEmail: () => string },
): Promise<void> {
  const url = '/.well-known/security.txt';
  pages.get(url, (_request, reply) => {
    const expires = new Date(Date.now() + validDays * dayMs).toISOString().slice(0, 10);
    reply
      .type('text/plain; charset=utf-8')
      .send(
        `Contact: mailto:${contactEmail()}\nExpires: ${expires}T00:00:00Z\nPreferred-Languages: en\nCanonical: ${publicUrl}${url}\n`,
      );
  });
}
