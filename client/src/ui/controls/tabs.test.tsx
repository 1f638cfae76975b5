import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { Tabs } from './tabs.tsx';

const tabs = ['one', 'two', 'three'].map((id) => ({
  id,
  label: id,
  content: <input aria-label={`in ${id}`} />,
}));

function Example() {
  const [selected, select] = useState('one');
  return <Tabs label="Example" tabs={tabs} selected={selected} onSelect={select} />;
}

const tab = (name: string) => screen.getByRole('tab', { name });

test('displays only the panel of the selected tab, which is named by the tab', async () => {
  render(<Example />);
  expect(screen.getByRole('tabpanel', { name: 'one' })).toContainElement(screen.getByLabelText('in one'));
  expect(tab('one')).toHaveAttribute('aria-controls', screen.getByRole('tabpanel').id);
  expect(screen.queryByLabelText('in two')).not.toBeInTheDocument();
  await userEvent.click(tab('two'));
  expect(screen.getAllByRole('tabpanel')).toHaveLength(1);
  expect(tab('two')).toHaveAttribute('aria-selected', 'true');
  expect(tab('one')).toHaveAttribute('aria-selected', 'false');
});

test('Tab focuses the selected tab, arrow keys move the focus in a circle, and Enter selects a tab', async () => {
  render(<Example />);
  await userEvent.tab();
  expect(tab('one')).toHaveFocus();
  await userEvent.keyboard('{ArrowLeft}');
  expect(tab('three')).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}{End}{ArrowRight}{ArrowRight}');
  expect(tab('two')).toHaveFocus();
  expect(tab('one')).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{Enter}');
  expect(screen.getByRole('tabpanel', { name: 'two' })).toBeInTheDocument();
  await userEvent.keyboard('{Home}');
  expect(tab('one')).toHaveFocus();
});
