import { screen } from '@testing-library/react';
import { useNavigate } from 'react-router-dom';
import { expect, test } from 'vitest';
import { press, renderRoutes } from '#test/render-at.tsx';
import { useTermsUrl } from './use-terms-url.ts';

function LeaveButton() {
  const navigate = useNavigate();
  const write = useTermsUrl(() => {});
  const leave = () => {
    void navigate('/next');
    write({ search: '?amount=1000', hash: '' }, 'calculation');
  };
  return <button onClick={leave}>Leave</button>;
}

test('does not write terms into the URL after a navigation has started, which the write would cancel', async () => {
  const next = { path: '/next', loader: async () => null, element: <p>The next screen</p> };
  const { router } = renderRoutes([{ path: '/', element: <LeaveButton /> }, next], '/');
  await press('Leave');
  await screen.findByText('The next screen');
  expect(router.state.location).toMatchObject({ pathname: '/next', search: '' });
});
