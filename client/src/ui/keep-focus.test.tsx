import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Labelled } from './controls/labelled.tsx';
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

const Rows = ({ rows }: { rows: Readonly<Record<string, string>> }) => (
  <section aria-label="Rows" {...focusRegion}>
    <ul>
      {Object.entries(rows).map(([id, name]) => (
        <li key={id}>
          <button type="button">
            <Labelled name={name}>Open</Labelled>
          </button>
          <button type="button" id={id}>
            <Labelled name={name}>Mark</Labelled>
          </button>
        </li>
      ))}
    </ul>
  </section>
);

const different = { first: 'one', second: 'two', third: 'three' };
const equal = { first: 'one', second: 'one', third: 'one' };

test.each([
  ['next', different, 'second', 'third'],
  ['last', different, 'third', 'second'],
  ['next of an equal name', equal, 'first', 'second'],
  ['last of an equal name', equal, 'third', 'second'],
] as const)(
  'the same button of the %s row takes the focus of a removed one',
  async (_, rows, removed, next) => {
    const { rerender } = render(<Rows rows={rows} />);
    document.getElementById(removed)?.focus();
    const { [removed]: _removed, ...left } = rows;
    rerender(<Rows rows={left} />);
    await waitFor(() => expect(document.getElementById(next)).toHaveFocus());
  },
);

test.each(['Enter', ' '])(
  'the key “%s” that is held while the focus moves does nothing until it is pressed again',
  async (key) => {
    const { rerender } = render(<Rows rows={different} />);
    const button = document.getElementById('first')!;
    button.focus();
    // An event whose default is prevented returns false.
    expect(fireEvent.keyDown(button, { key })).toBe(true);
    expect(fireEvent.keyDown(button, { key, repeat: true })).toBe(true);
    rerender(<Rows rows={{ second: 'two', third: 'three' }} />);
    const next = document.getElementById('second')!;
    await waitFor(() => expect(next).toHaveFocus());
    expect(fireEvent.keyDown(next, { key, repeat: true })).toBe(false);
    expect(fireEvent.keyDown(next, { key: 'ArrowDown', repeat: true })).toBe(true);
    fireEvent.keyUp(next, { key });
    expect(fireEvent.keyDown(next, { key })).toBe(true);
    expect(fireEvent.keyDown(next, { key, repeat: true })).toBe(true);
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
