import { render, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { focusRegion } from './keep-focus.ts';

function Page({ withFilter = true, withRow = true }) {
  return (
    <main {...focusRegion}>
      {withFilter && <button type="button">Clear filter</button>}
      <section aria-label="Rows" {...focusRegion}>
        <ul>
          {withRow && (
            <li>
              <button type="button">Delete row</button>
            </li>
          )}
        </ul>
      </section>
    </main>
  );
}

test('the region of a removed button takes the focus', async () => {
  const { rerender } = render(<Page />);
  screen.getByRole('button', { name: 'Delete row' }).focus();
  rerender(<Page withRow={false} />);
  await waitFor(() => expect(screen.getByRole('region', { name: 'Rows' })).toHaveFocus());
});

const Rows = ({ rows }: { rows: readonly string[] }) => (
  <section aria-label="Rows" {...focusRegion}>
    <ul>
      {rows.map((row) => (
        <li key={row}>
          <button type="button">
            Open <span>{row}</span>
          </button>
          <button type="button">
            Mark <span>{row}</span>
          </button>
        </li>
      ))}
    </ul>
  </section>
);

test.each([
  ['next', 'two', ['one', 'three'], 'three'],
  ['last', 'three', ['one', 'two'], 'two'],
] as const)(
  'the same button of the %s row takes the focus of a removed one',
  async (_, removed, left, next) => {
    const { rerender } = render(<Rows rows={['one', 'two', 'three']} />);
    screen.getByRole('button', { name: `Mark ${removed}` }).focus();
    rerender(<Rows rows={left} />);
    await waitFor(() => expect(screen.getByRole('button', { name: `Mark ${next}` })).toHaveFocus());
  },
);

test('the outer region takes the focus if no region is nearer to the removed button', async () => {
  const { rerender } = render(<Page />);
  screen.getByRole('button', { name: 'Clear filter' }).focus();
  rerender(<Page withFilter={false} />);
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
});

test('the removal of a button without the focus does not move the focus', async () => {
  const { rerender } = render(<Page />);
  const button = screen.getByRole('button', { name: 'Delete row' });
  button.focus();
  button.blur();
  await Promise.resolve();
  rerender(<Page withRow={false} />);
  await Promise.resolve();
  expect(document.body).toHaveFocus();
});
