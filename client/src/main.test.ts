import { screen } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';

test('when the code of the app does not come, the page says so and can be loaded anew', async () => {
  vi.doMock('#app/start.tsx', () => {
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  onTestFinished(() => vi.doUnmock('#app/start.tsx'));
  history.replaceState(null, '', '/about?a=b#c');
  document.body.innerHTML = '<div id="root"></div>';
  await import('./main.ts');
  expect(await screen.findByRole('alert')).toHaveTextContent('Declassified could not be loaded.');
  expect(screen.getByRole('link', { name: 'Reload' })).toHaveProperty(
    'href',
    'http://localhost:3000/about?a=b',
  );
  expect(document.body.querySelectorAll('script, style, [style]')).toHaveLength(0);
});
