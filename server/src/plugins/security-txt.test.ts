import request from 'supertest';
import { expect, it } from 'vitest';
import { useTestApp } from '#test/app.ts';

const test = useTestApp({ PUBLIC_URL: 'https://declassified.example', CONTACT_EMAIL: 'desk@example.org' });

it('security.txt names the contact for vulnerabilities, as in RFC 9116', async () => {
  const { text, headers } = await request(test.app.server).get('/.well-known/security.txt').expect(200);
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  const fields = Object.fromEntries(
    text
      .trim()
      .split('\n')
      .map((line) => line.split(': ')),
  );
  expect(fields).toEqual({
    Contact: 'mailto:desk@example.org',
    Expires: expect.stringMatching(/^\d{4}-\d\d-\d\dT00:00:00Z$/),
    'Preferred-Languages': 'en',
    Canonical: 'https://declassified.example/.well-known/security.txt',
  });
  const daysLeft = (Date.parse(fields.Expires) - Date.now()) / 86_400_000;
  expect(daysLeft).toBeGreaterThan(150);
  expect(daysLeft).toBeLessThan(365);
});
